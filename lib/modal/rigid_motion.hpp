// The six rigid motions of a model, written in its free coordinates: the influence vectors of base motion.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "system/system.hpp"

namespace jounce::modal {

/// Unit translations along and unit rotations about the global axes through the origin, over the dofs of the full model:
/// (6 * nodes) x 6. A rotation moves a node at x by e cross x.
[[nodiscard]] linalg::Matrix rigid_motions_of_nodes(const System& system);

/// The same over the free coordinates, n x 6. A coordinate that is the dof of a node takes the motion of that dof, so that what
/// is fixed or follows others does not appear. When some coordinate is no dof (a reduced System), all follow from least squares
/// of T r = R instead.
[[nodiscard]] linalg::Matrix rigid_motions(const System& system);

}  // namespace jounce::modal
