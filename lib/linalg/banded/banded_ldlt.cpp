// Elimination of a symmetric band from both ends, and the substitution for bands too wide to unroll.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/banded/banded_ldlt.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "linalg/banded/banded_ldlt_solve.hpp"
#include "linalg/basics/pivot.hpp"

namespace jounce::linalg {

namespace {

constexpr int widest_unrolled_solve = 7;  // two wider chains do not fit the registers

/// s - c[0] x[0] - c[1] x[step] - ... over `count` terms. Only the first four, the newest unknowns, are on the critical
/// path; the others go into separate partial sums. Deliberately scalar: a packet load of values that were just stored
/// one by one waits for the store buffer, and the loop takes three times as long.
template <int step>
[[gnu::always_inline]] inline double reduced(double s, const double* c, const double* x, std::ptrdiff_t count) {
    double a = 0, b = 0;
    std::ptrdiff_t k = count - 1;
    for (; k >= 5; k -= 2) {
        a -= c[k] * x[step * k];
        b -= c[k - 1] * x[step * (k - 1)];
    }
    if (k == 4) a -= c[4] * x[step * 4], k = 3;
    s += a + b;
    for (; k >= 0; --k) s -= c[k] * x[step * k];
    return s;
}

/// A wide band is bound by arithmetic, not latency, and is eliminated from the top only. Here `top` contains rows,
/// L(i, i-1), L(i, i-2) ... at i * b, and `bottom` columns, L(i+1, i), L(i+2, i) ... at i * b.
#ifndef __clang__  // Clang has no such attribute and does not need it
[[gnu::optimize("no-tree-vectorize")]]
#endif
void solve_wide(const BandedLdlt::Shape& shape, const double* top, const double* bottom, const double* reciprocals,
                double* x) noexcept {
    const std::ptrdiff_t n = shape.size, b = shape.half_bandwidth;
    for (std::ptrdiff_t i = 0; i < n; ++i) x[i] = reduced<-1>(x[i], top + i * b, x + i - 1, std::min(b, i));
    for (std::ptrdiff_t i = n - 1; i >= 0; --i)
        x[i] = reduced<1>(x[i] * reciprocals[i], bottom + i * b, x + i + 1, std::min(b, n - 1 - i));
}

/// One unknown: the single mass between its stops.
void solve_one(const BandedLdlt::Shape&, const double*, const double*, const double* reciprocals, double* x) noexcept {
    *x *= *reciprocals;
}

template <int... B>
BandedLdlt::Solve choose_solve(int size, int half_bandwidth, std::integer_sequence<int, B...>) {
    if (size == 1) return solve_one;
    BandedLdlt::Solve solve = solve_wide;
    ((B == half_bandwidth ? void(solve = detail::solve_banded_ldlt<B>) : void()), ...);
    return solve;
}

/// The lower triangle by rows: at(i, k) = A(i, i-k).
struct LowerBand {
    LowerBand(const SparseMatrix& matrix, int half_bandwidth)
        : b(half_bandwidth), values(static_cast<std::size_t>(matrix.rows()) * (half_bandwidth + 1), 0.0) {
        for (int col = 0; col < matrix.outerSize(); ++col)
            for (SparseMatrix::InnerIterator it(matrix, col); it; ++it) {
                const std::ptrdiff_t k = it.row() - col;
                if (k < 0 || it.value() == 0) continue;
                if (k > b)
                    throw std::invalid_argument("banded factorisation: entry (" + std::to_string(it.row()) + ", " +
                                                std::to_string(col) + ") outside the half bandwidth " + std::to_string(b));
                at(it.row(), k) = it.value();
            }
    }
    double& at(std::ptrdiff_t i, std::ptrdiff_t k) { return values[i * (b + 1) + k]; }

    std::ptrdiff_t b;
    std::vector<double> values;
};

}  // namespace

BandedLdlt::BandedLdlt(const SparseMatrix& matrix, int half_bandwidth, bool both_ends) {
    if (matrix.rows() != matrix.cols()) throw std::invalid_argument("banded factorisation: the matrix is not square");
    const std::ptrdiff_t n = matrix.rows();
    const std::ptrdiff_t b = std::min<std::ptrdiff_t>(half_bandwidth, std::max<std::ptrdiff_t>(n - 1, 0));
    LowerBand a(matrix, static_cast<int>(b));
    solve_ = choose_solve(static_cast<int>(n), static_cast<int>(b), std::make_integer_sequence<int, widest_unrolled_solve + 1>{});
    const bool wide = b > widest_unrolled_solve;
    const std::ptrdiff_t u = both_ends && !wide ? (n - b) / 2 : 0;
    const std::ptrdiff_t t = n - b - u;
    shape_ = {static_cast<int>(n), static_cast<int>(b), static_cast<int>(t), static_cast<int>(u)};
    top_.assign((t + b) * b, 0.0);
    bottom_.assign(wide ? n * b : u > 0 ? (u + b) * b : 0, 0.0);
    reciprocals_.resize(n);

    std::vector<double> magnitude(n);  // of the terms of each pivot
    for (std::ptrdiff_t i = 0; i < n; ++i) magnitude[i] = std::abs(a.at(i, 0));
    PivotRecord record;
    const auto take_pivot = [&](std::ptrdiff_t i) {
        const double d = a.at(i, 0);
        record.take(static_cast<int>(i), d, magnitude[i]);
        reciprocals_[i] = 1 / d;
        return reciprocals_[i];
    };
    for (std::ptrdiff_t m = n - 1; m >= t + b; --m) {
        const double r = take_pivot(m);
        for (std::ptrdiff_t p = 1; p <= b; ++p) {
            const double l = a.at(m, p) * r;
            bottom_[(n - 1 - (m - p)) * b + p - 1] = l;
            magnitude[m - p] += std::abs(l * a.at(m, p));
            for (std::ptrdiff_t q = p; q <= b; ++q) a.at(m - p, q - p) -= l * a.at(m, q);
        }
    }
    for (std::ptrdiff_t i = 0; i < t + b; ++i) {
        const double r = take_pivot(i);
        const std::ptrdiff_t reach = std::min(b, t + b - 1 - i);
        for (std::ptrdiff_t p = 1; p <= reach; ++p) {
            const double l = a.at(i + p, p) * r;
            top_[(i + p) * b + p - 1] = l;
            if (wide) bottom_[i * b + p - 1] = l;
            magnitude[i + p] += std::abs(l * a.at(i + p, p));
            for (std::ptrdiff_t q = 1; q <= p; ++q) a.at(i + p, p - q) -= l * a.at(i + q, q);
        }
    }
    negative_pivots_ = record.negative;
    smallest_pivot_row_ = record.smallest_row;
    smallest_pivot_ratio_ = record.smallest_ratio;
}

}  // namespace jounce::linalg
