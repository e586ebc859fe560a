// Copies the factors out of Eigen's SparseLU and solves with them in place.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/sparse/sparse_lu.hpp"

#include <Eigen/SparseLU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "linalg/basics/singular_matrix.hpp"

namespace jounce::linalg {

namespace {

/// Swaps that, applied in sequence, move the value at every position i to position `new_of_old[i]`.
std::vector<std::pair<int, int>> swaps_of(const Eigen::VectorXi& new_of_old) {
    std::vector<std::pair<int, int>> swaps;
    Eigen::VectorXi to = new_of_old;
    for (int i = 0; i < to.size(); ++i)
        while (to[i] != i) {  // the value at i must move to to[i]
            swaps.emplace_back(i, to[i]);
            std::swap(to[i], to[to[i]]);
        }
    return swaps;
}

/// Eigen reports the column of the failure (counted from one, in its own order) only at the end of its message.
int failed_column(const std::string& message, int n) {
    const std::size_t digits = message.find_last_not_of("0123456789") + 1;
    const int column = digits < message.size() ? std::stoi(message.substr(digits)) - 1 : 0;
    return std::clamp(column, 0, n - 1);
}

}  // namespace

SparseLu::SparseLu(const SparseMatrix& matrix) {
    if (matrix.rows() != matrix.cols()) throw std::invalid_argument("sparse factorisation: the matrix is not square");
    const int n = static_cast<int>(matrix.rows());
    SparseMatrix compressed = matrix;
    compressed.makeCompressed();
    Vector column_scale = Vector::Zero(n);
    for (int j = 0; j < n; ++j)
        for (SparseMatrix::InnerIterator it(compressed, j); it; ++it) {
            if (!std::isfinite(it.value())) throw SingularMatrix(j, it.value());
            column_scale[j] = std::max(column_scale[j], std::abs(it.value()));
        }
    for (int j = 0; j < n; ++j)
        if (column_scale[j] == 0) throw SingularMatrix(j, 0);

    Eigen::SparseLU<SparseMatrix, Eigen::COLAMDOrdering<int>> lu(compressed);
    const Eigen::VectorXi new_of_old_column = lu.colsPermutation().indices();
    Eigen::VectorXi old_of_new_column(n);
    for (int j = 0; j < n; ++j) old_of_new_column[new_of_old_column[j]] = j;
    if (lu.info() != Eigen::Success) throw SingularMatrix(old_of_new_column[failed_column(lu.lastErrorMessage(), n)], 0);
    // Supernodes contain L and the diagonal blocks of U together; the rest of U is a plain sparse matrix.
    const auto l = lu.matrixL();
    const auto u = lu.matrixU();
    std::vector<Eigen::Triplet<double>> below, above;
    Vector diagonal = Vector::Zero(n);
    using Supernodes = std::decay_t<decltype(l.m_mapL)>;
    using Upper = std::decay_t<decltype(u.m_mapU)>;
    for (int j = 0; j < n; ++j) {
        for (typename Supernodes::InnerIterator it(l.m_mapL, j); it; ++it) {
            const int i = static_cast<int>(it.row());
            if (i > j)
                below.emplace_back(i, j, it.value());
            else if (i < j)
                above.emplace_back(i, j, it.value());
            else
                diagonal[j] = it.value();
        }
        for (typename Upper::InnerIterator it(u.m_mapU, j); it; ++it)
            above.emplace_back(static_cast<int>(it.row()), j, it.value());
    }
    lower_.resize(n, n);
    lower_.setFromTriplets(below.begin(), below.end());
    upper_.resize(n, n);
    upper_.setFromTriplets(above.begin(), above.end());
    rows_ = swaps_of(lu.rowsPermutation().indices());
    columns_ = swaps_of(old_of_new_column);

    reciprocals_.resize(n);
    for (int j = 0; j < n; ++j) {
        const int unknown = old_of_new_column[j];
        const double ratio = std::abs(diagonal[j]) / column_scale[unknown];
        if (!(ratio > 4 * std::numeric_limits<double>::epsilon()) || !std::isfinite(1 / diagonal[j]))
            throw SingularMatrix(unknown, diagonal[j]);
        if (ratio < smallest_pivot_ratio_) {
            smallest_pivot_ratio_ = ratio;
            smallest_pivot_row_ = unknown;
        }
        reciprocals_[j] = 1 / diagonal[j];
    }
}

void SparseLu::solve_in_place(double* x) const noexcept {
    const int n = size();
    for (const auto& [i, j] : rows_) std::swap(x[i], x[j]);
    for (int j = 0; j < n; ++j)
        for (SparseMatrix::InnerIterator it(lower_, j); it; ++it) x[it.row()] -= it.value() * x[j];
    for (int j = n - 1; j >= 0; --j) {
        x[j] *= reciprocals_[j];
        for (SparseMatrix::InnerIterator it(upper_, j); it; ++it) x[it.row()] -= it.value() * x[j];
    }
    for (const auto& [i, j] : columns_) std::swap(x[i], x[j]);
}

}  // namespace jounce::linalg
