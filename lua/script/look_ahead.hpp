// A trial run of a script without computations. It finds faults that would end the script after the computation: wrong file
// endings of pictures and tables, probes that are not recorded, gaps, frictions and fields that do not
// exist, fields that are required.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>

#include "session/context.hpp"

namespace jounce::lua {

/// Nothing is assembled, computed, printed or written. Functions return placeholders. A placeholder accepts every method call;
/// operators on it and texts made of it are placeholders again. A loop over one is left out if it only prints. The look ahead
/// ends where the script needs the value of a placeholder, or may decide by it. It also ends at an error, which the run itself
/// reports, and if the script computes for long by itself.
///
/// \param context of Purpose::ahead
/// \returns the first fault found, or an invalid --set
[[nodiscard]] std::optional<Error> look_ahead(const std::string& file, const std::shared_ptr<Context>& context);

/// Replaces the functions that compute, print and write. The module's table is on top of the stack.
void take_places_in_module(lua_State* state);
/// The same for the standard library.
void take_places_in_library(lua_State* state);

}  // namespace jounce::lua
