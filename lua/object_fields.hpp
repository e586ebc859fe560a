// A table of named fields, some of which may be objects.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <initializer_list>
#include <lua.hpp>
#include <string>

#include "base/value.hpp"

namespace jounce::lua {

/// As `fields_argument`, of an only argument whose fields `objects` may hold objects: `true` stands in their place.
/// \param shape what the message shows: "{ model = ..., period = ... }"
[[nodiscard]] Table object_fields(lua_State* state, int index, const std::string& subject,
                                  std::initializer_list<const char*> objects, const std::string& shape);

}  // namespace jounce::lua
