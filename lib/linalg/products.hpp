// Products of a sparse matrix with many vectors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include "linalg/types.hpp"

namespace jounce::linalg {

/// Columns that pass through a factor or a product together.
inline constexpr Eigen::Index together = 64;

/// A x, where A is read once for 64 columns of x rather than once for each.
[[nodiscard]] inline Matrix product(const SparseMatrix& A, const Matrix& x) {
    constexpr Eigen::Index few = 4;
    if (x.cols() < few) return A * x;
    Matrix out(A.rows(), x.cols());
    for (Eigen::Index first = 0; first < x.cols(); first += together) {
        const Eigen::Index count = std::min(together, x.cols() - first);
        const RowMatrix part = x.middleCols(first, count);
        out.middleCols(first, count) = RowMatrix(A * part);
    }
    return out;
}

}  // namespace jounce::linalg
