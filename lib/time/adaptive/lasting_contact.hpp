// The tolerance of steps through contacts that last.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>

#include "system/state/state.hpp"

namespace jounce::time {

/// Share of the tolerance that a step may use, from 1 to 0.05. On its law a side vibrates at omega = sqrt(W dF/d(delta)), and the
/// errors of the steps add up over its vibrations, as far back as damping remembers, 2/(W dF/d(delta')): from the second one on
/// the share falls with the square of their number, so that the sum over a contact of a hundred vibrations stays within a few
/// tolerances.
/// \param mobility W, change of the rate in unit time by a unit force [1/kg]
[[nodiscard]] inline double share_of_tolerance(const SideState& side, double time, double mobility) noexcept {
    constexpr double least = 0.05, period = 6.283185307179586;  // 2 pi
    if (!side.memory.closed || !(side.response.stiffness > 0) || !(mobility > 0)) return 1;
    const double frequency = std::sqrt(mobility * side.response.stiffness);
    const double decay = 0.5 * mobility * std::max(side.response.damping, 0.0);
    const double since = time - side.memory.onset_time;
    const double angle = decay * since > 1 ? frequency / decay : frequency * since;
    const double part = period / std::max(angle, period);
    return std::max(least, part * part);
}

/// The tolerance of a step, not below what double precision can follow.
[[nodiscard]] inline double lasting_tolerance(double tolerance, double share) noexcept {
    constexpr double smallest = 1e-13;
    return std::max(share * tolerance, std::min(tolerance, smallest));
}

}  // namespace jounce::time
