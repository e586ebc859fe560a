// The initial values of the free coordinates from given values of full-model dofs.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "system/reduction/affine_map.hpp"

namespace jounce {

/// Solves T q + P s = given for the given dofs; undetermined coordinates minimise the sum of M_ii q_i^2.
/// \param mass the diagonal M_ii
/// \param at_start values (or rates) of the motions at t = 0
/// \param what "displacement" or "velocity", for messages
/// \throws Error when a given value is impossible
[[nodiscard]] Vector initial_values(const AffineMap& map, const Builder& builder, const Vector& mass,
                                    const std::vector<GivenDof>& given, const Vector& at_start, const std::string& what);

}  // namespace jounce
