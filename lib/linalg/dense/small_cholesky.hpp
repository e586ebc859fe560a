// Cholesky factor of the small dense symmetric systems of a mechanism's joints. Nothing allocates.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>

namespace jounce::linalg {

[[nodiscard]] inline double small_dot(int n, const double* a, const double* b) noexcept {
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += a[i] * b[i];
    return sum;
}

/// Factors the n x n symmetric positive definite matrix a (column-major; the lower half is read and overwritten by L).
/// \returns the smallest ratio of a pivot to its diagonal entry; 0 when a pivot has lost all digits: the matrix is
/// singular to working precision and not factored
[[nodiscard]] inline double factor_small_spd(int n, double* a) noexcept {
    double least = 1;
    for (int j = 0; j < n; ++j) {
        double* column = a + j * n;
        const double before = column[j];
        double pivot = before;
        for (int k = 0; k < j; ++k) pivot -= a[j + k * n] * a[j + k * n];
        if (!(pivot > 1e-14 * before)) return 0;
        least = std::min(least, pivot / before);
        const double root = std::sqrt(pivot);
        const double reciprocal = 1 / root;
        column[j] = root;
        for (int i = j + 1; i < n; ++i) {
            double sum = column[i];
            for (int k = 0; k < j; ++k) sum -= a[i + k * n] * a[j + k * n];
            column[i] = sum * reciprocal;
        }
    }
    return least;
}

/// x becomes A^-1 x.
inline void solve_small_spd(int n, const double* a, double* x) noexcept {
    for (int i = 0; i < n; ++i) {
        double sum = x[i];
        for (int k = 0; k < i; ++k) sum -= a[i + k * n] * x[k];
        x[i] = sum / a[i + i * n];
    }
    for (int i = n - 1; i >= 0; --i) {
        double sum = x[i];
        for (int k = i + 1; k < n; ++k) sum -= a[k + i * n] * x[k];
        x[i] = sum / a[i + i * n];
    }
}

}  // namespace jounce::linalg
