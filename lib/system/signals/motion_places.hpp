// What a function does within a few microseconds in which no polynomial fits it: a kink, a jump, perhaps a bend, or noise.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "system/signals/sampled_motion.hpp"

namespace jounce::signals {

/// Between smooth windows [s].
struct Place {
    double begin = 0, end = 0;
    int returned = 1;
};

struct PlaceFinding {
    std::vector<double> kinks;
    bool may_bend = false;  ///< the acceleration may jump there, or less
};

/// \throws FoundFault where the function is no motion within the run, and as `SampledMotion::at`
[[nodiscard]] PlaceFinding classify(SampledMotion& motion, const Place& place);

/// For a place in the run at which nothing was found or which is too long. \throws FoundFault unless it lies outside the run
void refuse_in_run(SampledMotion& motion, const Place& place);

}  // namespace jounce::signals
