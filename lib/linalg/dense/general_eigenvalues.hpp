// Eigenvalues and determinants of small general matrices, and eigenvalues of products that are never formed.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>
#include <vector>

#include "linalg/basics/types.hpp"

namespace jounce::linalg {

/// Eigenvalues of a real square matrix with exactly conjugate pairs, in descending order of modulus; in a pair the one
/// with the positive imaginary part is first. Of a large matrix of low rank those of a smaller one are found, and zeros. \throws
/// std::runtime_error when the iteration does not converge
[[nodiscard]] std::vector<std::complex<double>> general_eigenvalues(const Matrix& A);

/// Eigenvalues of A_n ... A_2 A_1 without forming the product, in which small eigenvalues would be lost in the rounding
/// of large ones. The block-cyclic matrix of the factors has their n-th roots as eigenvalues (equally spaced on a
/// circle).
/// Source: D. S. Watkins, Product eigenvalue problems, SIAM Review 47 (2005) 3-40, doi:10.1137/S0036144504443110.
/// \param factors A_1, A_2, ..., square and of equal size; for one factor, general_eigenvalues is used
[[nodiscard]] std::vector<std::complex<double>> product_eigenvalues(const std::vector<Matrix>& factors);

/// ln |det A|; -infinity for a singular matrix.
[[nodiscard]] double log_determinant(const Matrix& A);

}  // namespace jounce::linalg
