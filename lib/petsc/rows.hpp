// The share of a rank: a range of rows of matrices and vectors that every rank holds in full.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "linalg/basics/types.hpp"
#include "petsc/library.hpp"

namespace jounce::petsc {

/// A count of entries for a message. \throws std::runtime_error if it is above 2147483647
[[nodiscard]] int counted(Eigen::Index number);

/// n rows in ranges of nearly equal length, in the order of the ranks; n and the ranges are multiples of `block`.
class Rows {
  public:
    explicit Rows(Eigen::Index n, Eigen::Index block = 1);

    [[nodiscard]] PetscInt all() const { return all_; }
    [[nodiscard]] PetscInt first() const { return firsts_[static_cast<std::size_t>(rank())]; }
    [[nodiscard]] PetscInt count() const { return firsts_[static_cast<std::size_t>(rank()) + 1] - first(); }

    /// K - s M by rows, both symmetric and compressed; M may be empty of entries.
    [[nodiscard]] OwnedMat matrix(const linalg::SparseMatrix& K, const linalg::SparseMatrix& M, double s) const;
    [[nodiscard]] OwnedVec vector() const;
    /// The own rows of `whole`.
    void scatter(const double* whole, Vec to) const;
    /// All rows, on every rank. \param whole n values
    void gather(Vec from, double* whole) const;
    /// The same for k columns: `local` (count x k) of each rank becomes `whole` (n x k). For a few columns: it needs n k numbers.
    /// \throws std::runtime_error if they are above 2147483647
    void gather(const linalg::Matrix& local, Eigen::Ref<linalg::Matrix> whole) const;

  private:
    PetscInt all_;
    std::vector<PetscInt> firsts_;  // of each rank, and n
};

}  // namespace jounce::petsc
