// Methods of a run defined in separate files.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <lua.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/fields/value.hpp"
#include "nonlinear/statistics/sample_statistics.hpp"
#include "record/run/run.hpp"

namespace jounce::lua {

// To be registered through `guarded`.
int run_plot(lua_State* state);
int run_section(lua_State* state);
int run_statistics(lua_State* state);
int run_state(lua_State* state);

/// The run before the colon. \throws Error that shows the call with a colon
[[nodiscard]] const record::Run& run_self(lua_State* state, const std::string& method);
/// The run at `index`, or null.
[[nodiscard]] const record::Run* run_at_index(lua_State* state, int index);

/// The named fields of a method's first argument; objects of the same class may follow. Leaves a copy of it on the stack.
/// \param shape example in the message: "{ probes = ..., file = ... }"
[[nodiscard]] Table first_fields(lua_State* state, const std::string& subject, const std::string& shape);

/// count, mean, standard_deviation, ...; unknown values are left out.
[[nodiscard]] Table statistics_table(const nonlinear::SampleStatistics& statistics);
/// A cell of a printed table: "-" for an unknown value.
[[nodiscard]] Value known_or_dash(const std::optional<double>& number);

}  // namespace jounce::lua
