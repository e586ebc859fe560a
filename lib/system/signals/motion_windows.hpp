// A run divided into windows in which a function is smooth, and what lies between them.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "system/signals/motion_survey.hpp"
#include "system/signals/sampled_motion.hpp"
#include "system/signals/smooth_window.hpp"

namespace jounce::signals {

/// The acceleration may jump here, or a higher derivative [s].
struct PossibleBend {
    double begin = 0, end = 0;
    bool place = false;  ///< between smooth windows: no polynomial fits there
};

struct MotionWindows {
    std::vector<SmoothWindow> smooth;          ///< ascending
    std::vector<double> kinks;                 ///< of the places between them [s]
    std::vector<PossibleBend> bends;           ///< likewise
    double noise = 0;                          ///< as of `MotionSurvey`
    std::optional<MotionSurvey::Fault> fault;  ///< the windows end there
};

/// Finds the scales of `motion` and divides it. Ends at the first fault and where the function fails.
[[nodiscard]] MotionWindows divide(SampledMotion& motion);

/// The windows beside a kink or a bend are short because it is near, not because the function is fast: their spans become those
/// of the longest polynomial. \param bends ascending [s]
void widen_spans(SampledMotion& motion, const std::vector<double>& bends, std::vector<SmoothWindow>& windows);

}  // namespace jounce::signals
