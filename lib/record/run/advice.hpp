// Advice on the step of a run, given before it starts.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "record/run/run.hpp"
#include "time/advice/recommended_step.hpp"

namespace jounce::record {

/// "the contact time of ... is too short for any step: is the stiffness intended? ...", if a contact limits the step and is.
[[nodiscard]] std::optional<std::string> doubtful_contact_time(const System& system, const time::StepAdvice& advice);

/// One line each: a step larger than the recommended one; a step above the stability limit of the method.
[[nodiscard]] std::vector<std::string> step_warnings(const System& system, const RunOptions& options,
                                                     const std::optional<time::StepAdvice>& advice);

}  // namespace jounce::record
