// What a run gives back: one list for each output, with name, type, unit, meaning and value of each entry.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/value.hpp"

namespace jounce {

/// A column of a table, or a field of what a script gets.
struct Output {
    std::string name;
    /// "number", "integer", "string", "boolean", "table", the name of another list, "list of ..." or "... by name"; words that
    /// may stand in its place follow " or ".
    std::string type;
    std::string unit;  ///< "" without
    std::string meaning;
    bool optional = false;                  ///< empty in the file and nil in the script where it does not apply
    std::vector<std::string> choices = {};  ///< of a string that is one of a few words
    std::string header = {};                ///< in files, with its unit; empty: "name [unit]"
};

/// The entries of one output: the columns of impacts.csv and the fields of what run:impacts returns, say.
struct OutputList {
    std::string name;   ///< one of it: "impact"
    std::string title;  ///< "Impacts"
    std::string about;
    std::vector<Output> columns;
    std::string also = {};     ///< another name that `jounce kinds` knows: "impacts"
    std::string element = {};  ///< type of the elements of what is a list, too
};

/// "time_in [s]", ... in order: the header of a file.
[[nodiscard]] inline std::vector<std::string> headers(const OutputList& list) {
    std::vector<std::string> out;
    for (const Output& column : list.columns) {
        const std::string unit = column.unit.empty() ? "" : " [" + column.unit + "]";
        out.push_back(column.header.empty() ? column.name + unit : column.header);
    }
    return out;
}

/// A list whose entries are read off a Row.
template <class Row>
class Outputs : public OutputList {
  public:
    Outputs(std::string list_name, std::string heading, std::string sentence)
        : OutputList{std::move(list_name), std::move(heading), std::move(sentence), {}} {}

    /// \param value Row to anything that a Value takes, or an optional number, which is nil where it is not known
    template <class Getter>
    Outputs& add(std::string entry, std::string type, std::string unit, std::string meaning, Getter value) {
        columns.push_back({std::move(entry), std::move(type), std::move(unit), std::move(meaning)});
        values_.push_back([value = std::move(value)](const Row& row) { return as_value(value(row)); });
        return *this;
    }
    template <class Getter>
    Outputs& number(std::string entry, std::string unit, std::string meaning, Getter value) {
        return add(std::move(entry), "number", std::move(unit), std::move(meaning), std::move(value));
    }
    template <class Getter>
    Outputs& integer(std::string entry, std::string meaning, Getter value) {
        return add(std::move(entry), "integer", "", std::move(meaning), std::move(value));
    }
    template <class Getter>
    Outputs& text(std::string entry, std::string meaning, Getter value) {
        return add(std::move(entry), "string", "", std::move(meaning), std::move(value));
    }
    // Of the entry added last.
    Outputs& optional() { return columns.back().optional = true, *this; }
    Outputs& choices(std::vector<std::string> words) { return columns.back().choices = std::move(words), *this; }
    Outputs& header(std::string text) { return columns.back().header = std::move(text), *this; }
    // Of the list.
    Outputs& also_called(std::string word) { return also = std::move(word), *this; }
    Outputs& list_of(std::string type) { return element = std::move(type), *this; }

    /// The entries in order, nil for what does not apply.
    [[nodiscard]] List values(const Row& row) const {
        List out;
        out.reserve(values_.size());
        for (const auto& value : values_) out.push_back(value(row));
        return out;
    }
    /// The entries by name; what does not apply is left out.
    [[nodiscard]] Table table(const Row& row) const {
        Table out;
        for (std::size_t i = 0; i < values_.size(); ++i) {
            if (Value value = values_[i](row); !value.is_nil()) out.set(columns[i].name, std::move(value));
        }
        return out;
    }

  private:
    template <class T>
    static Value as_value(T&& value) {
        using Plain = std::remove_cvref_t<T>;
        if constexpr (std::is_same_v<Plain, std::optional<double>>) {
            return value ? Value(*value) : Value();
        } else if constexpr (std::is_integral_v<Plain> && !std::is_same_v<Plain, bool>) {
            return Value(static_cast<double>(value));
        } else {
            return Value(std::forward<T>(value));
        }
    }
    std::vector<std::function<Value(const Row&)>> values_;
};

/// Every row by name.
template <class Row, class Range>
[[nodiscard]] List tables(const Outputs<Row>& list, const Range& rows) {
    List out;
    for (const Row& row : rows) out.emplace_back(list.table(row));
    return out;
}

/// Words as a list of strings.
[[nodiscard]] inline List word_list(const std::vector<std::string>& words) { return List(words.begin(), words.end()); }

}  // namespace jounce
