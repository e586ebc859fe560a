// Where the acceleration of a function jumps, or a higher derivative, from the windows in which it is smooth.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "system/signals/motion_windows.hpp"

namespace jounce::signals {

struct MotionBends {
    std::vector<double> kinks;                 ///< those of the windows, and those at their common ends [s]
    std::vector<double> bends;                 ///< ascending [s]
    std::vector<SmoothWindow> smooth;          ///< without those that are short because of a bend; with their spans widened
    std::optional<MotionSurvey::Fault> fault;  ///< the search ends there
};

[[nodiscard]] MotionBends find_bends(SampledMotion& motion, const MotionWindows& windows);

}  // namespace jounce::signals
