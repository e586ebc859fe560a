// A sum of symmetric matrices, seen in another order of the unknowns without being formed.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <initializer_list>
#include <vector>

#include "linalg/basics/types.hpp"
#include "linalg/sparse/ordering.hpp"

namespace jounce::linalg {

/// sum_k factor_k matrix_k, row and column i of which are those of the unknown `old_of_new[i]`. The matrices and the ordering
/// must outlive it.
class OrderedSum {
  public:
    struct Term {
        const SparseMatrix* matrix = nullptr;
        double factor = 1;
    };

    /// One matrix in its own order. Throws std::invalid_argument when it is not square.
    OrderedSum(const SparseMatrix& matrix);  // NOLINT(google-explicit-constructor): a matrix is such a sum
    /// Throws std::invalid_argument when a matrix does not have the size of the ordering.
    /// \param fixed whether an unknown is fixed, if given (it must outlive the sum): its row and its column are those of the
    /// identity
    OrderedSum(std::initializer_list<Term> terms, const Ordering& ordering, const std::vector<char>* fixed = nullptr);

    [[nodiscard]] int size() const noexcept { return static_cast<int>(terms_.front().matrix->cols()); }

    /// Calls `visit(row, value)` for the entries of a column, rows in no order; a row of several terms is visited once by each.
    template <class Visit>
    void for_each_in_column(int col, const Visit& visit) const {
        if (is_fixed(col)) return visit(col, 1.0);
        for (const Term& term : terms_) {
            if (ordering_ == nullptr) {
                for (SparseMatrix::InnerIterator it(*term.matrix, col); it; ++it)
                    visit(static_cast<int>(it.row()), term.factor * it.value());
            } else if (fixed_ != nullptr) {
                for (SparseMatrix::InnerIterator it(*term.matrix, ordering_->old_of_new[col]); it; ++it)
                    if ((*fixed_)[it.row()] == 0) visit(ordering_->new_of_old[it.row()], term.factor * it.value());
            } else {
                for (SparseMatrix::InnerIterator it(*term.matrix, ordering_->old_of_new[col]); it; ++it)
                    visit(ordering_->new_of_old[it.row()], term.factor * it.value());
            }
        }
    }

    /// The magnitudes of the diagonal.
    [[nodiscard]] Vector diagonal_magnitudes() const;

  private:
    [[nodiscard]] bool is_fixed(int col) const { return fixed_ != nullptr && (*fixed_)[ordering_->old_of_new[col]] != 0; }

    std::vector<Term> terms_;
    const Ordering* ordering_ = nullptr;  // null: the order of the matrices
    const std::vector<char>* fixed_ = nullptr;
};

}  // namespace jounce::linalg
