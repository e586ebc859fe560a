// A rigid mass fixed to a node.
// SPDX-License-Identifier: BSD-3-Clause
#include "elements/point_mass.hpp"

#include <fmt/format.h>

#include "base/messages/error.hpp"
#include "elements/rigid_arm.hpp"
#include "linalg/dense/dense.hpp"

namespace jounce::elements {

namespace {

void require_inertia(const Eigen::Matrix3d& inertia) {
    // Relative bounds: a tensor rotated by the user is symmetric and semidefinite only to round-off.
    constexpr double round_off = 1e-12;
    const double size = inertia.norm();
    if (!((inertia - inertia.transpose()).norm() <= round_off * size)) {
        throw bad_case(
            "point mass: 'inertia' must be symmetric, got different products of inertia on the two sides of the diagonal");
    }
    const double smallest = linalg::symmetric_values(inertia)(0);
    if (!(smallest >= -round_off * size)) {
        throw bad_case(fmt::format("point mass: 'inertia' must have principal moments of 0 or above, got {:g} kg m^2", smallest));
    }
}

}  // namespace

Eigen::Matrix3d diagonal_inertia(const Eigen::Vector3d& moments) { return moments.asDiagonal(); }

Matrix6 point_mass_matrix(const PointMass& point) {
    if (!(point.mass >= 0)) throw bad_case(fmt::format("point mass: 'mass' must be 0 or above, got {:g} kg", point.mass));
    require_inertia(point.inertia);
    const Eigen::Matrix3d cross = cross_matrix(point.offset);
    Matrix6 matrix;
    matrix << point.mass * Eigen::Matrix3d::Identity(), -point.mass * cross,  //
        point.mass * cross, (point.inertia + point.inertia.transpose()) / 2 - point.mass * cross * cross;
    return matrix;
}

}  // namespace jounce::elements
