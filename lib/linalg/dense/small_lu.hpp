// LU with partial pivoting of the small dense systems a Newton iteration solves in its gap coordinates. Nothing allocates.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <utility>

namespace jounce::linalg {

/// The row of the largest number of a column from the diagonal on; negative when it is zero or not finite.
[[nodiscard]] inline int lu_pivot(int n, const double* column, int diagonal) noexcept {
    int p = diagonal;
    for (int i = diagonal + 1; i < n; ++i)
        if (std::abs(column[i]) > std::abs(column[p])) p = i;
    return column[p] == 0 || !std::isfinite(column[p]) ? -1 : p;
}

/// x becomes A^-1 x, with the factors L and U in a, A(i, j) = a[i + j * stride].
inline void lu_solve(int n, int stride, const double* a, const int* pivots, double* x) noexcept {
    for (int j = 0; j < n; ++j) std::swap(x[j], x[pivots[j]]);
    for (int j = 0; j < n; ++j) {
        const double s = x[j];
        for (int i = j + 1; i < n; ++i) x[i] -= a[i + j * stride] * s;
    }
    for (int j = n - 1; j >= 0; --j) {
        const double s = x[j] / a[j + j * stride];
        x[j] = s;
        for (int i = 0; i < j; ++i) x[i] -= a[i + j * stride] * s;
    }
}

/// Factors the n x n matrix a (column-major, A(i, j) = a[i + j * n]) in place; pivots has room for n numbers. Returns
/// false when a pivot is zero or not finite; a is then invalid.
[[nodiscard]] inline bool factor_small(int n, double* a, int* pivots) noexcept {
    for (int j = 0; j < n; ++j) {
        double* column = a + j * n;
        const int p = lu_pivot(n, column, j);
        if (p < 0) return false;
        pivots[j] = p;
        const double pivot = column[p];
        if (p != j)
            for (int c = 0; c < n; ++c) std::swap(a[j + c * n], a[p + c * n]);
        const double reciprocal = 1 / pivot;
        for (int i = j + 1; i < n; ++i) column[i] *= reciprocal;
        for (int c = j + 1; c < n; ++c) {
            double* other = a + c * n;
            const double u = other[j];
            for (int i = j + 1; i < n; ++i) other[i] -= column[i] * u;
        }
    }
    return true;
}

/// x becomes A^-1 x, with the a and pivots of factor_small.
inline void solve_small(int n, const double* a, const int* pivots, double* x) noexcept { lu_solve(n, n, a, pivots, x); }

/// Both at once: x becomes A^-1 x, a is overwritten. One and two unknowns need no loops. False as in factor_small.
[[nodiscard]] inline bool solve_small_system(int n, double* a, int* pivots, double* x) noexcept {
    if (n == 1) {
        x[0] /= a[0];
        return a[0] != 0 && std::isfinite(x[0]) && std::isfinite(a[0]);
    }
    if (n == 2) {
        const bool swapped = std::abs(a[1]) > std::abs(a[0]);
        const int p = swapped ? 1 : 0, q = 1 - p;  // pivot row, other row
        if (a[p] == 0 || !std::isfinite(a[p])) return false;
        const double l = a[q] / a[p];
        const double d = a[q + 2] - l * a[p + 2];
        if (d == 0 || !std::isfinite(d)) return false;
        const double x1 = (x[q] - l * x[p]) / d;
        x[0] = (x[p] - a[p + 2] * x1) / a[p];
        x[1] = x1;
        return true;
    }
    if (!factor_small(n, a, pivots)) return false;
    solve_small(n, a, pivots, x);
    return true;
}

}  // namespace jounce::linalg
