// Fixed-size vectors and matrices of the elements. A node has six dofs in the order ux uy uz rx ry rz.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>

namespace jounce::elements {

using Vector6 = Eigen::Matrix<double, 6, 1>;
using Matrix6 = Eigen::Matrix<double, 6, 6>;
using Matrix6x12 = Eigen::Matrix<double, 6, 12>;
using Vector12 = Eigen::Matrix<double, 12, 1>;
using Matrix12 = Eigen::Matrix<double, 12, 12>;
using Row6 = Eigen::Matrix<double, 1, 6>;
using Row12 = Eigen::Matrix<double, 1, 12>;

}  // namespace jounce::elements
