// The table of a sweep: its columns, its cells, its files.
// SPDX-License-Identifier: BSD-3-Clause
#include "sweep/table.hpp"

#include <algorithm>

#include "base/messages/text.hpp"

namespace jounce::sweep {

namespace {

std::string with_unit(const std::string& name, const std::string& unit) { return unit.empty() ? name : name + " [" + unit + "]"; }

void write_cell(record::CsvFile& file, const Value& value) {
    if (const double* number = value.number()) {
        file.number(*number);
    } else if (value.is_nil()) {
        file.empty();
    } else {
        file.text(value_text(value));
    }
}

const Value* in_row(const Row& row, const std::string& column) {
    const auto at = std::ranges::find(row, column, &std::pair<std::string, Value>::first);
    return at != row.end() ? &at->second : nullptr;
}

/// Number, axes and direction: they identify the point of a line.
List place(const Sweep& sweep, std::size_t point) {
    List out = {static_cast<double>(point + 1)};
    const Point& at = sweep.plan.points[point];
    out.insert(out.end(), at.at.begin(), at.at.end());
    if (sweep.plan.carried()) out.emplace_back(way_text(at.way));
    return out;
}

}  // namespace

std::size_t Sweep::failed() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(results, [](const Result& result) { return result.kind != Result::Kind::row; }));
}

std::vector<std::string> column_names(const Sweep& sweep) {
    std::vector<std::string> out = {"number"};
    for (const Axis& axis : sweep.plan.axes) out.push_back(axis.name);
    if (sweep.plan.carried()) out.emplace_back("direction");
    out.insert(out.end(), sweep.columns.begin(), sweep.columns.end());
    out.emplace_back("failed");
    return out;
}

std::string column_unit(const Sweep& sweep, const std::string& column) {
    for (const Axis& axis : sweep.plan.axes) {
        if (axis.name == column) return axis.unit;
    }
    for (const auto& [name, unit] : sweep.units) {
        if (name == column) return unit;
    }
    for (const Result& result : sweep.results) {
        for (std::size_t k = 0; k < result.section_units.size(); ++k) {
            if (result.section[k].first == column) return result.section_units[k];
        }
        if (!result.section.empty()) break;  // the others have the same ones
    }
    return {};
}

std::vector<std::string> column_heads(const Sweep& sweep) {
    std::vector<std::string> out = column_names(sweep);
    for (std::string& name : out) name = with_unit(name, column_unit(sweep, name));
    return out;
}

List cells(const Sweep& sweep, std::size_t point) {
    List out = place(sweep, point);
    const Result& result = sweep.results[point];
    for (const std::string& column : sweep.columns) {
        const Value* value = in_row(result.row, column);
        out.push_back(value != nullptr ? *value : Value());
    }
    out.push_back(result.kind == Result::Kind::row ? Value() : Value(result.failure));
    return out;
}

std::size_t find_column(const Sweep& sweep, const std::string& column, const std::string& subject) {
    const std::vector<std::string> names = column_names(sweep);
    const auto at = std::ranges::find(names, column);
    if (at == names.end()) {
        const std::string near = did_you_mean(column, names);
        throw bad_case(subject + ": there is no column '" + column + "'" + (near.empty() ? "; known are " + join(names) : near));
    }
    return static_cast<std::size_t>(at - names.begin());
}

std::string why_no_row(const Sweep& sweep) {
    const std::size_t count = sweep.results.size();
    if (count == 0 || sweep.failed() < count) return {};
    const std::string who =
        count == 1 ? "the only point failed with: " : "all " + std::to_string(count) + " points failed, the first one with: ";
    return who + in_one_line(sweep.results.front().failure);
}

std::vector<std::string> row_columns(const std::vector<Result>& results) {
    std::vector<std::string> out;
    for (const Result& result : results) {
        if (result.kind != Result::Kind::row) continue;
        for (const auto& [name, value] : result.row) out.push_back(name);
        break;
    }
    return out;
}

void write_table(const std::filesystem::path& file, const Sweep& sweep) {
    record::write_whole_csv(file, sweep.head, column_heads(sweep), [&](record::CsvFile& csv) {
        for (std::size_t i = 0; i < sweep.results.size(); ++i) {
            for (const Value& cell : cells(sweep, i)) write_cell(csv, cell);
            csv.end_row();
        }
    });
}

void write_sections(const std::filesystem::path& file, const Sweep& sweep) {
    const auto has_section = [](const Result& result) { return !result.section.empty(); };
    const auto first = std::ranges::find_if(sweep.results, has_section);
    if (first == sweep.results.end()) return;
    std::vector<std::string> heads = column_heads(sweep);
    heads.resize(sweep.plan.axes.size() + (sweep.plan.carried() ? 2 : 1));
    heads.emplace_back("section");
    for (const auto& [probe, values] : first->section) heads.push_back(with_unit(probe, column_unit(sweep, probe)));
    record::write_whole_csv(file, sweep.head, heads, [&](record::CsvFile& csv) {
        for (std::size_t i = 0; i < sweep.results.size(); ++i) {
            const auto& section = sweep.results[i].section;
            const std::size_t count = section.empty() ? 0 : section.front().second.size();
            for (std::size_t k = 0; k < count; ++k) {
                for (const Value& cell : place(sweep, i)) write_cell(csv, cell);
                csv.integer(static_cast<std::int64_t>(k) + 1);
                for (const auto& [probe, values] : section) csv.number(values[k]);
                csv.end_row();
            }
        }
    });
}

}  // namespace jounce::sweep
