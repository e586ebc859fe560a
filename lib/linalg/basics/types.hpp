// The matrix and vector types used by every floor: dense and sparse, double precision, column-major.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>

namespace jounce::linalg {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;  // rows contiguous: a block of vectors
using SparseMatrix = Eigen::SparseMatrix<double>;
/// P with (P x)[new_of_old[i]] = x[i]: `permutation.indices()[old] == new`.
using Permutation = Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int>;

/// The structure of a matrix. A symmetric one is stored in full, too: both triangles must be present.
enum class Symmetry { symmetric, unsymmetric };

}  // namespace jounce::linalg

namespace jounce {

using linalg::Matrix;
using linalg::SparseMatrix;
using linalg::Vector;

}  // namespace jounce
