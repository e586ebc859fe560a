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

/// Null on a single rank.
[[nodiscard]] const linalg::Ranks* shared_ranks();

}  // namespace jounce::petsc
