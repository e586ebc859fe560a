// The coordinates that a section's state consists of: those of a mechanism from which its joints give all others.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "linalg/types.hpp"
#include "system/state/state.hpp"
#include "system/state/system.hpp"

namespace jounce::nonlinear {

/// Of a System with joints. Without joints all free coordinates are independent, and both members are empty.
struct IndependentCoordinates {
    std::vector<int> of;      ///< free coordinates, ascending
    linalg::Vector position;  ///< free coordinates of a position with closed joints: the dependent ones are looked for from here

    [[nodiscard]] Eigen::Index size(const System& system) const {
        return system.mechanism ? static_cast<Eigen::Index>(of.size()) : Eigen::Index{system.size()};
    }
    /// The independent ones of q, or of v.
    [[nodiscard]] linalg::Vector of_all(const System& system, const linalg::Vector& q) const;
};

/// Leaves out as many coordinates as the joints have equations, those that the joints give best where the state stands: pivots of
/// a QR decomposition of the joints' Jacobian by columns, in the metric of the masses.
[[nodiscard]] IndependentCoordinates independent_coordinates(const System& system, const State& state);

/// All coordinates and velocities at `time` from the independent ones, z and z'.
/// \throws Error (computation) where the joints cannot be closed
void complete_motion(const System& system, const IndependentCoordinates& independent, double time, const linalg::Vector& z,
                     const linalg::Vector& rates, linalg::Vector& q, linalg::Vector& v);

/// Takes whole turns off the angles of bodies among the independent coordinates: z becomes the one nearest to `near`.
void take_off_turns(const System& system, const IndependentCoordinates& independent, const linalg::Vector& near,
                    linalg::Vector& z);

}  // namespace jounce::nonlinear
