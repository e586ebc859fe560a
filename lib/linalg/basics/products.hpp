// Products of a sparse symmetric matrix with many vectors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <functional>

#include "linalg/basics/row_blocks.hpp"
#include "linalg/basics/shared_matrix.hpp"
#include "linalg/basics/types.hpp"

namespace jounce::linalg {

/// A x for a symmetric A stored in full: A is read once for several columns of x rather than once for each. Rows of the result
/// are shared between threads; every sum has a fixed order, so the result does not depend on their number.
[[nodiscard]] Matrix product(const SparseMatrix& A, const Matrix& x);
/// The same for a block stored by rows. `out` must not be x.
void product(const SparseMatrix& A, const RowMatrix& x, RowMatrix& out);

/// V^T A V, symmetric like A, without A V as a whole.
[[nodiscard]] Matrix congruence(const SharedMatrix& A, const Matrix& V);
/// V^T A V for two matrices, which V passes through only once. \param proceed called repeatedly
[[nodiscard]] std::array<Matrix, 2> congruences(const std::array<SharedMatrix, 2>& A, const Matrix& V,
                                                const std::function<void()>& proceed);

}  // namespace jounce::linalg
