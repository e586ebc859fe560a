// The coordinates of a section's state: for a mechanism, those that determine all others through the joints.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "linalg/basics/types.hpp"
#include "system/state/state.hpp"
#include "system/state/system.hpp"

namespace jounce::nonlinear {

/// For a System with joints. Without joints all free coordinates are independent, and both members are empty.
struct IndependentCoordinates {
    std::vector<int> of;      ///< free coordinates, ascending
    linalg::Vector position;  ///< free coordinates of a position with closed joints: the initial guess of the dependent ones

    [[nodiscard]] Eigen::Index size(const System& system) const {
        return system.mechanism ? static_cast<Eigen::Index>(of.size()) : Eigen::Index{system.size()};
    }
    /// The independent components of q or v.
    [[nodiscard]] linalg::Vector of_all(const System& system, const linalg::Vector& q) const;
};

/// Leaves out one coordinate for each joint equation, those best determined by the joints at the state: column pivots of a QR
/// decomposition of the joints' Jacobian, in the metric of the masses.
[[nodiscard]] IndependentCoordinates independent_coordinates(const System& system, const State& state);

/// All coordinates and velocities at `time` from the independent ones, z and z'.
/// \throws Error (computation) when the joints cannot be closed
void complete_motion(const System& system, const IndependentCoordinates& independent, double time, const linalg::Vector& z,
                     const linalg::Vector& rates, linalg::Vector& q, linalg::Vector& v);

/// Removes whole turns from the angles of bodies among the independent coordinates, so that z is nearest to `near`.
void take_off_turns(const System& system, const IndependentCoordinates& independent, const linalg::Vector& near,
                    linalg::Vector& z);

}  // namespace jounce::nonlinear
