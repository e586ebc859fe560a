// Lua's own libraries as a contained case sees them: no processes, no native modules, no bytecode, files below its folders.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <lua.hpp>

namespace jounce::lua {

/// Replaces the functions of the standard libraries, which are open, by those that the permissions of the state's context allow;
/// what is refused raises an error that says so and names `--trusted`.
void contain_libraries(lua_State* state);

}  // namespace jounce::lua
