// Sums of matrices in another order.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/sparse/ordered_sum.hpp"

#include <stdexcept>

namespace jounce::linalg {

OrderedSum::OrderedSum(const SparseMatrix& matrix) : terms_{{&matrix, 1}} {
    if (matrix.rows() != matrix.cols()) throw std::invalid_argument("sparse factorisation: the matrix is not square");
}

OrderedSum::OrderedSum(std::initializer_list<Term> terms, const Ordering& ordering, const std::vector<char>* fixed)
    : terms_(terms), ordering_(&ordering), fixed_(fixed) {
    const auto n = static_cast<Eigen::Index>(ordering.old_of_new.size());
    for (const Term& term : terms_)
        if (term.matrix->rows() != n || term.matrix->cols() != n)
            throw std::invalid_argument("sparse factorisation: a matrix does not have the size of the ordering");
}

Vector OrderedSum::diagonal_magnitudes() const {
    Vector diagonal = Vector::Zero(size());
    for (int i = 0; i < size(); ++i) {
        if (is_fixed(i)) {
            diagonal[i] = 1;
            continue;
        }
        for (const Term& term : terms_) {
            const int at = ordering_ == nullptr ? i : ordering_->old_of_new[i];
            diagonal[i] += term.factor * term.matrix->coeff(at, at);
        }
    }
    return diagonal.cwiseAbs();
}

}  // namespace jounce::linalg
