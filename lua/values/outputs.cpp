// The table of the results of functions.
// SPDX-License-Identifier: BSD-3-Clause
#include "values/outputs.hpp"

#include "record/logs/energy_csv.hpp"
#include "record/logs/friction_events_csv.hpp"
#include "record/logs/impacts_csv.hpp"
#include "record/summary/summary.hpp"
#include "sweep/diagram.hpp"
#include "system/probes/probe_outputs.hpp"
#include "values/convert.hpp"
#include "values/rows.hpp"

namespace jounce::lua {

const std::vector<AnyOutput>& outputs() {
    static const std::vector<AnyOutput> table = {{&probe_outputs()},
                                                 {&record::impact_outputs()},
                                                 {&record::friction_event_outputs()},
                                                 {&record::energy_outputs()},
                                                 run_object(),
                                                 {&record::summary_outputs()},
                                                 {&record::gap_summary_outputs()},
                                                 {&record::friction_summary_outputs()},
                                                 {&record::energy_summary_outputs()},
                                                 {&steady_outputs()},
                                                 section_object(),
                                                 {&section_row_outputs()},
                                                 {&sample_statistics_outputs()},
                                                 statistics_object(),
                                                 {&gap_statistics_outputs()},
                                                 {&friction_statistics_outputs()},
                                                 {&window_statistics_outputs()},
                                                 state_object(),
                                                 study_object(),
                                                 {&study_row_outputs()},
                                                 {&study_probe_outputs()},
                                                 {&study_reference_outputs()},
                                                 sweep_object(),
                                                 {&sweep_row_outputs()},
                                                 {&sweep::diagram_outputs()},
                                                 {&sweep_mean_outputs()},
                                                 orbit_object(),
                                                 {&multiplier_outputs()},
                                                 branch_object(),
                                                 point_object(),
                                                 {&branch_end_outputs()},
                                                 modes_object(),
                                                 {&mode_outputs()},
                                                 equilibrium_object(),
                                                 reduced_object(),
                                                 {&report_outputs()},
                                                 {&compared_outputs()},
                                                 hit_object(),
                                                 fit_object(),
                                                 model_object(),
                                                 handle_object()};
    return table;
}

std::vector<Parameter> parameters_of(const std::string& text) {
    std::vector<Parameter> out;
    int depth = 0;  // commas within table<...> and fun(...) are not separators
    std::string part;
    const auto take = [&out, &part] {
        const std::size_t first = part.find_first_not_of(' ');
        if (first == std::string::npos) return;
        part.erase(0, first);
        const std::size_t colon = part.find(": ");
        Parameter parameter{colon == std::string::npos ? "" : part.substr(0, colon),
                            colon == std::string::npos ? part : part.substr(colon + 2)};
        if (parameter.name.ends_with("?")) {
            parameter.optional = true;
            parameter.name.pop_back();
        }
        out.push_back(std::move(parameter));
        part.clear();
    };
    for (const char c : text) {
        depth += c == '<' || c == '(' ? 1 : c == '>' || c == ')' ? -1 : 0;
        if (c == ',' && depth == 0) {
            take();
        } else {
            part += c;
        }
    }
    take();
    return out;
}

std::string method_words(const Method& method) {
    std::string names;
    for (const Parameter& p : parameters_of(method.arguments))
        names += (names.empty() ? "" : ", ") + p.name + (p.optional ? "?" : "");
    return std::string(method.name) + "(" + names + ")";
}

std::string result_words(const std::string& results) {
    std::string out;
    for (const Parameter& p : parameters_of(results))
        out += (out.empty() ? "" : ", ") + (p.name.empty() ? p.type : p.name + ": " + p.type);
    return out.empty() ? "-" : out;
}

void push_row(lua_State* L, const OutputList& list, const List& row) {
    lua_createtable(L, 0, static_cast<int>(list.columns.size()));
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (row[i].is_nil()) continue;
        const double* number = row[i].number();
        if (number != nullptr && list.columns[i].type == "integer") {
            lua_pushinteger(L, static_cast<lua_Integer>(*number));
        } else if (number != nullptr) {
            lua_pushnumber(L, *number);
        } else {
            push_value(L, row[i]);
        }
        raw_set(L, -2, list.columns[i].name);
    }
    make_row(L, list);
}

}  // namespace jounce::lua
