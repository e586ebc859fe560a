// L D L' of a sparse symmetric matrix whose unknowns already stand in a fill-reducing order.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "linalg/types.hpp"

namespace jounce::linalg {

/// Elimination by Eigen's SimplicialLDLT in the given order, no pivoting; substitution by two plain loops that allocate nothing.
class SparseLdlt {
  public:
    /// Reads the lower triangle. Throws SingularMatrix, and std::invalid_argument when the matrix is not square.
    explicit SparseLdlt(const SparseMatrix& matrix);

    int size() const noexcept { return static_cast<int>(reciprocals_.size()); }
    int negative_pivots() const noexcept { return negative_pivots_; }
    int smallest_pivot_row() const noexcept { return smallest_pivot_row_; }
    double smallest_pivot_ratio() const noexcept { return smallest_pivot_ratio_; }
    void solve_in_place(double* x) const noexcept;

  private:
    SparseMatrix lower_;  // strictly lower part of L, by columns
    std::vector<double> reciprocals_;
    int negative_pivots_ = 0;
    int smallest_pivot_row_ = 0;
    double smallest_pivot_ratio_ = 1;
};

}  // namespace jounce::linalg
