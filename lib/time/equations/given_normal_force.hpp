// The normal force of a friction where it is given.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fmt/format.h>

#include "system/state/friction_state.hpp"

namespace jounce::time {

/// N(t) [N] of a friction that has `normal_force`. \throws Error from a user's signal, and (computation) where it is negative
[[nodiscard]] inline double given_normal_force(const Friction& friction, double time) {
    double force = 0;
    try {
        force = friction.normal_force->value(time);
    } catch (const Error& error) {
        if (error.failure() == Failure::interrupted) throw;
        throw Error(error.failure(), fmt::format("friction '{}': 'normal_force': {}", friction.name, error.message()),
                    error.origin());
    }
    if (force < 0) {
        throw computation_failed(fmt::format("friction '{}': 'normal_force' must be zero or positive, got {} N at t = {} s",
                                             friction.name, force, time))
            .at(friction.origin);
    }
    return force;
}

}  // namespace jounce::time
