// The direction that a set-valued slip holds in a step.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "system/state/friction_state.hpp"

namespace jounce {

/// The direction that a slip holds in the step from a state: in a plane it follows the velocity.
[[nodiscard]] inline contact::Slip direction_from(const Friction& friction, const FrictionState& state) noexcept {
    constexpr double at_rest = 1e-12;
    const double speed = contact::norm(state.velocity);
    if (friction.directions != 2 || state.status != FrictionStatus::slip || !(speed > at_rest)) return state.direction;
    if (!(contact::dot(state.velocity, state.direction) > 0)) return state.direction;
    return {state.velocity[0] / speed, state.velocity[1] / speed};
}

}  // namespace jounce
