// Strict globals: to read or assign a global that does not exist is an error.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <lua.hpp>

namespace jounce::lua {

/// For the state of a case; a plain lua5.4 that loads the module keeps its globals as they are.
void make_globals_strict(lua_State* state);

}  // namespace jounce::lua
