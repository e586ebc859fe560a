// The method and the step of a run whose script names neither.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "record/run.hpp"
#include "system/state/state.hpp"

namespace jounce::record {

/// Options with a method, and what says so: "newmark (...) at steps of 4.3e-06 s: a twentieth of ...".
struct Choice {
    RunOptions options;
    std::string why;
};

/// Chooses for three digits at the least cost; the second one stands in where the first one fails in the run. One only when the
/// script names a method. What is estimated are counts of operations, so that a model has the same choice on every machine.
///
/// Bodies and joints: `event_driven`, then `generalized_alpha` of spectral radius 0.8. Structures: of `newmark` at
/// `time::step_basis` and `event_driven` at a tolerance of 1e-6 the one that is expected to take less time, where both can march
/// the model (docs/guide/choosing-an-integrator.md has the measurements).
/// \param options of read_run_options, checked by check_run
[[nodiscard]] std::vector<Choice> choices(const System& system, const RunOptions& options);

/// One run by one choice. \throws Error, OtherOptions with --resume
[[nodiscard]] Run execute_choice(const std::shared_ptr<const System>& system, const Choice& choice, const Session& session);

/// The state with which a structure's run begins, complete if it can be completed.
[[nodiscard]] State start_of(const System& system, const RunOptions& options);

}  // namespace jounce::record
