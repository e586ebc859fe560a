// Values from a script, independent of the scripting language: numbers, words, lists, tables, references and functions.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/messages/error.hpp"

namespace jounce {

class Value;
using List = std::vector<Value>;

/// Keys sorted by name (a script's table has no order).
class Table {
  public:
    void set(std::string key, Value value);
    [[nodiscard]] const Value* find(std::string_view key) const;
    [[nodiscard]] std::vector<std::string> keys() const;
    [[nodiscard]] auto begin() const;
    [[nodiscard]] auto end() const;
    [[nodiscard]] bool empty() const;

  private:
    std::vector<std::pair<std::string, Value>> entries_;
};

/// A handle created by a model: the name of an entry, and its model.
struct Reference {
    std::uint64_t model = 0;
    std::string type;  ///< "node", "beam", "gap", ...
    std::string name;  ///< "shaft[21]"
};

/// A function that the user wrote. `call` may throw Error (with the user's line); it is not called from several threads.
class Callable {
  public:
    virtual ~Callable() = default;
    /// Fills `results`; throws Error when the function fails, returns too few values, or returns a value that is not finite.
    virtual void call(std::span<const double> arguments, std::span<double> results) const = 0;
    /// As `call`, but the function may return fewer values than requested; returns their number.
    virtual std::size_t call_some(std::span<const double> arguments, std::span<double> results) const = 0;
    [[nodiscard]] virtual Origin origin() const = 0;
};

class Value {
  public:
    Value();
    Value(bool v);
    Value(double v);
    Value(int v);
    Value(const char* v);
    Value(std::string v);
    Value(List v);
    Value(Table v);
    Value(Reference v);
    Value(std::shared_ptr<const Callable> v);
    Value(const Value&);
    Value(Value&&) noexcept;
    Value& operator=(const Value&);
    Value& operator=(Value&&) noexcept;
    ~Value();

    [[nodiscard]] bool is_nil() const { return std::holds_alternative<std::monostate>(data_); }
    [[nodiscard]] const bool* boolean() const { return std::get_if<bool>(&data_); }
    [[nodiscard]] const double* number() const { return std::get_if<double>(&data_); }
    [[nodiscard]] const std::string* text() const { return std::get_if<std::string>(&data_); }
    [[nodiscard]] const List* list() const { return shared<List>(); }
    /// An empty script table `{}` counts as a list and as a table.
    [[nodiscard]] const Table* table() const;
    [[nodiscard]] const Reference* reference() const { return shared<Reference>(); }
    [[nodiscard]] std::shared_ptr<const Callable> function() const {
        const auto* held = std::get_if<std::shared_ptr<const Callable>>(&data_);
        return held != nullptr ? *held : nullptr;
    }
    /// For messages: 1.3, 'newmark', a table, {0, nan}, a list of 30, nothing.
    [[nodiscard]] std::string describe() const;

  private:
    template <class T>
    const T* shared() const {
        const auto* held = std::get_if<std::shared_ptr<const T>>(&data_);
        return held != nullptr ? held->get() : nullptr;
    }
    std::variant<std::monostate, bool, double, std::string, std::shared_ptr<const List>, std::shared_ptr<const Table>,
                 std::shared_ptr<const Reference>, std::shared_ptr<const Callable>>
        data_;
};

// Defined here because iteration requires that Value is complete.
inline auto Table::begin() const { return entries_.begin(); }
inline auto Table::end() const { return entries_.end(); }
inline bool Table::empty() const { return entries_.empty(); }

}  // namespace jounce
