// L D L' of a symmetric band matrix, eliminated from both ends towards the middle, with substitutions limited by
// latency only.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "linalg/basics/types.hpp"

namespace jounce::linalg {

/// Substitution through a narrow band is one chain of dependent multiply-adds: each row waits for the previous one. Two
/// things keep that chain short. The newest unknown enters a row's sum last, so that a row costs the latency of one
/// fused multiply-add; and the matrix is eliminated from both ends at once (the twisted, or burn-at-both-ends,
/// factorisation: J. J. Dongarra et al., LINPACK Users' Guide (1979), ch. 7, doi:10.1137/1.9781611971811), two
/// independent chains that meet in the middle, which halves the length. Reciprocals of the pivots are stored. No
/// pivoting.
class BandedLdlt {
  public:
    /// Reads the lower triangle. Throws SingularMatrix, and std::invalid_argument for an entry outside the band.
    /// `both_ends = false` eliminates from the top only (used to measure the gain of the second end).
    BandedLdlt(const SparseMatrix& matrix, int half_bandwidth, bool both_ends = true);

    int size() const noexcept { return shape_.size; }
    int negative_pivots() const noexcept { return negative_pivots_; }
    int smallest_pivot_row() const noexcept { return smallest_pivot_row_; }
    double smallest_pivot_ratio() const noexcept { return smallest_pivot_ratio_; }
    void solve_in_place(double* x) const noexcept { solve_(shape_, top_.data(), bottom_.data(), reciprocals_.data(), x); }

    /// Rows 0..top-1 are eliminated downwards, the last `bottom` rows upwards, the `half_bandwidth` rows between them last.
    struct Shape {
        int size = 0;
        int half_bandwidth = 0;
        int top = 0;
        int bottom = 0;
    };
    using Solve = void (*)(const Shape&, const double* top, const double* bottom, const double* reciprocals, double* x) noexcept;

  private:
    Shape shape_;
    // Factor coefficients, half_bandwidth to a row, the nearest neighbour first. top_ row i: L(i, i-1), L(i, i-2) ...
    // for the top and middle rows; bottom_ row j, for row m = n-1-j: coefficients of m+1, m+2 ... for the bottom rows
    // and, as far as they couple to bottom rows, the middle ones. Zero where there is no neighbour. (Bands too wide to
    // unroll use the two arrays differently: see solve_wide.)
    std::vector<double> top_;
    std::vector<double> bottom_;
    std::vector<double> reciprocals_;  // 1 / D
    int negative_pivots_ = 0;
    int smallest_pivot_row_ = 0;
    double smallest_pivot_ratio_ = 1;
    Solve solve_ = nullptr;
};

}  // namespace jounce::linalg
