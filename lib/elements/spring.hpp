// A spring-damper along a direction or about an axis, between two nodes or a node and the ground, with rigid arms at its ends.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "elements/matrices.hpp"

namespace jounce::elements {

enum class SpringMotion { translation, rotation };

/// Where a spring-damper acts. `direction` (global axes, any length but 0) is the line of a translational spring, the axis of a
/// rotational one; it stays fixed. The arms lead from the nodes to the attachment points, m, global axes.
struct SpringGeometry {
    SpringMotion motion = SpringMotion::translation;
    Eigen::Vector3d direction = Eigen::Vector3d::UnitX();
    Eigen::Vector3d arm1 = Eigen::Vector3d::Zero();
    Eigen::Vector3d arm2 = Eigen::Vector3d::Zero();
};

/// The row b with elongation (m) or twist (rad) = b * (dofs of node 1, dofs of node 2): end 2 minus end 1 along the direction.
/// Throws jounce::Error if the direction is a vector of length 0.
[[nodiscard]] Row12 spring_row(const SpringGeometry& geometry);

/// The row for a node tied to the ground: displacement or rotation of the attachment point; only `arm1` is used.
[[nodiscard]] Row6 spring_row_to_ground(const SpringGeometry& geometry);

/// K = k b^T b and C = c b^T b. Stiffness k in N/m or N m/rad, damping c in N s/m or N m s/rad.
template <int Size>
struct SpringMatrices {
    Eigen::Matrix<double, Size, Size> stiffness;
    Eigen::Matrix<double, Size, Size> damping;
};

/// From a row of six or twelve columns.
template <int Size>
[[nodiscard]] SpringMatrices<Size> spring_matrices(const Eigen::Matrix<double, 1, Size>& row, double stiffness, double damping) {
    const Eigen::Matrix<double, Size, Size> square = row.transpose() * row;
    return {.stiffness = stiffness * square, .damping = damping * square};
}

}  // namespace jounce::elements
