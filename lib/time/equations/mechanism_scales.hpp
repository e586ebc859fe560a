// Length, velocity and noise scales of a System with joints: scales of its coordinates, first step, round-off near rest.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include "time/equations/mechanism_dynamics.hpp"

namespace jounce::time {

/// A coordinate that is an angle counts as what it moves at the farthest point of any body.
class MechanismScales {
  public:
    explicit MechanismScales(const System& system);

    /// The farthest point of a body from its origin [m]; 1 where there is none.
    [[nodiscard]] double reach() const { return reach_; }
    /// Length of a motion of one in a coordinate: 1, or the reach.
    [[nodiscard]] double length(std::size_t coordinate) const { return length_[coordinate]; }
    /// A thousandth of the speed of a fall by the reach [m/s]: at rest, before something sets it in motion, errors are measured
    /// against this one.
    [[nodiscard]] double slow() const;
    /// The largest length in a motion of all coordinates (positions, velocities, or accelerations).
    [[nodiscard]] double largest(const linalg::Vector& motion) const;

    /// A first step [s]: two hundredths of the time in which the motion, or what the contact forces do to it, changes.
    [[nodiscard]] double first_step(MechanismDynamics& dynamics, const State& from, double tolerance) const;
    /// What round-off of the places, felt by the contacts' stiffness, makes of the accelerations [m/s^2]: near rest no tolerance
    /// relative to the speed can be kept below it.
    [[nodiscard]] double grain(MechanismDynamics& dynamics, const State& from) const;

  private:
    double reach_ = 0;
    std::vector<double> length_;
};

}  // namespace jounce::time
