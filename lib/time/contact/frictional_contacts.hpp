// Unilateral contacts with dry friction along lines, as one linear complementarity problem: of impulses, or of forces.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "linalg/basics/types.hpp"

namespace jounce::time {

/// Rates (or accelerations) c = (gamma_N, gamma_T) without pushes P (normals) and rubs F (tangents), which add W (P, F): gamma_N
/// the opening ones, gamma_T minus those of the slips.
struct FrictionalContacts {
    linalg::Matrix W;                  ///< normals, then tangents; symmetric but for frictions that go with a push
    linalg::Vector c;                  ///< of the same
    std::vector<int> pressed_by;       ///< of each tangent: its normal, or -1
    std::vector<double> coefficient;   ///< of each tangent
    std::vector<double> normal_force;  ///< of each tangent whose normal is -1: given

    struct Answer {
        linalg::Vector forces;  ///< (P, F)
        linalg::Vector rates;   ///< c + W (P, F)
        linalg::Vector sizes;   ///< of the terms of `rates`, with what the frictions could hold
    };
    /// 0 <= P perpendicular to gamma_N >= 0; |F| <= mu P with F against the slip: with R = mu P + F and L = mu P - F, both >= 0,
    /// and the parts of gamma_T = xi_R - xi_L, R perpendicular to xi_R and L to xi_L. F. Pfeiffer, C. Glocker (1996), Multibody
    /// Dynamics with Unilateral Contacts, doi:10.1002/9783527618385, chapter 5; P. Flores, R. Leine, C. Glocker (2010),
    /// doi:10.1007/s11044-009-9178-y. \returns nothing where Lemke's path ends on a ray
    [[nodiscard]] std::optional<Answer> solve() const;
};

}  // namespace jounce::time
