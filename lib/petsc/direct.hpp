// Factors by MUMPS, eigenpairs by SLEPc.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "linalg/eigen/engine.hpp"
#include "petsc/rows.hpp"

namespace jounce::petsc {

/// K - s M as L D L' with pivoting (MUMPS), shared by all ranks.
/// \throws SingularMatrix, Error (computation) when memory is short, std::runtime_error
/// Source: P. R. Amestoy, I. S. Duff, J. Koster, J.-Y. L'Excellent (2001), doi:10.1137/S0895479899358194.
class DirectFactor final : public linalg::EngineFactor {
  public:
    DirectFactor(const linalg::SparseMatrix& K, const linalg::SparseMatrix& M, double s);

    void solve_in_place(Eigen::Ref<linalg::Matrix> columns) const override;
    int negative_pivots() const override { return negative_; }
    linalg::RawPairs pairs_above(const linalg::SparseMatrix& K, const linalg::SparseMatrix& M, double shift,
                                 const linalg::Matrix& known, int more, const StageReport& proceed) const override;

  private:
    Rows rows_;
    OwnedMat factor_;
    int negative_ = 0;
};

/// "MUMPS 5.5.1"
[[nodiscard]] std::string mumps_version();

}  // namespace jounce::petsc
