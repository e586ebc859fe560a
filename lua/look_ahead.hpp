// A script followed before it runs, for what would otherwise end it after the computation: endings of pictures and tables, and
// probes of plots that are not recorded.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>

#include "context.hpp"

namespace jounce::lua {

/// Nothing is assembled, computed, printed or written. What functions would return stands for itself: it takes method calls, and
/// ends the look ahead where the script would need its value. So does any error, which the run itself reports, and a script that
/// computes for long by itself.
/// \param context of Purpose::ahead
/// \returns the first fault found, or a wrong --set
[[nodiscard]] std::optional<Error> look_ahead(const std::string& file, const std::shared_ptr<Context>& context);

/// Puts its own functions in the place of those that compute, print and write. The module's table is on top of the stack.
void take_places_in_module(lua_State* state);
/// The same for the standard library.
void take_places_in_library(lua_State* state);

}  // namespace jounce::lua
