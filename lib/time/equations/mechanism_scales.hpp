// Length, velocity and noise scales of a System with joints: scales of its coordinates, first step, round-off near rest.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include "time/equations/mechanism_dynamics.hpp"

namespace jounce::time {

/// An angle is measured by the displacement of the farthest point of any body.
class MechanismScales {
  public:
    explicit MechanismScales(const System& system);

    /// Distance of the farthest point of a body from its origin [m]; 1 if there is none.
    [[nodiscard]] double reach() const { return reach_; }
    /// Displacement per unit of a coordinate: 1, or the reach.
    [[nodiscard]] double length(std::size_t coordinate) const { return length_[coordinate]; }
    /// A thousandth of the speed after a free fall by the reach [m/s]: near rest, before the motion begins, errors are
    /// relative to it.
    [[nodiscard]] double slow() const;
    /// The largest length in a motion of all coordinates (positions, velocities, or accelerations).
    [[nodiscard]] double largest(const linalg::Vector& motion) const;

    /// A first step [s]: two hundredths of the time scale of the motion or of the contact forces.
    [[nodiscard]] double first_step(MechanismDynamics& dynamics, const State& from, double tolerance) const;
    /// A step of a given size, or the first one of contacts that began at `since` or later.
    [[nodiscard]] double onset_step(MechanismDynamics& dynamics, const State& from, double tolerance, double since,
                                    double size) const;
    /// Round-off of the accelerations due to round-off of the positions [m/s^2]: near rest a tolerance relative to the speed
    /// cannot be below it. \param stiffness sum of the contacts' stiffnesses times their mobilities [1/s^2]
    [[nodiscard]] double grain(const State& from, double stiffness) const;

  private:
    double reach_ = 0;
    std::vector<double> length_;
};

}  // namespace jounce::time
