// The motion of every dof of the full model at one instant, from the free coordinates.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "system/state/state.hpp"
#include "system/state/system.hpp"

namespace jounce::record {

/// 6 values a node each: displacement [m, rad], velocity, acceleration.
struct FullMotion {
    linalg::Vector displacement, velocity, acceleration;
};

/// u = T q + sum pattern s(t), and its two derivatives.
[[nodiscard]] FullMotion full_motion(const System& system, const State& state);

/// The same for a vector of free coordinates alone: a mode shape.
[[nodiscard]] linalg::Vector full_shape(const System& system, const linalg::Vector& q);

}  // namespace jounce::record
