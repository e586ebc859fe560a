// Blocks of vectors stored by rows: what a factor or a sparse matrix reads once serves all columns.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include "base/memory.hpp"
#include "linalg/basics/types.hpp"

namespace jounce::linalg {

/// Columns that pass through a factor or a product together.
inline constexpr Eigen::Index together = 64;

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

/// Columns `first` to `first + count` of x, by rows.
inline void to_rows(const Eigen::Ref<const Matrix>& x, RowMatrix& out) {
    resize(out, x.rows(), x.cols());
    for (Eigen::Index row = 0; row < x.rows(); row += moved_rows) {
        const Eigen::Index rows = std::min(moved_rows, x.rows() - row);
        for (Eigen::Index j = 0; j < x.cols(); ++j)
            for (Eigen::Index i = row; i < row + rows; ++i) out(i, j) = x(i, j);
    }
}

/// The way back.
inline void to_columns(const RowMatrix& x, Eigen::Ref<Matrix> out) {
    for (Eigen::Index row = 0; row < x.rows(); row += moved_rows) {
        const Eigen::Index rows = std::min(moved_rows, x.rows() - row);
        for (Eigen::Index j = 0; j < x.cols(); ++j)
            for (Eigen::Index i = row; i < row + rows; ++i) out(i, j) = x(i, j);
    }
}

/// x_j . y_j for every column j.
[[nodiscard]] inline Vector column_dots(const RowMatrix& x, const RowMatrix& y) {
    Vector sum = Vector::Zero(x.cols());
    for (Eigen::Index i = 0; i < x.rows(); ++i) sum += x.row(i).cwiseProduct(y.row(i)).transpose();
    return sum;
}

}  // namespace jounce::linalg
