// LU of a sparse unsymmetric matrix: Eigen's SparseLU eliminates, its factors are copied out and solved by plain loops.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>
#include <vector>

#include "linalg/basics/types.hpp"

namespace jounce::linalg {

/// Columns are reordered by COLAMD, rows by partial pivoting. Eigen's own solve allocates twice; this one does not: the
/// factors are kept as plain columns and the permutations as lists of swaps.
class SparseLu {
  public:
    /// Throws SingularMatrix (unknown of a column without a usable pivot), std::invalid_argument when not square.
    explicit SparseLu(const SparseMatrix& matrix);

    int size() const noexcept { return static_cast<int>(reciprocals_.size()); }
    int smallest_pivot_row() const noexcept { return smallest_pivot_row_; }
    double smallest_pivot_ratio() const noexcept { return smallest_pivot_ratio_; }
    void solve_in_place(double* x) const noexcept;

  private:
    using Swaps = std::vector<std::pair<int, int>>;

    SparseMatrix lower_;  // strictly lower triangle, with an implied unit diagonal
    SparseMatrix upper_;  // strictly upper triangle
    std::vector<double> reciprocals_;
    Swaps rows_;     // permutes the right-hand side into the order of the pivots
    Swaps columns_;  // permutes the solution back into the order of the unknowns
    int smallest_pivot_row_ = 0;
    double smallest_pivot_ratio_ = 1;
};

}  // namespace jounce::linalg
