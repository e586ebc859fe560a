// The module `jounce`: one function per noun, each in its own file.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <lua.hpp>
#include <memory>

#include "base/fields/schema.hpp"
#include "sweep/axes.hpp"
#include "system/model/model.hpp"
#include "time/start/continuation.hpp"
#include "values/guard.hpp"
#include "values/stack.hpp"

namespace jounce::lua {

// Bodies of the module's functions (to be registered through `guarded`).
int parameters(lua_State* state);
int model(lua_State* state);
int modes(lua_State* state);
int static_equilibrium(lua_State* state);
int restitution(lua_State* state);
int reduce(lua_State* state);
int reduced(lua_State* state);
int write_mesh(lua_State* state);
int run(lua_State* state);
int compare(lua_State* state);
int impact(lua_State* state);
int plot_impacts(lua_State* state);
int print_table(lua_State* state);
int fit(lua_State* state);
int sweep_points(lua_State* state);
int orbit(lua_State* state);
int continue_branch(lua_State* state);
int plot(lua_State* state);
int result(lua_State* state);

/// \throws Error (usage) if --set was given and the script has not declared parameters yet
void require_parameters(lua_State* state);

/// \throws Error (usage) "<option>: ..." unless the axis is a declared parameter, with values of its type
void require_parameter(const Table& declared, const sweep::Axis& axis, const std::string& option);

/// The model at `index`. \throws Error "subject: ..." if it is not a model
[[nodiscard]] std::shared_ptr<const Model> model_argument(lua_State* state, int index, const std::string& subject);
/// The model at `index`, or null.
[[nodiscard]] std::shared_ptr<const Model> model_at(lua_State* state, int index);

/// The static equilibrium at `index` as the initial state of a run, or null.
[[nodiscard]] std::shared_ptr<const time::InitialState> equilibrium_at(lua_State* state, int index);

/// A state carried by a sweep must fit the next model: a mismatch is an error of the sweep, not of a point.
/// \throws Error as time::require_same_coordinates
void require_same_model(lua_State* state, const System& system, const time::InitialState& initial);

/// Pushes a placeholder for a result that is not computed (check, modes): using it ends the script.
int push_result_to_come(lua_State* state);

// Fields of the functions that take a table, for the reference.
[[nodiscard]] const FieldList& model_fields();
[[nodiscard]] const FieldList& modes_fields();
[[nodiscard]] const FieldList& reduce_fields();
[[nodiscard]] const FieldList& static_fields();
[[nodiscard]] const FieldList& impact_fields();
[[nodiscard]] const FieldList& plot_impacts_fields();
[[nodiscard]] const FieldList& restitution_fields();
[[nodiscard]] const FieldList& print_table_fields();
[[nodiscard]] const FieldList& fit_fields();
[[nodiscard]] const FieldList& peak_fields();
[[nodiscard]] const FieldList& integral_fields();
[[nodiscard]] const FieldList& series_fields();
[[nodiscard]] const FieldList& plot_fields();
[[nodiscard]] const FieldList& steady_fields();
[[nodiscard]] const FieldList& section_fields();
[[nodiscard]] const FieldList& section_plot_fields();
[[nodiscard]] const FieldList& statistics_fields();
[[nodiscard]] const FieldList& figure_fields();
[[nodiscard]] const FieldList& panel_fields();
[[nodiscard]] const FieldList& curve_fields();
[[nodiscard]] const FieldList& sweep_fields();
[[nodiscard]] const FieldList& sweep_plot_fields();
[[nodiscard]] const FieldList& sweep_mean_fields();
[[nodiscard]] const FieldList& orbit_fields();
[[nodiscard]] const FieldList& continue_fields();
[[nodiscard]] const FieldList& continue_step_fields();
[[nodiscard]] const FieldList& continue_second_fields();
[[nodiscard]] const FieldList& switch_fields();
[[nodiscard]] const FieldList& branch_plot_fields();

/// Pushes the module table; what `require "jounce"` returns.
int open_module(lua_State* state);

}  // namespace jounce::lua

/// Lua's entry point: package.preload.jounce, and the only symbol of the module that a plain lua5.4 loads.
extern "C" int luaopen_jounce(lua_State* state);
