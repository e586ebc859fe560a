// Lua source for a contained case: only text, and only files in readable folders.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <lua.hpp>

namespace jounce::lua {

/// load, loadfile, dofile, package.searchpath and the searchers of `require`.
void contain_sources(lua_State* state);

}  // namespace jounce::lua
