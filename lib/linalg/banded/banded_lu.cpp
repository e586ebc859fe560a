// Elimination and substitution of the unsymmetric band.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/banded/banded_lu.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "linalg/basics/singular_matrix.hpp"

namespace jounce::linalg {

BandedLu::BandedLu(const SparseMatrix& matrix, int half_bandwidth) {
    if (matrix.rows() != matrix.cols()) throw std::invalid_argument("banded factorisation: the matrix is not square");
    const std::ptrdiff_t n = matrix.rows();
    const std::ptrdiff_t b = b_ = std::min<std::ptrdiff_t>(half_bandwidth, std::max<std::ptrdiff_t>(n - 1, 0));
    // Column j of the working matrix holds rows j-2b .. j+b: b above the band are filled by interchanges.
    const std::ptrdiff_t height = 3 * b + 1;
    std::vector<double> work(n * height, 0.0);
    const auto at = [&](std::ptrdiff_t i, std::ptrdiff_t j) -> double& { return work[j * height + (i - j) + 2 * b]; };
    std::vector<double> column_scale(n, 0.0);  // largest entry of each column: the scale of its pivot
    for (int j = 0; j < matrix.outerSize(); ++j)
        for (SparseMatrix::InnerIterator it(matrix, j); it; ++it) {
            if (it.value() == 0) continue;
            if (std::abs(it.row() - j) > b)
                throw std::invalid_argument("banded factorisation: entry (" + std::to_string(it.row()) + ", " +
                                            std::to_string(j) + ") outside the half bandwidth " + std::to_string(b));
            at(it.row(), j) = it.value();
            column_scale[j] = std::max(column_scale[j], std::abs(it.value()));
        }

    lower_.assign(n * b, 0.0);
    upper_.assign(n * 2 * b, 0.0);
    reciprocals_.resize(n);
    pivots_.resize(n);
    for (std::ptrdiff_t j = 0; j < n; ++j) {
        const std::ptrdiff_t below = std::min(b, n - 1 - j), right = std::min(2 * b, n - 1 - j);
        std::ptrdiff_t p = j;
        for (std::ptrdiff_t i = j + 1; i <= j + below; ++i)
            if (std::abs(at(i, j)) > std::abs(at(p, j))) p = i;
        const double pivot = at(p, j);
        const double ratio = std::abs(pivot) / column_scale[j];
        if (!(ratio > 4 * std::numeric_limits<double>::epsilon()) || !std::isfinite(pivot) || !std::isfinite(1 / pivot))
            throw SingularMatrix(static_cast<int>(j), pivot);
        if (ratio < smallest_pivot_ratio_) {
            smallest_pivot_ratio_ = ratio;
            smallest_pivot_row_ = static_cast<int>(j);
        }
        pivots_[j] = static_cast<int>(p);
        if (p != j)
            for (std::ptrdiff_t c = j; c <= j + right; ++c)
                if (p - c <= b) std::swap(at(j, c), at(p, c));
        reciprocals_[j] = 1 / at(j, j);
        for (std::ptrdiff_t i = j + 1; i <= j + below; ++i) {
            const double l = at(i, j) * reciprocals_[j];
            lower_[j * b + (i - j - 1)] = l;
            if (l == 0) continue;
            for (std::ptrdiff_t c = j + 1; c <= j + right; ++c) at(i, c) -= l * at(j, c);
        }
    }
    for (std::ptrdiff_t j = 0; j < n; ++j)
        for (std::ptrdiff_t i = std::max<std::ptrdiff_t>(0, j - 2 * b); i < j; ++i)
            upper_[j * 2 * b + (i - j) + 2 * b] = at(i, j);
}

void BandedLu::solve_in_place(double* x) const noexcept {
    const std::ptrdiff_t n = size(), b = b_;
    for (std::ptrdiff_t j = 0; j < n; ++j) {
        std::swap(x[j], x[pivots_[j]]);
        const double s = x[j];
        const double* l = lower_.data() + j * b;
        const std::ptrdiff_t below = std::min(b, n - 1 - j);
        for (std::ptrdiff_t k = 0; k < below; ++k) x[j + 1 + k] -= l[k] * s;
    }
    for (std::ptrdiff_t j = n - 1; j >= 0; --j) {
        const double s = x[j] * reciprocals_[j];
        x[j] = s;
        const std::ptrdiff_t above = std::min(2 * b, j);
        const double* u = upper_.data() + (j + 1) * 2 * b - above;
        for (std::ptrdiff_t k = 0; k < above; ++k) x[j - above + k] -= u[k] * s;
    }
}

}  // namespace jounce::linalg
