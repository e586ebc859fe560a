// A massless rigid arm from a node to a point: the motion of the point from that of the node. Small rotations.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "elements/matrices.hpp"

namespace jounce::elements {

/// The matrix [r]x with [r]x a = r cross a.
[[nodiscard]] inline Eigen::Matrix3d cross_matrix(const Eigen::Vector3d& r) {
    Eigen::Matrix3d m;
    m << 0, -r.z(), r.y(), r.z(), 0, -r.x(), -r.y(), r.x(), 0;
    return m;
}

/// A with (u, theta)_point = A (u, theta)_node: u_point = u_node + theta cross r, for `r` from the node to the point in global
/// axes, m. Forces are transformed by the transpose: (F, M)_node = A^T (F, M)_point.
[[nodiscard]] inline Matrix6 rigid_arm(const Eigen::Vector3d& r) {
    Matrix6 arm = Matrix6::Identity();
    arm.topRightCorner<3, 3>() = -cross_matrix(r);
    return arm;
}

/// Block-diagonal pair of arms for the two ends of an element.
[[nodiscard]] inline Matrix12 rigid_arms(const Eigen::Vector3d& r1, const Eigen::Vector3d& r2) {
    Matrix12 arms = Matrix12::Zero();
    arms.topLeftCorner<6, 6>() = rigid_arm(r1);
    arms.bottomRightCorner<6, 6>() = rigid_arm(r2);
    return arms;
}

}  // namespace jounce::elements
