// The other branches that meet at a special point.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "nonlinear/continuation/family.hpp"
#include "nonlinear/continuation/grazing.hpp"

namespace jounce::nonlinear {

/// The start of another branch: a point of it near the special point, with the tangent away from that point.
struct BranchStart {
    CurvePoint point;
    int periods = 1;
};

/// The orbit of twice the period near a period doubling: y* + e q with Phi q = -q, the parameter free. Both signs of q give the
/// same orbit, half a period apart. \returns nothing where no such orbit is found
[[nodiscard]] std::optional<BranchStart> switch_at_doubling(const ScaledFamily& family, const CurvePoint& doubling,
                                                            const NewtonSettings& settings);

/// The second branch through a branch point, along the null vector of the Jacobian orthogonal to the tangent.
[[nodiscard]] std::optional<BranchStart> switch_at_branch_point(const ScaledFamily& family, const CurvePoint& crossing,
                                                                const NewtonSettings& settings);

/// Orbits with one contact more than `count` repetitions of the grazing orbit, at its grazing contact.
[[nodiscard]] std::optional<BranchStart> switch_at_grazing(const ScaledFamily& family, const CurvePoint& grazing, int count,
                                                           const NewtonSettings& settings);

}  // namespace jounce::nonlinear
