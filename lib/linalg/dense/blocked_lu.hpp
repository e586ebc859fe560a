// LU with partial pivoting of small dense systems in columns of whole vector registers. Nothing allocates.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>

#include "linalg/dense/small_lu.hpp"

namespace jounce::linalg {

inline constexpr int lu_block = 8;  ///< numbers updated at once
/// Distance of two columns of a matrix with n rows: n, rounded up to whole blocks.
[[nodiscard]] constexpr int lu_stride(int n) noexcept { return (n + lu_block - 1) / lu_block * lu_block; }

/// Factors the n x n matrix a, A(i, j) = a[i + j lu_stride(n)], in place; the rows beyond n must be finite. `pivots` has room for
/// n numbers, `multipliers` for lu_stride(n). False as in factor_small.
[[nodiscard]] inline bool factor_blocked(int n, double* a, int* pivots, double* multipliers) noexcept {
    const int stride = lu_stride(n);
    for (int i = 0; i < stride; ++i) multipliers[i] = 0;
    for (int j = 0; j < n; ++j) {
        double* column = a + j * stride;
        const int p = lu_pivot(n, column, j);
        if (p < 0) return false;
        pivots[j] = p;
        const double pivot = column[p];
        if (p != j)
            for (int c = 0; c < n; ++c) std::swap(a[j + c * stride], a[p + c * stride]);
        const double reciprocal = 1 / pivot;
        multipliers[j] = 0;
        for (int i = j + 1; i < n; ++i) multipliers[i] = column[i] *= reciprocal;
        const int first = (j + 1) / lu_block * lu_block;
        for (int c = j + 1; c < n; ++c) {
            double* other = a + c * stride;
            const double u = other[j];
            for (int block = first; block < stride; block += lu_block) {
                for (int i = block; i < block + lu_block; ++i) other[i] -= multipliers[i] * u;
            }
        }
    }
    return true;
}

/// x becomes A^-1 x, with the a and pivots of factor_blocked.
inline void solve_blocked(int n, const double* a, const int* pivots, double* x) noexcept {
    lu_solve(n, lu_stride(n), a, pivots, x);
}

}  // namespace jounce::linalg
