// What is said of a run's step before the run.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "record/run.hpp"
#include "time/advice/recommended_step.hpp"

namespace jounce::record {

/// A line each: a step larger than the one recommended; a step that a conditionally stable method does not stand.
[[nodiscard]] std::vector<std::string> step_warnings(const System& system, const RunOptions& options,
                                                     const std::optional<time::StepAdvice>& advice);

}  // namespace jounce::record
