// Lua's require, with an error for a module that requires itself.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <lua.hpp>

namespace jounce::lua {

/// For the state of a case. Lua itself would load such a module repeatedly until its stack is full.
void replace_require(lua_State* state);

}  // namespace jounce::lua
