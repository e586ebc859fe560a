// Markers of flexible bodies with their velocities and accelerations, for probes and pictures.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "system/mechanism/mechanism.hpp"
#include "system/state/state.hpp"

namespace jounce {

/// A frame with its accelerations.
struct MarkerState : bodies::FrameMotion {
    bodies::Vector2 acceleration = bodies::Vector2::Zero();  ///< of its origin [m/s^2]
    double angular_acceleration = 0;                         ///< [rad/s^2]
};

/// From the motion of the mean axes and of the modes (k values each).
[[nodiscard]] MarkerState marker_state(const bodies::FlexibleMarker& marker, const MarkerState& axes, const linalg::Vector& eta,
                                       const linalg::Vector& eta_rate, const linalg::Vector& eta_acceleration);
/// From the free coordinates.
[[nodiscard]] MarkerState marker_state(const FlexibleLink& link, int marker, const State& state);

}  // namespace jounce
