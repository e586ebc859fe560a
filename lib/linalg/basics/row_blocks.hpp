// Blocks of vectors stored by rows: what a factor or a sparse matrix reads once serves all columns.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <vector>

#include "base/files/memory.hpp"
#include "linalg/basics/tall_products.hpp"
#include "linalg/basics/types.hpp"

namespace jounce::linalg {

/// Columns that pass through a factor or a product together: four packets of AVX-512. More take more memory and save no time.
inline constexpr Eigen::Index together = 32;

/// Rows that are moved between the two storage orders at a time: 64 x 64 numbers stay in a first-level cache.
inline constexpr Eigen::Index moved_rows = 64;

/// x.resize(rows, cols), in large pages.
template <class Dense>
void resize(Dense& x, Eigen::Index rows, Eigen::Index cols) {
    const double* before = x.data();
    x.resize(rows, cols);
    if (x.data() != before) use_large_pages(x.data(), sizeof(double) * static_cast<std::size_t>(x.size()));
}

/// A matrix of unset numbers, in large pages.
[[nodiscard]] inline Matrix large_matrix(Eigen::Index rows, Eigen::Index cols) {
    Matrix x;
    resize(x, rows, cols);
    return x;
}

namespace detail {

template <class From, class To>
void copy_in_squares(const From& x, To& out) {
    for_pieces(x.rows(), static_cast<double>(x.size()), [&](Eigen::Index first, Eigen::Index count) {
        for (Eigen::Index row = first; row < first + count; row += moved_rows) {
            const Eigen::Index rows = std::min(moved_rows, first + count - row);
            for (Eigen::Index j = 0; j < x.cols(); ++j)
                for (Eigen::Index i = row; i < row + rows; ++i) out(i, j) = x(i, j);
        }
    });
}

}  // namespace detail

/// Columns `first` to `first + count` of x, by rows.
inline void to_rows(const Eigen::Ref<const Matrix>& x, RowMatrix& out) {
    resize(out, x.rows(), x.cols());
    detail::copy_in_squares(x, out);
}

/// The way back.
inline void to_columns(const RowMatrix& x, Eigen::Ref<Matrix> out) { detail::copy_in_squares(x, out); }

/// Row i becomes the former row `from[i]`, along the cycles of the permutation: no second block is needed.
inline void permute_rows(RowMatrix& x, const std::vector<int>& from) {
    std::vector<char> placed(from.size(), 0);
    Eigen::RowVectorXd kept(x.cols());
    constexpr int ahead = 12;         // rows of a cycle that are on their way from memory
    constexpr Eigen::Index line = 8;  // numbers of a cache line
    const auto fetch = [&x](int row) {
        for (Eigen::Index j = 0; j < x.cols(); j += line) __builtin_prefetch(&x(row, j), 1);
    };
    for (std::size_t start = 0; start < from.size(); ++start) {
        if (placed[start] != 0) continue;
        kept = x.row(static_cast<Eigen::Index>(start));
        std::size_t i = start;
        int far = from[i];
        for (int k = 1; k < ahead && far != static_cast<int>(start); ++k, far = from[static_cast<std::size_t>(far)]) fetch(far);
        for (std::size_t next = from[i]; next != start; i = next, next = from[i]) {
            if (far != static_cast<int>(start)) {
                fetch(far);
                far = from[static_cast<std::size_t>(far)];
            }
            x.row(static_cast<Eigen::Index>(i)) = x.row(static_cast<Eigen::Index>(next));
            placed[i] = 1;
        }
        x.row(static_cast<Eigen::Index>(i)) = kept;
        placed[i] = 1;
    }
}

/// x_j . y_j for every column j.
[[nodiscard]] inline Vector column_dots(const RowMatrix& x, const RowMatrix& y) {
    Vector sum = Vector::Zero(x.cols());
    for (Eigen::Index i = 0; i < x.rows(); ++i) sum += x.row(i).cwiseProduct(y.row(i)).transpose();
    return sum;
}

}  // namespace jounce::linalg
