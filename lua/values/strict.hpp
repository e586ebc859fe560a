// Strict globals: reading or assigning an undeclared global is an error.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <lua.hpp>

namespace jounce::lua {

/// For the state of a case; a plain lua5.4 that loads the module keeps its globals unchanged.
void make_globals_strict(lua_State* state);

}  // namespace jounce::lua
