// What stands for a result in the look ahead, before it is computed.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <lua.hpp>
#include <string>

namespace jounce::lua {

/// Pushes a placeholder of a result, which accepts every method that its list of outputs has, if it is known; operators on it
/// and texts made of it are placeholders again. A loop over one is left out if it only prints. The look ahead ends where the
/// script needs its value. \param kind its name in messages: "run", "section"
void push_result(lua_State* state, const std::string& kind);
[[nodiscard]] bool is_result(lua_State* state, int index);
[[nodiscard]] std::string kind_of(lua_State* state, int index);

/// What is known of a result ahead; each may be nil.
enum class Known {
    kind = 1,   ///< its name in messages
    columns,    ///< the recorded probes, or the columns of a sweep
    end,        ///< of a run [s]
    gaps,       ///< names, of a run
    list,       ///< name of the list of outputs that has its fields; of a method, that of its result
    frictions,  ///< names, of a run
};
constexpr int known_values = 6;
/// Pops the value on top of the stack, above the result to which it belongs.
void set_known(lua_State* state, Known which);
/// Pushes it.
void get_known(lua_State* state, int index, Known which);

// Functions for the script.
/// Ends the look ahead without a fault.
int end_look_ahead(lua_State* state);
/// string.format and tostring; upvalue: the function.
int text_ahead(lua_State* state);

/// Ends the look ahead of a script that computes for long by itself.
void limit_instructions(lua_State* state);

}  // namespace jounce::lua
