// Frames of a mechanism from the motion of the full model, for pictures of bodies and of clearances.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "bodies/plane.hpp"
#include "record/frames/motion.hpp"
#include "system/mechanism/link_state.hpp"

namespace jounce::record {

/// A frame with its accelerations.
struct PlanarFrameMotion : MarkerState {
    /// Acceleration of a point of the frame [m/s2].
    [[nodiscard]] bodies::Vector2 point_acceleration(const bodies::Vector2& local) const {
        const bodies::Vector2 arm = turned(local);
        return acceleration + angular_acceleration * bodies::perpendicular(arm) - rate * rate * arm;
    }
};

/// For each frame, the index of its node in System::nodes, -1 for the ground and for points of flexible bodies. Empty
/// without a mechanism.
[[nodiscard]] std::vector<int> planar_nodes(const System& system);
/// All frames, followed by those of all markers of flexible bodies in order; `nodes` as returned by planar_nodes.
[[nodiscard]] std::vector<PlanarFrameMotion> planar_frames(const System& system, const std::vector<int>& nodes,
                                                           const FullMotion& motion);
/// Index of a link's first marker among them.
[[nodiscard]] int first_marker(const System& system, int link);
/// All frames in the initial configuration, at time 0: the rest position of pictures. \throws Error from a user's
/// signal
[[nodiscard]] std::vector<PlanarFrameMotion> planar_frames_at_start(const System& system, const std::vector<int>& nodes);

}  // namespace jounce::record
