// LU of an unsymmetric band matrix with row interchanges, stored for substitutions that add whole columns.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "linalg/basics/types.hpp"

namespace jounce::linalg {

/// Gaussian elimination with partial pivoting inside the band; the upper factor widens to twice the half bandwidth.
/// Source: G. H. Golub, C. F. Van Loan, Matrix Computations (4th ed. 2013), section 4.3.
class BandedLu {
  public:
    /// Throws SingularMatrix (a column without a usable pivot; row and column number both mean the unknown), and
    /// std::invalid_argument for an entry outside the band.
    BandedLu(const SparseMatrix& matrix, int half_bandwidth);

    int size() const noexcept { return static_cast<int>(reciprocals_.size()); }
    int smallest_pivot_row() const noexcept { return smallest_pivot_row_; }
    double smallest_pivot_ratio() const noexcept { return smallest_pivot_ratio_; }
    void solve_in_place(double* x) const noexcept;

  private:
    std::ptrdiff_t b_ = 0;
    std::vector<double> lower_;        // column j at j * b: multipliers of rows j+1 .. j+b
    std::vector<double> upper_;        // column j at j * 2b: rows j-2b .. j-1
    std::vector<double> reciprocals_;  // of the diagonal of U
    std::vector<int> pivots_;          // row exchanged with row j in step j
    int smallest_pivot_row_ = 0;
    double smallest_pivot_ratio_ = 1;
};

}  // namespace jounce::linalg
