// Errors of keys that an object does not have.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <lua.hpp>
#include <string>
#include <vector>

#include "base/messages/error.hpp"

namespace jounce::lua {

/// "run: there is no field or method 'plto'; did you mean 'plot'?", in the look ahead as in the run; "no field" where there are
/// no methods. \param shown the key in the message \param key a name, for the suggestion; may be empty
[[nodiscard]] Error unknown_field(const std::string& name, const std::string& shown, const std::string& key,
                                  std::vector<std::string> fields, const std::vector<std::string>& methods);

/// Appends the names among the keys of a table, without metamethods.
void collect_keys(lua_State* state, int table, std::vector<std::string>& out);

/// Does a C function, such as the iterator of ipairs, ask for the element, rather than the script?
[[nodiscard]] bool is_asked_by_library(lua_State* state);

}  // namespace jounce::lua
