// What `jounce check` says of a model and of a run before it is computed.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "record/run.hpp"

namespace jounce::record {

/// Mass, motions that are free, given or held by nothing, lowest frequency, and the model's notes; a line each.
/// \param proceed called while the eigensolver works; an Error that it throws ends it
[[nodiscard]] std::vector<std::string> model_report(const System& system, const std::function<void()>& proceed = {});

/// Method and step with the reason where they are chosen, the step recommended, contact times, motions that nothing holds.
[[nodiscard]] std::vector<std::string> run_report(const System& system, const RunOptions& options);

/// "0.385 kg, 120 coordinates, 1 gap": the head of a run's summary.
[[nodiscard]] std::string model_line(const System& system);

}  // namespace jounce::record
