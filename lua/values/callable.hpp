// A function of the script, callable from C++.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <lua.hpp>
#include <memory>
#include <string>

#include "base/fields/value.hpp"

namespace jounce::lua {

/// Keeps the function at `index` alive. It is called on a separate Lua thread, never on the one that runs the script.
/// \param field start of messages about its results: "model.load: 'force'"; empty: none
[[nodiscard]] std::shared_ptr<const Callable> make_callable(lua_State* state, int index, const std::string& field = {});

/// Pushes the function again; nil if it is not from this script.
void push_callable(lua_State* state, const Callable& callable);

/// The thread on which functions are called (for the interrupt's hook). Made on first use.
[[nodiscard]] lua_State* calling_thread(lua_State* state);

/// After this call no callable accesses Lua; called before the state is closed.
void retire_callables(lua_State* state);

}  // namespace jounce::lua
