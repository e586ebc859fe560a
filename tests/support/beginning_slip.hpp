// The direction in which a slip in a plane begins, by bisection.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/LU>

namespace jounce::test {

/// W (r - F e) is along e: with the mobility W of the slip and the force r that would hold it, friction F lets it begin along e.
inline Eigen::Vector2d begins_along(const Eigen::Matrix2d& W, const Eigen::Vector2d& r, double F) {
    const Eigen::Matrix2d A = W.inverse();
    const auto at = [&](double c) { return Eigen::Vector2d((F * Eigen::Matrix2d::Identity() + c * A).inverse() * r); };
    if (at(0).norm() < 1) return r.normalized();
    double low = 0, high = r.norm() * W.trace();
    for (int i = 0; i < 200; ++i) (at((low + high) / 2).norm() > 1 ? low : high) = (low + high) / 2;
    return at(low).normalized();
}

}  // namespace jounce::test
