// A symmetric matrix that is whole, or shared by ranks, behind its products.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include "linalg/basics/ranks.hpp"
#include "linalg/basics/types.hpp"

namespace jounce::linalg {

/// A reference to a symmetric matrix A (n x n, stored in full): the whole, or the columns that this rank holds (Ranks). Of a
/// shared one, every rank calls each function that returns numbers, and all receive the same.
class SharedMatrix {
  public:
    SharedMatrix(const SparseMatrix& whole) : held_(&whole) {}  // NOLINT(google-explicit-constructor): the usual case
    /// \param ranks null: `held` is the whole
    SharedMatrix(const SparseMatrix& held, const Ranks* ranks) : held_(&held), ranks_(ranks) {}

    [[nodiscard]] Eigen::Index rows() const { return held_->rows(); }
    [[nodiscard]] Eigen::Index cols() const { return held_->cols(); }
    /// What this rank holds; the other columns are empty.
    [[nodiscard]] const SparseMatrix& held() const { return *held_; }
    /// Null for a whole matrix.
    [[nodiscard]] const Ranks* ranks() const { return ranks_; }

    [[nodiscard]] Vector diagonal() const;
    /// sum_j |A_ij| of each row i
    [[nodiscard]] Vector row_sums() const;
    /// All n x n numbers, on every rank.
    [[nodiscard]] Matrix dense() const;

  private:
    const SparseMatrix* held_;
    const Ranks* ranks_ = nullptr;
};

/// The columns of `whole` that this rank holds; without ranks, all.
[[nodiscard]] SparseMatrix own_columns(SparseMatrix whole, const Ranks* ranks);

/// A x, faster for several columns (products.hpp).
[[nodiscard]] Matrix product(const SharedMatrix& A, const Matrix& x);
/// `out` must not be x.
void product(const SharedMatrix& A, const RowMatrix& x, RowMatrix& out);

/// A x for a vector or the columns of a matrix; of a whole matrix by Eigen.
template <class Dense>
[[nodiscard]] auto operator*(const SharedMatrix& A, const Eigen::MatrixBase<Dense>& x) {
    using Result = std::conditional_t<Dense::ColsAtCompileTime == 1, Vector, Matrix>;
    if (A.ranks() == nullptr) return Result(A.held() * x);
    Result out = A.held().transpose() * x;
    A.ranks()->complete(out);
    return out;
}

}  // namespace jounce::linalg
