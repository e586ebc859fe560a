// The constructors jounce.law.hertz{...}, jounce.section.tube{...}, ..., made from the table of families.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <lua.hpp>

namespace jounce::lua {

/// Adds jounce.<family> with its constructors to the module table on top of the stack; a family of the single kind "isotropic"
/// (materials) becomes one function.
void add_constructors(lua_State* state);

/// Makes the table on top of the stack read-only; the error for an unknown name suggests the nearest known one.
void make_strict(lua_State* state, const char* name);

}  // namespace jounce::lua
