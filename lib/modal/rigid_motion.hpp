// The six rigid motions of a model, written in its free coordinates: the influence vectors of base motion.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "system/state/rigid_motion.hpp"
#include "system/state/system.hpp"

namespace jounce::modal {

/// rigid_motions_of_nodes over the free coordinates, n x 6. A coordinate that is the dof of a node has the motion of
/// that dof, so that fixed and dependent dofs do not appear. If some coordinate is not a dof (a reduced System), all
/// follow from least squares of T r = R instead.
[[nodiscard]] linalg::Matrix rigid_motions(const System& system);

/// The inertia forces on the free coordinates in each rigid motion of all nodes, supports included: T^T M R, n x 6 [kg,
/// kg m]. Constraints that the motion violates (a fixed node in the mean of others) need not be representable in free
/// coordinates.
[[nodiscard]] linalg::Matrix rigid_momentum(const System& system);

/// momentum_k^T M^-1 momentum_k: the mass that can move relative to rigidly moving supports; at most R^T M R [kg, kg
/// m2].
[[nodiscard]] std::array<double, 6> moved_mass(const System& system, const linalg::Matrix& momentum);

}  // namespace jounce::modal
