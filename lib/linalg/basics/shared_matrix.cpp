// Products of a shared matrix: each rank computes the rows of its columns.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/basics/shared_matrix.hpp"

#include <cmath>

#include "linalg/basics/products.hpp"

namespace jounce::linalg {

Vector SharedMatrix::diagonal() const {
    Vector out = held_->diagonal();
    if (ranks_ != nullptr) ranks_->complete(out);
    return out;
}

Vector SharedMatrix::row_sums() const {
    Vector out = Vector::Zero(rows());
    for (int col = 0; col < held_->outerSize(); ++col)
        for (SparseMatrix::InnerIterator it(*held_, col); it; ++it)
            out[ranks_ == nullptr ? it.row() : it.col()] += std::abs(it.value());
    if (ranks_ != nullptr) ranks_->complete(out);
    return out;
}

Matrix SharedMatrix::dense() const {
    if (ranks_ == nullptr) return *held_;
    Matrix out = held_->transpose();
    ranks_->complete(out);
    return out;
}

SparseMatrix own_columns(SparseMatrix whole, const Ranks* ranks) {
    if (ranks == nullptr) return whole;
    const auto [first, end] = ranks->own(whole.cols());
    whole.prune(
        [first = first, end = end](Eigen::Index, Eigen::Index column, double) { return column >= first && column < end; });
    whole.makeCompressed();
    return whole;
}

Matrix product(const SharedMatrix& A, const Matrix& x) {
    if (A.ranks() == nullptr) return product(A.held(), x);
    Matrix out = large_matrix(x.rows(), x.cols());
    RowMatrix part, image;
    for (Eigen::Index first = 0; first < x.cols(); first += together) {
        const Eigen::Index count = std::min(together, x.cols() - first);
        to_rows(x.middleCols(first, count), part);
        product(A.held(), part, image);
        to_columns(image, out.middleCols(first, count));
    }
    A.ranks()->complete(out);
    return out;
}

void product(const SharedMatrix& A, const RowMatrix& x, RowMatrix& out) {
    product(A.held(), x, out);
    if (A.ranks() == nullptr) return;
    Matrix columns = out;
    A.ranks()->complete(columns);
    out = columns;
}

}  // namespace jounce::linalg
