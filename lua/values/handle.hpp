// Handles of nodes, beams, gaps, ... in a script: `shaft.name`, `shaft.nodes[1]`, "beam 'shaft'".
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <lua.hpp>

#include "base/fields/value.hpp"
#include "system/model/model.hpp"

namespace jounce::lua {

void push_handle(lua_State* state, const Handle& handle);

/// The reference behind a handle at `index`, or null.
[[nodiscard]] const Reference* handle_at(lua_State* state, int index);

}  // namespace jounce::lua
