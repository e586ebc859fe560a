// An initial state of a run, as an object of the script.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <lua.hpp>
#include <memory>

#include "time/start/continuation.hpp"

namespace jounce::lua {

void push_state(lua_State* state, std::shared_ptr<const time::InitialState> value);

/// The state at `index`, or null.
[[nodiscard]] std::shared_ptr<const time::InitialState> state_at(lua_State* state, int index);

}  // namespace jounce::lua
