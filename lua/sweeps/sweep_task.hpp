// A request of jounce.sweep, and the computation of one of its points.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <lua.hpp>
#include <string>

#include "session/context.hpp"
#include "sweep/diagram.hpp"
#include "sweep/plan.hpp"
#include "sweep/result.hpp"
#include "sweep/table.hpp"

namespace jounce::lua {

struct SweepTask {
    std::string name;
    sweep::Plan plan;
    bool diagram = false;             ///< `model` and `period` in place of `point`
    sweep::DiagramSettings sections;  ///< of a diagram; its period is set at each point
    double period = 0;                ///< the same for all points [s]; 0: `period` is a function
    double limit = 0;                 ///< time limit of a point [s]; 0: none
    std::string output;
    sweep::Units units;
    int table = 0;  ///< stack index of the script's options, which contain its functions
};

/// Computes a point by the script's functions. Errors become a failed result.
/// \param before the previous point on its line, or null
/// \param runs folder for the outputs of its runs; empty: outputs are not possible
[[nodiscard]] sweep::Result compute_point(lua_State* state, const SweepTask& task, std::size_t point, const sweep::Result* before,
                                          std::size_t before_number, const std::filesystem::path& runs);

/// \throws Error (bad_case) for a unit of an unknown column
void require_columns(const sweep::Units& units, const std::vector<std::string>& columns);

/// Calls the functions for the first point, as far as `check` and `modes` run a script.
void check_point(lua_State* state, const SweepTask& task);

/// Sets the context for a point: its own output root, no progress, no nested sweep.
void enter_point(Context& command, const std::filesystem::path& runs);

/// The text of print(sweep).
[[nodiscard]] std::string sweep_table_text(const sweep::Sweep& sweep);

/// The computed sweep as the script's object.
int push_sweep(lua_State* state, sweep::Sweep sweep);

}  // namespace jounce::lua
