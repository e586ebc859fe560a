// Rounding of the accelerations of slips in a System with joints, by that of the direction they are taken along.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "time/equations/mechanism_dynamics.hpp"

namespace jounce::time {

/// Rounding of the acceleration of a slip by that of its direction, over the relative rounding of positions [m/s^2]; for a slip
/// in a plane, of its first component. \param state where the dynamics stand
[[nodiscard]] double tilt_noise(MechanismDynamics& dynamics, std::size_t friction, const State& state);

}  // namespace jounce::time
