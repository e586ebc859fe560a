// The matrix and vector types every floor uses: dense and sparse, double precision, column-major.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>

namespace jounce::linalg {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;
using SparseMatrix = Eigen::SparseMatrix<double>;
/// P with (P x)[new_of_old[i]] = x[i]: `permutation.indices()[old] == new`.
using Permutation = Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int>;

/// What a matrix promises about itself. A symmetric one is stored in full all the same; both triangles must be there.
enum class Symmetry { symmetric, unsymmetric };

}  // namespace jounce::linalg

namespace jounce {

using linalg::Matrix;
using linalg::SparseMatrix;
using linalg::Vector;

}  // namespace jounce
