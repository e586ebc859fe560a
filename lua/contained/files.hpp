// The functions of Lua's io library that open files, restricted to the permitted folders.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <lua.hpp>

namespace jounce::lua {

/// io.open, io.lines, io.input and io.output.
void contain_files(lua_State* state);

}  // namespace jounce::lua
