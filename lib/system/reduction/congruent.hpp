// Products A^T B A that bring a matrix over all dofs to the coordinates of an affine map.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "base/messages/stage.hpp"
#include "linalg/basics/types.hpp"
#include "linalg/sparse/graph.hpp"
#include "system/builder/full_matrix.hpp"

namespace jounce {

/// left^T middle right
[[nodiscard]] SparseMatrix triple_product(const SparseMatrix& left, const SparseMatrix& middle, const SparseMatrix& right);
/// Which rows have an entry.
[[nodiscard]] std::vector<bool> rows_in_use(const SparseMatrix& matrix);

/// The symmetric part of map^T middle map (n x n) without zeros, for a middle that is symmetric to rounding. Columns are shared
/// by threads, each sum has a fixed order.
[[nodiscard]] SparseMatrix congruent(const FullMatrix& middle, const SparseMatrix& map);

/// The same in two passes, for matrices that must not be copied: where it differs from zero, and its numbers in the place of
/// `out`, which has that pattern. A map with its columns in another order gives the same numbers in another order. \param stage
/// is told the fraction of the columns
[[nodiscard]] linalg::Pattern congruent_pattern(const FullMatrix& middle, const SparseMatrix& map, const StagePart& stage = {});
void fill_congruent(const FullMatrix& middle, const SparseMatrix& map, SparseMatrix& out, const StagePart& stage = {});

/// Whether a matrix is its transpose to the last bit, in its numbers and in what is stored.
[[nodiscard]] bool is_symmetric(const SparseMatrix& matrix);

}  // namespace jounce
