// A rigid mass fixed to a node, with the centre of mass at the node or at the end of a rigid arm.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "elements/matrices.hpp"

namespace jounce::elements {

struct PointMass {
    double mass = 0;  ///< kg, 0 or above
    Eigen::Matrix3d inertia =
        Eigen::Matrix3d::Zero();  ///< about the centre of mass, global axes, kg m^2; symmetric, no negative principal value
    Eigen::Vector3d offset = Eigen::Vector3d::Zero();  ///< from the node to the centre of mass, global axes, m
};

/// Inertia tensor with the given moments about the three global axes and no products, kg m^2.
[[nodiscard]] Eigen::Matrix3d diagonal_inertia(const Eigen::Vector3d& moments);

/// Mass matrix of the node's dofs (ux uy uz rx ry rz), kg, kg m, kg m^2, small rotations:
/// [m I, -m [r]x; m [r]x, J - m [r]x [r]x] (docs/theory/beams.md, eq. 22).
/// The moments of `inertia` need not satisfy the triangle inequality of a body, so that a planar model may specify only one.
/// Throws jounce::Error for a negative mass and for an inertia that is not symmetric or not positive semidefinite.
[[nodiscard]] Matrix6 point_mass_matrix(const PointMass& point);

}  // namespace jounce::elements
