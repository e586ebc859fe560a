// A slip in a plane under Coulomb friction: its direction turns ever faster as it vanishes, and where it counts as at rest.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>

#include "contact/friction/friction.hpp"
#include "system/state/state.hpp"
#include "system/state/system.hpp"

namespace jounce::time {

/// Largest slip that can be rounding alone, at an instant [m/s].
inline constexpr double rounding_of_slip = 1e-12;

/// In a step with given friction forces, a slip in a plane keeps its direction below this fraction of the speed that friction
/// removes: where it turns by more than a right angle within the step, its force would jump.
inline constexpr double least_slip_share = 0.05;

/// That speed. \param compliance change of the slip at the end of the step by a unit force [m/(N s)]
[[nodiscard]] inline double least_slip(const contact::FrictionCone& cone, double normal_force, double compliance) {
    return std::fmax(rounding_of_slip, least_slip_share * cone.coefficient * std::abs(normal_force) * compliance);
}

/// Tolerance of a located end of a slip whose direction the steps follow, in speeds of rest.
inline constexpr double location_of_rest = 4;

/// d(slip)/dt from the accelerations of a state [m/s^2].
[[nodiscard]] contact::Slip slip_acceleration(const System& system, const Friction& friction, const State& state);

/// The end of a slip in a plane whose direction a method follows, within a step that begins at a given state.
///
/// With the force r that would hold it, ds/dt = W (r - mu N e), e = s/|s|: e turns towards r at a rate of order |r|/|s|, so that
/// a slip that comes to rest turns by a finite angle, at last along r. It ends where |s| falls below `rest`. One that begins
/// below, from rest, ends where it has moved back from there by as much.
struct PlaneSlip {
    double rest = 0;   ///< [m/s]: rounding of the slip, or what friction takes away within the resolution of time
    double noise = 0;  ///< [m/s]: the rounding of a slip that is the difference of larger speeds
    double speed = 0;  ///< at the start, that of `begin` [m/s]
    contact::Slip begin{}, direction{};

    PlaneSlip() = default;
    PlaneSlip(const System& system, const State& from, std::size_t friction);
    /// The event function: rises through zero where the slip ends [m/s]. \param band of the law, 0 while the slip breaks loose
    [[nodiscard]] double ended(const contact::Slip& slip, double band) const;
};

/// A slip in a plane that begins at rest, under a force that hardly exceeds friction.
struct BeginningSlip {
    static constexpr double hardly = 1.05;  ///< a holding force over friction up to which steps follow it
    contact::Slip direction{};              ///< e
    double rise = 0;                        ///< c = d|s|/dt [m/s^2]
};

/// ds/dt = W (r - mu N e) with s = |s| e: while |s| is small, e turns as r does, and (mu N + c W^-1) e = r with |e| = 1.
/// \param inertia W^-1, row by row: the mass that a slip moves along each tangent [kg] \param hold r, what would hold the slip
/// [N] \param friction mu N <= |r| [N]; otherwise the slip begins along r with c = 0
[[nodiscard]] BeginningSlip beginning_slip(const std::array<double, 4>& inertia, const contact::Slip& hold, double friction);
/// The least change of a slip in unit time by a unit force, of all directions [1/kg]; zero for an inertia of zero.
[[nodiscard]] double least_mobility(const std::array<double, 4>& inertia);

/// Is a slip what the location of an end, at this instant, has left of one that now begins another way? Closed stops and given
/// motions keep it, so that no impulse removes it: it has no say in the direction.
[[nodiscard]] inline bool left_by_location(const FrictionState& friction, const contact::Slip& slip) {
    constexpr double rounding = 1 + 1e-6;
    return contact::dot(slip, friction.direction) < 0 && contact::norm(slip) <= rounding * contact::norm(friction.speed_before);
}

/// Does a set-valued friction that slips have two directions?
[[nodiscard]] inline bool slips_in_plane(const Friction& friction, const FrictionState& state) {
    return friction.directions == 2 && friction.law->cone && state.status == FrictionStatus::slip;
}

}  // namespace jounce::time
