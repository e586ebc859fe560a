// The method and the step of a run when the script gives neither.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "record/run/run.hpp"
#include "system/state/state.hpp"

namespace jounce::record {

/// Options with a method, and the reason: "newmark (...) at steps of 4.3e-06 s: a twentieth of ...".
struct Choice {
    RunOptions options;
    std::string why;
};

/// Chooses for three digits at the least cost. The second choice replaces the first one if that fails in the run; there
/// is only one if the script gives a method. Costs are counts of operations, so that the choice is the same on every
/// machine.
///
/// Bodies and joints: `event_driven`, then `generalized_alpha` of spectral radius 0.8. Structures: the faster one, as
/// estimated, of `newmark` at `time::step_basis` and `event_driven` at a tolerance of 1e-6, of linear ones also of
/// `precise`, where they can integrate the model (docs/guide/choosing-an-integrator.md has the measurements).
/// \param options of read_run_options, checked by check_run
[[nodiscard]] std::vector<Choice> choices(const System& system, const RunOptions& options);

/// One run with one choice. \throws Error, OtherOptions with --resume
[[nodiscard]] Run execute_choice(const std::shared_ptr<const System>& system, const Choice& choice, const Session& session);

/// The initial state of a structure's run, complete if it can be completed.
[[nodiscard]] State start_of(const System& system, const RunOptions& options);

}  // namespace jounce::record
