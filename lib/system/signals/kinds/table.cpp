// Signal kind "table": values at instants, given as lists or read from a CSV file.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "base/fields/recipe.hpp"
#include "base/messages/text.hpp"
#include "system/signals/csv_columns.hpp"
#include "system/signals/signal_kinds.hpp"
#include "system/signals/tabulated_signal.hpp"

namespace jounce::signals {

namespace {

const std::string signal_table = "signal.table";

struct TableSettings {
    std::string file;
    Value columns;
    std::vector<double> times;
    std::vector<double> values;
    std::string interpolation = "linear";
    std::string outside = "error";
};

std::vector<ColumnChoice> read_columns(const Value& columns) {
    if (columns.is_nil()) return {{1, ""}, {2, ""}};
    const std::string must = "a list of two columns, each a number from 1 or a name in the header";
    const List* list = columns.list();
    if (list == nullptr || list->size() != 2) throw bad_field(signal_table, "columns", must, columns);
    std::vector<ColumnChoice> out;
    for (const Value& column : *list) {
        if (const std::string* name = column.text(); name != nullptr && !name->empty()) {
            out.push_back({0, *name});
        } else if (const double* number = column.number();
                   number != nullptr && *number >= 1 && *number <= 1e6 && *number == std::floor(*number)) {
            out.push_back({static_cast<int>(*number), ""});
        } else {
            throw bad_field(signal_table, "columns", must, column);
        }
    }
    return out;
}

/// The first index with a time that does not increase, or 0.
std::size_t disorder(const std::vector<double>& times) {
    for (std::size_t i = 1; i < times.size(); ++i) {
        if (!(times[i] > times[i - 1])) return i;
    }
    return 0;
}

SignalPointer build(const TableSettings& s) {
    const auto interpolation = s.interpolation == "cubic" ? Interpolation::cubic : Interpolation::linear;
    const auto outside = s.outside == "hold" ? Outside::hold : s.outside == "zero" ? Outside::zero : Outside::error;
    if (s.file.empty()) return std::make_shared<Tabulated>(s.times, s.values, interpolation, outside, signal_table);

    CsvColumns csv = read_csv_columns(s.file, read_columns(s.columns), signal_table);
    const std::vector<double>& times = csv.columns[0];
    const std::string what = signal_table + ": 'file' " + s.file;
    if (times.size() < 2) throw bad_case(what + " must have two rows or more, got " + std::to_string(times.size()));
    if (const std::size_t i = disorder(times); i != 0) {
        throw bad_case(what + ":" + std::to_string(csv.lines[i]) + ": times must increase, got " + shortest(times[i]) +
                       " after " + shortest(times[i - 1]));
    }
    return std::make_shared<Tabulated>(times, csv.columns[1], interpolation, outside, what);
}

std::string check_lists(const TableSettings& s) {
    if (!s.file.empty()) return "";
    if (!s.columns.is_nil()) return "'columns' requires 'file'";
    if (s.times.size() < 2) return "'times' must have two values or more, got " + std::to_string(s.times.size());
    if (s.times.size() != s.values.size()) {
        return "'times' and 'values' must be of the same length, got " + std::to_string(s.times.size()) + " and " +
               std::to_string(s.values.size());
    }
    if (const std::size_t i = disorder(s.times); i != 0) {
        return "'times' must increase, got " + shortest(s.times[i]) + " after " + shortest(s.times[i - 1]);
    }
    return "";
}

}  // namespace

const SignalKind& table_kind() {
    static const SignalKind kind = recorded(make_kind<TableSettings, SignalPointer>(
        {
            .family = "signal",
            .name = "table",
            .summary = "Values at instants, connected by straight lines or by the not-a-knot cubic spline.",
            .sources = {{"C. de Boor, A Practical Guide to Splines", 1978, "", "ch. IV"}},
            .fields = Fields<TableSettings>()
                          .text("file", &TableSettings::file,
                                "CSV file, relative to the working folder; '#' lines and a header are allowed.")
                          .any("columns", &TableSettings::columns, "list of two columns",
                               "Columns of the time and of the value in the file: numbers from 1, or names of the header.")
                          .standard("{1, 2}")
                          .numbers("times", &TableSettings::times, "s", any_number, "Increasing instants, instead of a file.")
                          .numbers("values", &TableSettings::values, "", any_number, "Values, as many as `times`.")
                          .choice("interpolation", &TableSettings::interpolation, {"linear", "cubic"},
                                  "Straight lines, with a jump of the slope at every instant, or a spline with a continuous "
                                  "second derivative.")
                          .choice("outside", &TableSettings::outside, {"error", "hold", "zero"},
                                  "Before the first and after the last instant: an error, the nearest value, or zero.")
                          .exactly_one({"file", "times"})
                          .all_or_none({"times", "values"})
                          .check(check_lists),
        },
        build));
    return kind;
}

}  // namespace jounce::signals
