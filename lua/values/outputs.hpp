// Results of the module's functions: objects with fields and methods, and rows. Scripts, `jounce kinds`, the reference and the
// editor's types use the same list.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <lua.hpp>
#include <span>
#include <string>
#include <vector>

#include "base/fields/output.hpp"
#include "values/object.hpp"

namespace jounce::lua {

/// Rows, or an object with methods.
struct AnyOutput {
    const OutputList* list;
    const ObjectClass* object = nullptr;  ///< null: plain rows
    [[nodiscard]] std::span<const Method> methods() const {
        return object != nullptr ? object->methods : std::span<const Method>();
    }
};
/// In the order of the reference.
[[nodiscard]] const std::vector<AnyOutput>& outputs();

// Each is defined beside the functions of its object.
[[nodiscard]] AnyOutput run_object();
[[nodiscard]] AnyOutput state_object();
[[nodiscard]] AnyOutput section_object();
[[nodiscard]] AnyOutput statistics_object();
[[nodiscard]] AnyOutput study_object();
[[nodiscard]] AnyOutput sweep_object();
[[nodiscard]] AnyOutput orbit_object();
[[nodiscard]] AnyOutput branch_object();
[[nodiscard]] AnyOutput point_object();
[[nodiscard]] AnyOutput modes_object();
[[nodiscard]] AnyOutput equilibrium_object();
[[nodiscard]] AnyOutput reduced_object();
[[nodiscard]] AnyOutput hit_object();
[[nodiscard]] AnyOutput fit_object();
[[nodiscard]] AnyOutput handle_object();
[[nodiscard]] AnyOutput model_object();
[[nodiscard]] const OutputList& steady_outputs();
[[nodiscard]] const OutputList& section_row_outputs();
[[nodiscard]] const OutputList& sample_statistics_outputs();
[[nodiscard]] const OutputList& gap_statistics_outputs();
[[nodiscard]] const OutputList& friction_statistics_outputs();
[[nodiscard]] const OutputList& window_statistics_outputs();
[[nodiscard]] const OutputList& study_row_outputs();
[[nodiscard]] const OutputList& study_probe_outputs();
[[nodiscard]] const OutputList& study_reference_outputs();
[[nodiscard]] const OutputList& sweep_row_outputs();
[[nodiscard]] const OutputList& sweep_mean_outputs();
[[nodiscard]] const OutputList& multiplier_outputs();
[[nodiscard]] const OutputList& branch_end_outputs();
[[nodiscard]] const OutputList& mode_outputs();
[[nodiscard]] const OutputList& report_outputs();
[[nodiscard]] const OutputList& compared_outputs();

/// An argument or a result of a method, "probe?: string": a name, whether it is optional, a type of the editor.
struct Parameter {
    std::string name, type;
    bool optional = false;
};
/// "probe: string, options?: jounce.peak.fields". A part without a colon is a type without a name.
[[nodiscard]] std::vector<Parameter> parameters_of(const std::string& text);

/// "at(probe, time)".
[[nodiscard]] std::string method_words(const Method& method);
[[nodiscard]] std::string result_words(const std::string& results);

/// Pushes a row (values/rows.hpp). Values of type "number" are floats, of type "integer" integers; nil is left out.
void push_row(lua_State* state, const OutputList& list, const List& row);

}  // namespace jounce::lua
