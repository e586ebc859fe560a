// Decompositions of small dense matrices, compiled only once: Eigen's templates take seconds of compile time wherever
// they are used.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "linalg/basics/types.hpp"

namespace jounce::linalg {

/// Eigenvalues in ascending order, and eigenvectors as columns.
struct DensePairs {
    Vector values;
    Matrix vectors;
};

// The next four throw std::runtime_error when their iteration does not converge (entries not finite, for example).
/// A v = lambda v with v'v = 1. \param A symmetric n x n; only its lower half is read
[[nodiscard]] DensePairs symmetric_pairs(const Matrix& A);
/// Only the eigenvalues of A.
[[nodiscard]] Vector symmetric_values(const Matrix& A);
/// Eigenvalues of the symmetric tridiagonal matrix with diagonal `diagonal` (n) and off-diagonal `beside` (n - 1).
[[nodiscard]] Vector tridiagonal_values(const Vector& diagonal, const Vector& beside);
/// A v = lambda B v with v'B v = 1. \returns nothing when B is not positive definite
[[nodiscard]] std::optional<DensePairs> symmetric_pairs(const Matrix& A, const Matrix& B);

/// The least-squares solution x of A x = b with the smallest norm, by a complete orthogonal decomposition.
/// \param threshold pivots below this fraction of the largest one count as zero; default: n times the rounding error
[[nodiscard]] Vector least_solution(const Matrix& A, const Vector& b, std::optional<double> threshold = {});
/// A^-1 B, A symmetric positive definite
[[nodiscard]] Matrix solve_positive_definite(const Matrix& A, const Matrix& B);
/// A^-1 B, A square; by elimination with partial pivoting
[[nodiscard]] Matrix solve_square(const Matrix& A, const Matrix& B);

/// Singular values in descending order and full orthonormal bases: A = left diag(values) right'.
struct SingularValues {
    Vector values;
    Matrix left, right;
};
[[nodiscard]] SingularValues singular_values(const Matrix& A);

/// The X with the smallest ||A X - B||, by elimination with pivoting of the columns. \param A n x p, p <= n, of full rank
[[nodiscard]] Matrix least_squares(const Matrix& A, const Matrix& B);
/// The columns of A in the order in which pivoting takes them: the longest one, then the one with the longest rest beside those
/// taken.
[[nodiscard]] std::vector<int> pivot_order(const Matrix& A);
/// An orthonormal basis of the columns' span. \param A n x p of full rank, p <= n
[[nodiscard]] Matrix orthonormal_columns(const Matrix& A);
/// An orthonormal basis of what the columns of A span but for rests shorter than `least`.
[[nodiscard]] Matrix orthonormal_columns(const Matrix& A, double least);
/// An orthonormal basis of the x with A'x = 0. \param A n x p of full rank, p < n \returns n x (n - p)
[[nodiscard]] Matrix complement(const Matrix& A);

}  // namespace jounce::linalg
