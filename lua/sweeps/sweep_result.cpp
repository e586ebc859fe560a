// The computed sweep as an object of the script: a list of rows with print, csv, plot, mean and standard_error.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

#include "base/messages/text.hpp"
#include "contained/files.hpp"
#include "nonlinear/statistics/sample_statistics.hpp"
#include "record/files/folder.hpp"
#include "script/module.hpp"
#include "session/context.hpp"
#include "sweeps/sweep_picture.hpp"
#include "sweeps/sweep_task.hpp"
#include "values/convert.hpp"
#include "values/interrupt.hpp"
#include "values/object.hpp"
#include "values/outputs.hpp"
#include "values/rows.hpp"
#include "values/run_methods.hpp"
#include "values/table_text.hpp"

namespace jounce::lua {

namespace {

using sweep::Result;
using sweep::Sweep;

constexpr std::size_t most_printed = 200;

struct MeanSettings {
    std::string by;
};

int sweep_text(lua_State* L);
int sweep_print(lua_State* L);
int sweep_csv(lua_State* L);
int sweep_plot(lua_State* L);
int sweep_mean(lua_State* L);
int sweep_standard_error(lua_State* L);
int sweep_rows(lua_State* L);

constexpr Method sweep_methods[] = {
    {"print", guarded<sweep_print>, "", "", "Prints the rows as a table."},
    {"csv", guarded<sweep_csv>, "file: string", "", "Writes all rows (.csv)."},
    {"plot", guarded<watched<sweep_plot>>, "fields: jounce.sweep_plot.fields", "",
     "Draws columns over an axis, or two axes as a map."},
    {"mean", guarded<sweep_mean>, "column: string, options?: jounce.sweep_mean.fields", "number|jounce.sweep_mean[]|nil",
     "The mean of a column, or with `by` one row for each value of another column."},
    {"standard_error", guarded<sweep_standard_error>, "column: string, options?: jounce.sweep_mean.fields",
     "number|jounce.sweep_mean[]|nil", "The standard error of that mean."},
    {"rows", guarded<sweep_rows>, "", "jounce.sweep_row[]", "All rows."}};
const ObjectClass sweep_class{"sweep", sweep_methods, guarded<sweep_text>};

}  // namespace

std::string sweep_table_text(const Sweep& sweep) {
    const std::size_t failed = sweep.failed();
    std::vector<std::string> heads = column_heads(sweep);
    if (failed == 0) heads.pop_back();
    std::vector<List> rows;
    const std::size_t count = sweep.results.size();
    for (std::size_t i = 0; i < count; ++i) {
        if (count > most_printed && i == most_printed / 2) {
            List dots(heads.size(), Value(""));
            dots.front() = Value("...");
            rows.push_back(std::move(dots));
            i = count - most_printed / 2;
        }
        List row = cells(sweep, i);
        row.resize(heads.size());
        for (Value& cell : row) {
            if (cell.is_nil()) cell = Value("-");
        }
        rows.push_back(std::move(row));
    }
    std::string title = fmt::format("sweep '{}': {} point{}", sweep.name, count, count == 1 ? "" : "s");
    if (failed > 0) title += fmt::format(", {} failed", failed);
    return table_text(title, heads, rows);
}

namespace {

int sweep_text(lua_State* L) {
    push_text(L, sweep_table_text(self<Sweep>(L, sweep_class, "tostring")));
    return 1;
}

int sweep_print(lua_State* L) {
    const Sweep& sweep = self<Sweep>(L, sweep_class, "print");
    at_most_arguments(L, 1, "sweep:print");
    std::fputs(sweep_table_text(sweep).c_str(), stdout);
    return 0;
}

/// sweep:csv(file)
int sweep_csv(lua_State* L) {
    const Sweep& sweep = self<Sweep>(L, sweep_class, "csv");
    at_most_arguments(L, 2, "sweep:csv");
    const std::string name = name_argument(L, 2, "sweep:csv", "file");
    if (!name.ends_with(".csv")) throw bad_case("sweep:csv: 'file' must end in .csv, got '" + name + "'");
    write_table(writable_path(context(L), name, "sweep:csv: 'file'"), sweep);
    return 0;
}

/// sweep:plot{ x, y, by, colour, file }
int sweep_plot(lua_State* L) {
    const Sweep& sweep = self<Sweep>(L, sweep_class, "plot");
    at_most_arguments(L, 2, "sweep:plot");
    const auto settings =
        read_settings<SweepPicture>(sweep_plot_fields(), first_fields(L, "sweep:plot", "{ y = ..., file = ... }"), "sweep:plot");
    record::draw_figure("sweep:plot", sweep_figure(sweep, settings),
                        writable_path(context(L), settings.file, "sweep:plot: 'file'"), end_if_interrupted);
    return 0;
}

/// The numbers of a column, for the points that have a row.
struct Numbers {
    List keys;  ///< keys of the groups, in the order of the points
    std::vector<std::vector<double>> groups;
};

Numbers numbers_of(const Sweep& sweep, const std::string& column, const std::string& by, const std::string& method) {
    const std::size_t c = find_column(sweep, column, method);
    const std::size_t key = by.empty() ? 0 : find_column(sweep, by, method);
    Numbers out;
    std::map<std::string, std::size_t> known;
    for (std::size_t i = 0; i < sweep.results.size(); ++i) {
        if (sweep.results[i].kind != Result::Kind::row) continue;
        const List row = cells(sweep, i);
        if (row[c].is_nil()) continue;
        if (row[c].number() == nullptr)
            throw bad_case(method + ": '" + column + "' must be a column of numbers, got " + row[c].describe());
        const std::string text = by.empty() ? std::string() : sweep::value_text(row[key]);
        const auto [at, fresh] = known.emplace(text, out.groups.size());
        if (fresh) {
            out.keys.push_back(by.empty() ? Value() : row[key]);
            out.groups.emplace_back();
        }
        out.groups[at->second].push_back(*row[c].number());
    }
    return out;
}

/// sweep:mean(column, { by }), sweep:standard_error(column, { by })
int statistic(lua_State* L, const std::string& method, bool error) {
    const Sweep& sweep = self<Sweep>(L, sweep_class, method.substr(method.find(':') + 1));
    at_most_arguments(L, 3, method);
    const std::string column = name_argument(L, 2, method, "column");
    const auto settings = lua_isnoneornil(L, 3)
                              ? MeanSettings{}
                              : read_settings<MeanSettings>(sweep_mean_fields(), fields_argument(L, 3, method), method);
    const Numbers numbers = numbers_of(sweep, column, settings.by, method);
    List out;
    for (std::size_t g = 0; g < numbers.groups.size(); ++g) {
        const nonlinear::SampleStatistics s = nonlinear::sample_statistics(numbers.groups[g]);
        Table row;
        if (!settings.by.empty()) row.set(settings.by, numbers.keys[g]);
        const auto count = static_cast<double>(numbers.groups[g].size());
        row.set("count", count);
        if (s.mean) row.set("mean", *s.mean);
        if (s.standard_deviation) row.set("standard_deviation", *s.standard_deviation);
        if (s.standard_deviation) row.set("standard_error", *s.standard_deviation / std::sqrt(count));
        out.emplace_back(std::move(row));
    }
    if (!settings.by.empty()) {
        push_value(L, out);
        make_rows(L, sweep_mean_outputs());
        return 1;
    }
    const Value* value = out.empty() ? nullptr : out.front().table()->find(error ? "standard_error" : "mean");
    if (value != nullptr) {
        lua_pushnumber(L, *value->number());
    } else {
        lua_pushnil(L);
    }
    return 1;
}

int sweep_mean(lua_State* L) { return statistic(L, "sweep:mean", false); }
int sweep_standard_error(lua_State* L) { return statistic(L, "sweep:standard_error", true); }

int sweep_rows(lua_State* L) {
    const Sweep& sweep = self<Sweep>(L, sweep_class, "rows");
    at_most_arguments(L, 1, "sweep:rows");
    const int count = static_cast<int>(sweep.results.size());
    lua_getiuservalue(L, 1, 1);
    lua_createtable(L, count, 0);
    for (int i = 1; i <= count; ++i) {
        lua_rawgeti(L, -2, i);
        lua_rawseti(L, -2, i);
    }
    return 1;
}

void push_row(lua_State* L, const Sweep& sweep, const std::vector<std::string>& names, std::size_t point) {
    const List row = cells(sweep, point);
    lua_createtable(L, 0, static_cast<int>(names.size()));
    for (std::size_t c = 0; c < names.size(); ++c) {
        if (row[c].is_nil()) continue;
        push_value(L, row[c]);
        raw_set(L, -2, names[c]);
    }
    const Result& result = sweep.results[point];
    if (result.section.empty()) return;
    lua_createtable(L, 0, static_cast<int>(result.section.size()));
    for (const auto& [probe, values] : result.section) {
        push_numbers(L, values);
        raw_set(L, -2, probe);
    }
    raw_set(L, -2, "section");
}

}  // namespace

AnyOutput sweep_object() {
    static const OutputList fields = {
        "sweep_result",
        "A sweep",
        "The result of `jounce.sweep`: a list of rows in the order of the points; `print` shows it.",
        {{"name", "string", "", "Name of the sweep."},
         {"folder", "string", "", "The output folder; empty if nothing was written."},
         {"failed", "integer", "", "Number of points without a row."}},
        "sweep",
        "sweep_row"};
    return {&fields, &sweep_class};
}

const OutputList& sweep_row_outputs() {
    static const OutputList list = {
        "sweep_row",
        "A row of a sweep",
        "An element of the result of `jounce.sweep`, and a row of `sweep.csv`. Each axis is also a field, by its name, and so is "
        "each column of the row that `point` returned, in the unit given by `units`. A diagram has the columns of a "
        "`diagram_row`.",
        {{"number", "integer", "", "1, 2, ... in the order of the points."},
         {"direction", "string", "", "Direction along a carried axis.", true, {"up", "down"}},
         {"failed", "string", "", "Reason for a missing row.", true},
         {"section", "numbers by name", "", "For diagrams: the values of each probe; in a file: `sections.csv`.", true}}};
    return list;
}

const OutputList& sweep_mean_outputs() {
    static const OutputList list = {
        "sweep_mean",
        "Mean over points of a sweep",
        "An element of the result of `sweep:mean` and `sweep:standard_error` with `by`; the column `by` is also a field.",
        {{"count", "integer", "", "Number of points that have the column."},
         {"mean", "number", "", "Mean value.", true},
         {"standard_deviation", "number", "", "Sample standard deviation (count - 1).", true},
         {"standard_error", "number", "", "Standard error of the mean.", true}}};
    return list;
}

const FieldList& sweep_mean_fields() {
    static const FieldList fields = Fields<MeanSettings>().text(
        "by", &MeanSettings::by,
        "One row { [by], mean, standard_error, standard_deviation, count } for each value of this column.");
    return fields;
}

int push_sweep(lua_State* L, Sweep sweep) {
    const std::vector<std::string> names = column_names(sweep);
    std::vector<Output> columns = sweep_row_outputs().columns;
    for (const std::string& name : names) columns.push_back({name, "", "", "", true});  // none in a row that failed
    push_row_metatable(L, sweep_row_outputs().name, columns, true);
    lua_createtable(L, static_cast<int>(sweep.results.size()), 3);
    for (std::size_t i = 0; i < sweep.results.size(); ++i) {
        push_row(L, sweep, names, i);
        lua_pushvalue(L, -3);
        lua_setmetatable(L, -2);
        lua_rawseti(L, -2, static_cast<lua_Integer>(i) + 1);
    }
    lua_remove(L, -2);
    push_text(L, sweep.name);
    raw_set(L, -2, "name");
    push_text(L, sweep.folder);
    raw_set(L, -2, "folder");
    lua_pushinteger(L, static_cast<lua_Integer>(sweep.failed()));
    raw_set(L, -2, "failed");
    push_object<Sweep>(L, sweep_class, std::move(sweep));
    return 1;
}

}  // namespace jounce::lua
