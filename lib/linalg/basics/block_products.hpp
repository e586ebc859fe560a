// Products of dense columns with a block of vectors stored by rows.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "linalg/basics/types.hpp"

namespace jounce::linalg {

/// basis^T x (k x c) for k columns of n rows. Rows are shared between threads in a division that does not depend on their number,
/// and the sums of the parts are added in order: so are the bits.
[[nodiscard]] RowMatrix shares_of(const Eigen::Ref<const Matrix>& basis, const RowMatrix& x);
/// x^T y for two blocks of vectors (n x c each), in one pass over both.
[[nodiscard]] Matrix gram(const RowMatrix& x, const RowMatrix& y);
/// x becomes x - basis shares.
void subtract(const Eigen::Ref<const Matrix>& basis, const RowMatrix& shares, RowMatrix& x);
/// x becomes x Z for a square Z.
void multiply_block(RowMatrix& x, const Matrix& Z);

}  // namespace jounce::linalg
