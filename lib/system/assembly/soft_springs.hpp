// Springs too soft beside the elements: a doubt about a model.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "system/builder/builder.hpp"
#include "system/reduction/affine_map.hpp"
#include "system/state/system.hpp"

namespace jounce {

/// Whether a spring is so soft beside the stiffness at its coordinates that it may be one of those.
[[nodiscard]] bool has_soft_springs(const System& system, const AffineMap& map, const Builder& builder);

/// Finds springs whose energy in a rigid motion of what they hold is near the rounding error of the strain energy there (16 times
/// stiffness_round_off). Sets `soft_motions`, those below the rounding itself, and `unsure_motions`, the others, scaled so that
/// the springs' x^T K x is 1 and x^T M x one over the eigenvalue. One below the rounding counts as a motion without support, but
/// for its frequency: a note unless the model accepts it. In `system`, M, K, T and the elements are set.
void find_soft_springs(System& system, const AffineMap& map, const Builder& builder);

}  // namespace jounce
