// The derivative of the impulses of rigid stops with friction by the motion before the impact.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "linalg/basics/types.hpp"
#include "nonlinear/variation/side_gradient.hpp"
#include "system/state/system.hpp"
#include "time/stepper/observer.hpp"

namespace jounce::nonlinear {

/// dv+ = dv- - G (B dv- + bend dq) + sum over `bristles` of by_bristle dz- + sum over `turns` of effect (row dq).
struct ImpactTangent {
    linalg::Matrix B;             ///< rates of the struck normals, then slips of their frictions (k x n)
    linalg::Matrix bend;          ///< derivatives of the same by q, in circular gaps (k x n)
    linalg::Matrix G;             ///< n x k
    linalg::Vector acceleration;  ///< of the rows just before [m/s2]
    struct Bristle {
        std::size_t friction = 0;
        linalg::Matrix by_bristle;  ///< n x 2
    };
    std::vector<Bristle> bristles;
    std::vector<TurnEffect> turns;
};

/// The rigid sides `pushed`, m of them, along their normals just before an impact.
struct StruckNormals {
    linalg::Matrix B, bend;       ///< derivatives of the rates by v and by q (m x n)
    linalg::Matrix W;             ///< M^-1 times the directions of their impulses (n x m)
    linalg::Vector acceleration;  ///< of the rows [m/s2]
    linalg::Vector restitution;
};
[[nodiscard]] StruckNormals struck_normals(const SideGradients& gradients, const time::SwitchedState& event,
                                           const std::vector<std::size_t>& pushed);

/// Does an impact need ImpactTangent: has a side of `pushed` friction, or a normal that turns?
[[nodiscard]] bool needs_tangent(const System& system, const SideGradients& gradients, const std::vector<std::size_t>& pushed);
/// Derivatives X of impulses, A X = right (k x k, k x any), with the least sum of squares where stops hold one motion together:
/// they determine the motion, not each impulse.
[[nodiscard]] linalg::Matrix solve_for_impulses(const linalg::Matrix& A, const linalg::Matrix& right);

/// Differentiates docs/theory/friction.md, eq. 6, with the normals that push and the frictions that hold or slide as they did.
/// \param impulses of the sides `pushed` [N s]
[[nodiscard]] ImpactTangent impact_tangent(const System& system, const SideGradients& gradients, const time::SwitchedState& event,
                                           const std::vector<std::size_t>& pushed, const std::vector<double>& impulses);

}  // namespace jounce::nonlinear
