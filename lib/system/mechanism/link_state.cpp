// Markers of flexible bodies with their velocities and accelerations.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/mechanism/link_state.hpp"

namespace jounce {

MarkerState marker_state(const bodies::FlexibleMarker& marker, const MarkerState& axes, const linalg::Vector& eta,
                         const linalg::Vector& eta_rate, const linalg::Vector& eta_acceleration) {
    bodies::MarkerMotion motion;
    motion.update(marker, axes, eta.data(), eta_rate.data());
    MarkerState out;
    static_cast<bodies::FrameMotion&>(out) = motion.frame;
    out.acceleration = axes.acceleration + axes.angular_acceleration * motion.by_angle +
                       bodies::Vector2(motion.by_modes * eta_acceleration) +
                       bodies::Vector2(motion.quadratic[0], motion.quadratic[1]);
    out.angular_acceleration = axes.angular_acceleration + marker.turn.dot(eta_acceleration);
    return out;
}

MarkerState marker_state(const FlexibleLink& link, int marker, const State& state) {
    const auto [x, y, angle] = link.axes;
    MarkerState axes;
    axes.position = {state.q[x], state.q[y]};
    axes.velocity = {state.v[x], state.v[y]};
    axes.acceleration = {state.a[x], state.a[y]};
    axes.set_angle(state.q[angle]);
    axes.rate = state.v[angle];
    axes.angular_acceleration = state.a[angle];
    return marker_state(link.body->markers[static_cast<std::size_t>(marker)], axes, state.q(link.modes), state.v(link.modes),
                        state.a(link.modes));
}

}  // namespace jounce
