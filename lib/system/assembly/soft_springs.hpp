// Springs too soft beside the elements: a doubt about a model.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "system/builder/builder.hpp"
#include "system/reduction/affine_map.hpp"
#include "system/state/system.hpp"

namespace jounce {

/// Notes springs whose energy in a rigid motion of what they hold is below the rounding error of the strain energy there
/// (stiffness_round_off): the motion counts as one without support, with a frequency of zero. In `system`, M, K and T are set.
void add_soft_springs_doubt(System& system, const AffineMap& map, const Builder& builder);

/// Is a note of a System this doubt?
[[nodiscard]] bool notes_soft_springs(const std::string& note);

}  // namespace jounce
