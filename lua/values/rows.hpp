// Rows of results: tables in which a name that no row has is an error.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <lua.hpp>
#include <string>
#include <vector>

#include "base/fields/output.hpp"

namespace jounce::lua {

/// Makes the table on top of the stack a row of the list: a name that is neither in the table nor optional is an error with the
/// known names. The tables in it that the list describes become rows, too; those "by name" know the names that they have.
void make_row(lua_State* state, const OutputList& list);
/// The same for each element of the list on top of the stack.
void make_rows(lua_State* state, const OutputList& list);

/// Pushes a metatable of rows with these columns. \param name in messages \param of_script the script names columns, of which no
/// row may have a value: only a name close to a known one is an error
void push_row_metatable(lua_State* state, const std::string& name, const std::vector<Output>& columns, bool of_script = false);

/// Is the value at `index` such a row?
[[nodiscard]] bool is_row(lua_State* state, int index);

}  // namespace jounce::lua
