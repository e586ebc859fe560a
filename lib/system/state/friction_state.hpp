// Friction in a System and in a State: rows of the slip, normal force, and the motion, force and memory at an instant.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <string>

#include "base/messages/error.hpp"
#include "contact/friction/friction.hpp"
#include "system/signals/signal.hpp"

namespace jounce {

/// Friction at a gap, or under a given normal force. Its slip velocity has one or two components. They are the rates of its own
/// rows of B, [first_row, first_row + own_rows), with one exception: `around` a circular gap the first component is t.v of the
/// gap's two rows, t = (-n_2, n_1), to which the first own row adds the speed of a turning surface when `spins`.
struct Friction {
    std::string name;  ///< name of the gap, or its own
    contact::FrictionPointer law;
    int contact = -1;            ///< index into System::contacts; -1: the normal force is given
    SignalPointer normal_force;  ///< [N], zero or positive
    int first_row = 0;
    int own_rows = 0;
    int directions = 1;  ///< components of the slip velocity
    bool around = false, spins = false;
    std::string node;  ///< the node that the name refers to
    Origin origin;
};

enum class FrictionStatus : std::uint8_t {
    open,  ///< no normal force
    slip,  ///< also laws that are not set-valued, at any speed
    stick  ///< held by a set-valued law
};

/// One Friction at an instant.
struct FrictionState {
    FrictionStatus status = FrictionStatus::open;
    bool breaking = false;         ///< slips, but has not left the dead band since the last stick
    contact::Slip direction{};     ///< of a set-valued slip: unit vector, constant during a step
    contact::Slip velocity{};      ///< slip velocity [m/s], also without a normal force
    contact::Slip force{};         ///< as applied, on the left-hand side: along the slip [N]
    contact::Slip bristle{};       ///< z [m]
    double normal_force = 0;       ///< [N]
    double largest_force = 0;      ///< largest friction or normal force since the start of the motion, a scale of rounding [N]
    double stored_energy = 0;      ///< of the bristles [J]
    contact::Slip impulse{};       ///< impulse at this instant [N s], with the sign of `force`; zero at the ends of steps
    contact::Slip speed_before{};  ///< slip velocity before that impulse
};

inline constexpr double rounding_of_largest_force = 1e-12;

/// The largest force of a stick [N], with a tolerance for round-off in the solution for its force. Without it, an unloaded stick
/// would break when a contact begins or ends with zero normal force.
[[nodiscard]] inline double stick_bound(const contact::FrictionCone& cone, const FrictionState& friction) noexcept {
    return std::fmax(cone.static_coefficient * friction.normal_force, rounding_of_largest_force * friction.largest_force);
}

/// A stick ends: it slips along `force`, which is not zero, and has not left its dead band yet.
inline void slip_along(const contact::FrictionCone& cone, const contact::Slip& force, FrictionState& friction) noexcept {
    const double size = contact::norm(force);
    friction.status = FrictionStatus::slip;
    friction.breaking = cone.dead_band > 0;
    friction.direction = {force[0] / size, force[1] / size};
}

}  // namespace jounce
