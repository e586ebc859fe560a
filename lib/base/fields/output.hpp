// Results of a run: one list for each output, with name, type, unit, meaning and value of each entry.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/fields/value.hpp"

namespace jounce {

/// A column of a table, or a field of a result in a script.
struct Output {
    std::string name;
    /// "number", "integer", "string", "boolean", "table", the name of another list, "list of ..." or "... by name"; alternative
    /// words follow " or ".
    std::string type;
    std::string unit;  ///< "" for none
    std::string meaning;
    bool optional = false;                  ///< empty in the file and nil in the script if it does not apply
    std::vector<std::string> choices = {};  ///< allowed words of a string
    std::string header = {};                ///< header in files, with its unit; empty: "name [unit]"
};

/// The entries of one output, for example the columns of impacts.csv, which are also the fields of the result of run:impacts.
struct OutputList {
    std::string name;   ///< singular: "impact"
    std::string title;  ///< "Impacts"
    std::string about;
    std::vector<Output> columns;
    std::string also = {};     ///< another name for `jounce kinds`: "impacts"
    std::string element = {};  ///< type of the elements if the object is also a list
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

/// A list with entries computed from a Row.
template <class Row>
class Outputs : public OutputList {
  public:
    Outputs(std::string list_name, std::string heading, std::string sentence)
        : OutputList{std::move(list_name), std::move(heading), std::move(sentence), {}} {}

    /// \param value function of a Row that returns a value convertible to Value, or an optional number, which is nil if unknown
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
    // For the entry added last.
    Outputs& optional() { return columns.back().optional = true, *this; }
    Outputs& choices(std::vector<std::string> words) { return columns.back().choices = std::move(words), *this; }
    Outputs& header(std::string text) { return columns.back().header = std::move(text), *this; }
    // For the list.
    Outputs& also_called(std::string word) { return also = std::move(word), *this; }
    Outputs& list_of(std::string type) { return element = std::move(type), *this; }

    /// The entries in order; nil for an entry that does not apply.
    [[nodiscard]] List values(const Row& row) const {
        List out;
        out.reserve(values_.size());
        for (const auto& value : values_) out.push_back(value(row));
        return out;
    }
    /// The entries by name; entries that do not apply are left out.
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
