// A table of named fields, some of which may be objects.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <initializer_list>
#include <lua.hpp>
#include <string>

#include "base/fields/value.hpp"

namespace jounce::lua {

/// As `fields_argument`, for a single argument whose fields `objects` may be objects; the result has `true` in their place.
/// \param shape example in the message: "{ model = ..., period = ... }"
[[nodiscard]] Table object_fields(lua_State* state, int index, const std::string& subject,
                                  std::initializer_list<const char*> objects, const std::string& shape);

}  // namespace jounce::lua
