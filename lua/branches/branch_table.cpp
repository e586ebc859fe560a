// The table of a branch: its columns and its file.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "base/messages/text.hpp"
#include "branches/branch.hpp"
#include "record/files/csv.hpp"
#include "sweep/axes.hpp"

namespace jounce::lua {

namespace {

Value finite_value(double x) { return std::isfinite(x) ? Value(x) : Value(); }

Value known_value(const std::optional<double>& x) { return x ? Value(*x) : Value(); }

void add_multipliers(const FoundBranch& branch, std::vector<BranchColumn>& out) {
    std::size_t most = 0;
    for (const FoundPoint& point : branch.points) most = std::max(most, point.at.multipliers.size());
    for (std::size_t i = 0; i < most; ++i) {
        const std::string name = "multiplier_" + std::to_string(i + 1);
        out.push_back({name + "_re", "", [i](const FoundPoint& p) {
                           return i < p.at.multipliers.size() ? finite_value(p.at.multipliers[i].real()) : Value();
                       }});
        out.push_back({name + "_im", "", [i](const FoundPoint& p) {
                           return i < p.at.multipliers.size() ? finite_value(p.at.multipliers[i].imag()) : Value();
                       }});
    }
}

void add_probes(const FoundBranch& branch, std::vector<BranchColumn>& out) {
    for (std::size_t i = 0; i < branch.probes.size(); ++i) {
        const std::string name = branch.probes[i];
        const auto of = [name](Table FoundPoint::*values) {
            return [name, values](const FoundPoint& p) {
                const Value* found = (p.*values).find(name);
                return found != nullptr ? *found : Value();
            };
        };
        out.push_back({name + ".section", branch.units[i], of(&FoundPoint::section)});
        out.push_back({name + ".min", branch.units[i], of(&FoundPoint::smallest)});
        out.push_back({name + ".max", branch.units[i], of(&FoundPoint::largest)});
    }
}

}  // namespace

std::vector<BranchColumn> branch_columns(const FoundBranch& branch) {
    using P = FoundPoint;
    std::vector<BranchColumn> out;
    const auto add = [&out](const char* name, const char* unit, auto value) { out.push_back({name, unit, value}); };
    out.push_back({branch.parameter_name, "", [](const P& p) { return Value(p.at.parameter); }});
    if (branch.curve) out.push_back({branch.second_name, "", [](const P& p) { return known_value(p.at.second); }});
    add("kind", "", [](const P& p) { return p.at.kind ? Value(nonlinear::name_of(*p.at.kind)) : Value(); });
    add("bracket_low", "", [](const P& p) { return p.at.kind ? Value(std::min(p.at.low, p.at.high)) : Value(); });
    add("bracket_high", "", [](const P& p) { return p.at.kind ? Value(std::max(p.at.low, p.at.high)) : Value(); });
    add("label", "", [](const P& p) { return Value(p.at.label()); });
    add("stable", "", [](const P& p) { return stability_of(p); });
    add("periods", "", [](const P& p) { return Value(static_cast<double>(p.at.periods)); });
    add("period", "s", [](const P& p) { return Value(p.at.period); });
    add("phase", "", [](const P& p) { return Value(p.at.phase); });
    add_probes(branch, out);
    add("peak_force", "N", [](const P& p) { return known_value(p.at.peak_force); });
    add("smallest_opening", "m", [](const P& p) { return finite_value(p.at.smallest_opening); });
    add("smallest_impact_speed", "m/s", [](const P& p) { return finite_value(p.at.smallest_impact_speed); });
    add("largest_impact_speed", "m/s", [](const P& p) {
        const std::vector<double>& speeds = p.at.impact_speeds;
        return speeds.empty() ? Value() : Value(*std::ranges::max_element(speeds));
    });
    add("contacts", "", [](const P& p) { return Value(static_cast<double>(p.at.contacts)); });
    add("events", "", [](const P& p) { return Value(static_cast<double>(p.at.events)); });
    add_multipliers(branch, out);
    if (branch.own_period) add("unit_multiplier_error", "", [](const P& p) { return known_value(p.at.unit_multiplier_error); });
    add("newton_steps", "", [](const P& p) { return Value(static_cast<double>(p.at.newton_steps)); });
    add("residual", "", [](const P& p) { return Value(p.at.residual); });
    add("arc", "", [](const P& p) { return Value(p.at.arc); });
    return out;
}

namespace {

std::vector<std::string> heads_of(const std::vector<BranchColumn>& columns) {
    std::vector<std::string> out;
    for (const BranchColumn& column : columns)
        out.push_back(column.unit.empty() ? column.name : column.name + " [" + column.unit + "]");
    return out;
}

std::string cell_text(const Value& value) {
    if (const double* number = value.number()) return shortest(*number);
    return value.is_nil() ? std::string() : record::csv_text(sweep::value_text(value));
}

}  // namespace

std::string branch_lines(const FoundBranch& branch) {
    const std::vector<BranchColumn> columns = branch_columns(branch);
    std::string out = join(heads_of(columns), ",") + "\n";
    for (const FoundPoint& point : branch.points) {
        std::vector<std::string> cells;
        for (const BranchColumn& column : columns) cells.push_back(cell_text(column.value(point)));
        out += join(cells, ",") + "\n";
    }
    return out;
}

void write_branch(const std::string& file, const FoundBranch& branch, const std::string& case_file) {
    const std::vector<BranchColumn> columns = branch_columns(branch);
    const std::vector<std::string> heads = heads_of(columns);
    record::write_whole_csv(file, {case_file, branch.system->name, branch.system->digest, {}}, heads, [&](record::CsvFile& csv) {
        for (const FoundPoint& point : branch.points) {
            for (const BranchColumn& column : columns) {
                const Value value = column.value(point);
                if (const double* number = value.number()) {
                    csv.number(*number);
                } else if (value.is_nil()) {
                    csv.empty();
                } else {
                    csv.text(sweep::value_text(value));
                }
            }
            csv.end_row();
        }
    });
}

}  // namespace jounce::lua
