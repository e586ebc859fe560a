// Lua source for a contained case: text only, and files below the folders that it may read.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <lua.hpp>

namespace jounce::lua {

/// load, loadfile, dofile, package.searchpath and the places where `require` looks.
void contain_sources(lua_State* state);

}  // namespace jounce::lua
