// A function of the script's, callable from C++.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <lua.hpp>
#include <memory>
#include <string>

#include "base/value.hpp"

namespace jounce::lua {

/// Keeps the function at `index` alive. It is called on a Lua thread of its own, never on the one that runs the script.
/// \param field what messages about its results begin with: "model.load: 'force'"; empty: nothing
[[nodiscard]] std::shared_ptr<const Callable> make_callable(lua_State* state, int index, const std::string& field = {});

/// Pushes the function again; nil when it does not come from this script.
void push_callable(lua_State* state, const Callable& callable);

/// The thread on which functions are called (for the interrupt's hook). Made on first use.
[[nodiscard]] lua_State* calling_thread(lua_State* state);

/// From now on no callable touches Lua; called when the state is about to be closed.
void retire_callables(lua_State* state);

}  // namespace jounce::lua
