// Rigid motions over all nodes, and the threshold below which a mode is a rigid-body mode.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "linalg/basics/types.hpp"
#include "linalg/eigen/stiffness_round_off.hpp"

namespace jounce {

struct System;

/// Unit translations along and unit rotations about the global axes through the origin, over the dofs of the full model:
/// (6 * nodes) x 6. A rotation moves a node at x by e cross x.
[[nodiscard]] linalg::Matrix rigid_motions_of_nodes(const System& system);

using linalg::stiffness_round_off;

}  // namespace jounce
