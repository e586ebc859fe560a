// coroutine.create, resume and wrap of Lua, with two changes: Ctrl-C interrupts the coroutine and errors keep their line.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <lua.hpp>

namespace jounce::lua {

/// Puts them into the table `coroutine`. `wrap` passes an error on unchanged; Lua's own adds the caller's line in front.
void replace_coroutine_functions(lua_State* state);

}  // namespace jounce::lua
