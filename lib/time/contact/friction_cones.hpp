// Unilateral contacts with dry friction in planes: impulses in Coulomb's cones.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "linalg/basics/types.hpp"

namespace jounce::time {

/// Rates c + W x of normals (opening speeds) and tangents (minus the slips), with x their impulses.
struct FrictionCones {
    struct Contact {
        Eigen::Index normal = 0;   ///< its row; -1: no normal of this problem
        Eigen::Index tangent = 0;  ///< the first row of its tangents, which follow each other
        int directions = 0;        ///< 0: without friction
        double coefficient = 0;
        double bound = 0;  ///< of |F| where there is no normal
    };
    linalg::Matrix W;
    linalg::Vector c;
    std::vector<Contact> contacts;

    /// 0 <= P perpendicular to the opening speed >= 0; |F| <= mu P, with |F| = mu P, or |F| = bound, against the slip where it is
    /// not zero. Sweeps over the contacts, each with the impulses of the others: M. Jean (1999),
    /// doi:10.1016/S0045-7825(98)00383-1. Where they converge slowly, since motions hardly part, by a path of smoothed laws
    /// (follow_smoothed_laws). \param x first guess \returns nothing where neither converges
    [[nodiscard]] std::optional<linalg::Vector> solve(linalg::Vector x, int most_sweeps = 100000) const;
};

}  // namespace jounce::time
