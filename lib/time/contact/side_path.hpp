// The motion of one side of a gap over a step.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/numbers/hermite.hpp"
#include "system/state/state.hpp"

namespace jounce::time {

/// As a cubic: indentation and rate at both ends [m, m/s].
[[nodiscard]] inline CubicHermite side_path(const SideState& before, const SideState& after, double h) {
    return {h, before.motion.indentation, before.motion.rate, after.motion.indentation, after.motion.rate};
}

}  // namespace jounce::time
