// Advice on the step of a run, given before it starts.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "record/run/run.hpp"
#include "time/advice/recommended_step.hpp"

namespace jounce::record {

/// One line each: a step larger than the recommended one; a step above the stability limit of the method.
[[nodiscard]] std::vector<std::string> step_warnings(const System& system, const RunOptions& options,
                                                     const std::optional<time::StepAdvice>& advice);

}  // namespace jounce::record
