// The engine of --engine: a component beside the program, loaded once for the process, as MPI is.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "linalg/eigen/engine.hpp"
#include "sweep/identity.hpp"
#include "sweep/ranks.hpp"
#include "system/state/system.hpp"

namespace jounce::lua {

struct Context;

/// Values of --engine; the first one is Jounce's own.
[[nodiscard]] const std::vector<std::string>& engine_names();

/// Loads the component and starts its libraries, if `name` asks for it. Ranks other than 0 keep their messages on stderr from now
/// on until `end_messages`.
/// \throws Error (usage) when the component is not installed or belongs to another version; (computation) when its libraries fail
void load_engine(const std::string& name, const sweep::Ranks& ranks);

/// The engine for a computation of the script, or null: without --engine, in the points of a sweep and after a sweep, where the
/// ranks do not work together. The ranks meet and compare what they are about to compute.
/// \param subject begins messages: "modes" \param settings of the computation, for the comparison
/// \throws Error (bad_case) when the ranks differ
[[nodiscard]] const linalg::Engine* engine_for(const Context& command, const std::string& subject, const System& system,
                                               const sweep::Identity& settings = {});

/// "jounce" for an empty text of an engine.
[[nodiscard]] std::string engine_text(const std::string& text);

/// At the end of the program: rank 0 has said what failed and ends all ranks. Another rank that still exists after three seconds
/// has failed alone, and says so.
void end_messages(int status);

}  // namespace jounce::lua
