// coroutine.create, resume and wrap as Lua has them, except that Ctrl-C reaches the coroutine and errors keep their place.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <lua.hpp>

namespace jounce::lua {

/// Puts them into the table `coroutine`. `wrap` hands an error on as it is: Lua's own puts the caller's line in front of it.
void replace_coroutine_functions(lua_State* state);

}  // namespace jounce::lua
