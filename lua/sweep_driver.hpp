// A sweep under way: takes its folder, has the points computed, keeps what is done.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <lua.hpp>

#include "sweep_task.hpp"

namespace jounce::lua {

/// \throws Error (bad_case) for an output folder that cannot be taken; writes nothing
void check_sweep_folder(lua_State* state, const SweepTask& task);

/// \throws Error: misuse by the script, a full disk, an interrupt; the message says what is kept
[[nodiscard]] sweep::Sweep compute_sweep(lua_State* state, const SweepTask& task);

}  // namespace jounce::lua
