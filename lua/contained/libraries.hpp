// Lua's standard libraries for a contained case: no processes, no native modules, no bytecode, only files in permitted folders.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <lua.hpp>

namespace jounce::lua {

/// Replaces functions of the open standard libraries by restricted ones, according to the permissions of the state's context. A
/// refused function raises an error that names `--trusted`.
void contain_libraries(lua_State* state);

}  // namespace jounce::lua
