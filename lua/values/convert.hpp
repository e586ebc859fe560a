// Between Lua values and jounce::Value.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <lua.hpp>
#include <string>
#include <vector>

#include "base/fields/value.hpp"

namespace jounce::lua {

/// Copies the Lua value at `index`. Tables are read raw: keys 1..n make a List, names a Table, `{}` an empty List (which is also
/// accepted as a Table). Handles become References, functions Callables. Integers must fit a double exactly.
/// \param subject start of messages; \param path name of the value in messages, "" at the outermost level
/// \throws Error for tables with holes, mixed or other keys, a metatable other than that of a row of results, more than 32 levels
/// (or a table inside itself), and for values without meaning outside Lua (threads, models, files).
[[nodiscard]] Value to_value(lua_State* state, int index, const std::string& subject, const std::string& path = {});

/// The table of named fields at `index`, the only argument of a constructor.
/// \throws Error when it is missing, not a table, a list, or followed by further arguments
[[nodiscard]] Table fields_argument(lua_State* state, int index, const std::string& subject);

/// A Lua string at `index`, or a handle's name. \throws Error "subject: 'what' must be ..."
[[nodiscard]] std::string name_argument(lua_State* state, int index, const std::string& subject, const std::string& what);
[[nodiscard]] double number_argument(lua_State* state, int index, const std::string& subject, const std::string& what);

/// \throws Error when more than `count` arguments were given
void at_most_arguments(lua_State* state, int count, const std::string& subject);

void push_value(lua_State* state, const Value& value);
void push_numbers(lua_State* state, const std::vector<double>& numbers);

}  // namespace jounce::lua
