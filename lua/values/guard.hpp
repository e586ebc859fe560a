// The interface between C++ and Lua: every C function is registered through `guarded`, every Lua function is called through
// `protected_call`. An error crosses as plain text, never as an exception through Lua's frames or a jump over C++ objects.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <exception>
#include <lua.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/messages/error.hpp"

namespace jounce::lua {

/// The body of a function that Lua calls. It reports errors by throwing and calls no Lua function that raises on bad values (no
/// luaL_check..., only raw table access), so that it is also correct with the C build of Lua, where an error jumps and
/// destructors do not run. The only exception is out of memory inside Lua.
using Body = int (*)(lua_State*);

/// Runs the body; an exception becomes a Lua error (a string) after all C++ objects are destroyed. An Error without origin gets
/// the user's line.
int call_guarded(lua_State* state, Body body);

template <Body body>
int guarded(lua_State* state) {
    return call_guarded(state, body);
}

/// Ends a script when its command needs no more of it: not an error, and the script cannot catch it.
class Stop : public std::exception {
  public:
    [[nodiscard]] const char* what() const noexcept override { return "stopped"; }
};

/// The innermost line in a user's file; unknown if there is none.
[[nodiscard]] Origin where(lua_State* state);
/// That line and those from which its function was called, innermost first.
[[nodiscard]] std::vector<Origin> calls_of_script(lua_State* state);

/// An error caught from Lua.
struct Caught {
    Error error;
    std::string traceback;
    bool stop = false;           ///< a Stop, not an error
    bool out_of_memory = false;  ///< it may not occur with more memory
};

/// lua_call from the body of a function: errors propagate to Lua.
void call_lua(lua_State* state, int arguments, int results);

/// Calls the function below its arguments, as lua_pcall does. Nothing is left on the stack when it fails.
[[nodiscard]] std::optional<Caught> protected_call(lua_State* state, int arguments, int results);

/// Records where the error on top of the stack was raised; it ended the coroutine `thread`, and the coroutine's calls are known
/// only until it is closed.
void note_coroutine_error(lua_State* state, lua_State* thread);

/// For hooks, which are not C functions: raises "file:line: text" with the given failure. No C++ object may be alive.
[[noreturn]] void raise_at_current_line(lua_State* state, Failure failure, const char* text);

}  // namespace jounce::lua
