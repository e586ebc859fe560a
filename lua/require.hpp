// require as Lua has it, except that a module which requires itself is an error that says so.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <lua.hpp>

namespace jounce::lua {

/// For the state of a case. Lua itself loads such a module again and again until its stack is full.
void replace_require(lua_State* state);

}  // namespace jounce::lua
