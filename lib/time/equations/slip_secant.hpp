// Newton's method for a friction that is nearly a step of its slip: the secant in place of the slope.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "contact/friction/friction.hpp"

namespace jounce::time {

/// Newton's method oscillates about the kink of a law that is nearly a step. From the seventh iteration on the secant |F|/|s| is
/// used, with which the iteration descends from any point, while the slip still changes by more than half of its value.
[[nodiscard]] inline bool swings(int iteration, const contact::Slip& slip, const contact::Slip& last) noexcept {
    constexpr int first_secant = 7;
    constexpr double settled = 0.5;
    return iteration >= first_secant && contact::norm({slip[0] - last[0], slip[1] - last[1]}) > settled * contact::norm(slip);
}

/// \param speed of the slip, or that by which a held direction turns; 0: there is no secant [m/s]
[[nodiscard]] inline double secant_of(const contact::Slip& force, double speed) noexcept {
    return speed > 0 ? contact::norm(force) / speed : 0.0;
}

}  // namespace jounce::time
