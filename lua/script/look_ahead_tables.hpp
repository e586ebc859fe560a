// What the look ahead reads in the tables of a script.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <lua.hpp>
#include <optional>
#include <string>
#include <vector>

namespace jounce::lua {

/// A string in the table at `index`, or nothing.
[[nodiscard]] std::optional<std::string> text_in(lua_State* L, int index, const char* key);

/// The strings of the list on top of the stack, which is popped; nothing if it contains other values.
[[nodiscard]] std::optional<std::vector<std::string>> take_words(lua_State* state);

/// The user value of the result on top of the stack: the columns of the sweep whose table is the first argument. They are those
/// of the table that its function returns for the first value of each axis; there are none where that needs results.
void find_columns_of_sweep(lua_State* L);

}  // namespace jounce::lua
