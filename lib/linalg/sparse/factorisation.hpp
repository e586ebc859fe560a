// One handle over the direct solvers: banded and sparse L D L' for symmetric matrices, banded and sparse LU for others.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <span>

#include "linalg/basics/singular_matrix.hpp"
#include "linalg/basics/types.hpp"
#include "linalg/sparse/ordering.hpp"

namespace jounce::linalg {

class SparseLdlt;

/// The kind of factor behind the handle.
enum class FactorKind { banded_ldlt, sparse_ldlt, banded_lu, sparse_lu };

/// A factored square matrix. Immutable: copying the handle shares the factor, and several threads may solve at once. No
/// solve allocates. L D L' does not pivot: it is backward stable for positive definite matrices; for indefinite ones (a
/// shifted stiffness) `smallest_pivot_ratio` shows how many digits elimination may have lost.
class Factorisation {
  public:
    Factorisation() = default;

    /// Factors a matrix that is already in its final order (see choose_ordering and permuted): nothing is reordered
    /// here, except internally the columns of a sparse unsymmetric matrix.
    /// Throws SingularMatrix naming the row of the first pivot that is zero, not finite, or smaller than the rounding
    /// error of its sum; std::invalid_argument when the matrix is not square or an entry is outside the band.
    static Factorisation banded(const SparseMatrix& matrix, Symmetry symmetry, int half_bandwidth);
    static Factorisation sparse(const SparseMatrix& matrix, Symmetry symmetry);
    static Factorisation sparse(SparseLdlt factor);
    /// One of the two, depending on the ordering.
    static Factorisation make(const SparseMatrix& matrix, Symmetry symmetry, const Ordering& ordering);

    bool empty() const noexcept { return impl_ == nullptr; }
    int size() const noexcept;
    FactorKind kind() const noexcept;

    /// x becomes A^-1 x; x has size() values and needs no margins. Does not allocate.
    void solve_in_place(double* x) const noexcept;
    /// The same for every column; a sparse symmetric factor takes many columns together and allocates.
    void solve_in_place(Eigen::Ref<Matrix> columns) const;
    void solve_in_place(RowMatrix& columns) const;
    /// The same, where only `rows` of the result are needed; the others are undefined. Cheap for few rows and sparse columns.
    void solve_in_place(RowMatrix& columns, std::span<const int> rows) const;
    Matrix solve(const Matrix& right_hand_sides) const;

    /// Number of negative eigenvalues of a symmetric matrix (Sylvester's law of inertia), from the signs of D.
    /// Throws std::logic_error for an LU factor.
    int negative_pivots() const;
    /// The row of the largest cancellation: smallest ratio of a pivot to the sum of the magnitudes of its terms.
    int smallest_pivot_row() const noexcept;
    /// That ratio, in (0, 1]: about 1 is perfect, 1e-12 leaves four digits, below about 1e-15 the factorisation throws.
    double smallest_pivot_ratio() const noexcept;

  private:
    struct Impl;
    explicit Factorisation(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

    std::shared_ptr<const Impl> impl_;
};

}  // namespace jounce::linalg
