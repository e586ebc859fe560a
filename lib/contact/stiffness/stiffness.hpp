// Contact stiffness from radii and materials: the family "stiffness", pure functions that return a number.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "base/fields/kind.hpp"

namespace jounce::contact {

using StiffnessKind = Kind<double>;

/// The table of all stiffness helpers (stiffness/table.cpp).
[[nodiscard]] std::span<const StiffnessKind* const> stiffness_kinds();
/// The family "stiffness": K of F = K delta^(3/2), in N/m^1.5. Inline for the same reason as law_family.
inline const Family<double> stiffness_family{.name = "stiffness", .kinds = stiffness_kinds};

}  // namespace jounce::contact
