// Sums and shares of columns over the ranks of mpirun.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "linalg/basics/ranks.hpp"

namespace jounce::petsc {

class MpiRanks final : public linalg::Ranks {
  public:
    [[nodiscard]] int rank() const override;
    [[nodiscard]] int size() const override;
    using linalg::Ranks::sum;
    void sum(Eigen::Ref<linalg::Matrix> x) const override;
    [[nodiscard]] linalg::SparseMatrix sum(const linalg::SparseMatrix& x) const override;
    void complete(Eigen::Ref<linalg::Matrix> x) const override;
    [[nodiscard]] linalg::SparseMatrix own_columns(linalg::SparseMatrix&& part) const override;
};

/// Ranks whose steps of an equilibrium differ would part, and wait for each other without end.
/// \param right the right-hand side of a linear system \throws Error (bad_case) if another rank has another one
void require_same_on_ranks(const Eigen::Ref<const linalg::Matrix>& right);

/// Null on a single rank.
[[nodiscard]] const linalg::Ranks* shared_ranks();

}  // namespace jounce::petsc
