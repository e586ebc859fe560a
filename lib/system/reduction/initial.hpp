// The initial values of the free coordinates from what was given for dofs of the full model.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "system/reduction/affine_map.hpp"

namespace jounce {

/// Solves T q + P s = given on the dofs given; coordinates that these leave open stay as near to rest as their mass asks
/// (least sum of M_ii q_i^2).
/// \param at_start values (or rates) of the motions at t = 0
/// \param what "displacement" or "velocity", for messages
/// \throws Error when a given dof cannot have its value
[[nodiscard]] Vector initial_values(const AffineMap& map, const Builder& builder, const SparseMatrix& M,
                                    const std::vector<GivenDof>& given, const Vector& at_start, const std::string& what);

}  // namespace jounce
