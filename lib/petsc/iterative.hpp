// Conjugate gradients with algebraic multigrid.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "linalg/eigen/engine.hpp"
#include "petsc/rows.hpp"

namespace jounce::petsc {

/// K - s M, positive definite, prepared for conjugate gradients with smoothed aggregation (GAMG). Each node has six places, of
/// which those without an unknown have an equation of their own, so that the coarse grids keep nodes together; the rigid
/// motions are the near null space.
/// Source: P. Vanek, J. Mandel, M. Brezina (1996), doi:10.1007/BF02238511.
class IterativeFactor final : public linalg::EngineFactor {
  public:
    IterativeFactor(const linalg::SparseMatrix& K, const linalg::SparseMatrix& M, double s, const linalg::StructureHints* hints);

    /// To 1e-10 of the right-hand side. \throws SingularMatrix (row -1) when the matrix is not positive definite or a motion has
    /// no stiffness, std::runtime_error when 5000 iterations are not enough or without convergence
    void solve_in_place(Eigen::Ref<linalg::Matrix> columns) const override;
    int negative_pivots() const override;
    linalg::RawPairs pairs_above(const linalg::SparseMatrix& K, const linalg::SparseMatrix& M, double shift,
                                 const linalg::Matrix& known, int more, const StageReport& proceed) const override;

  private:
    [[noreturn]] void explain_limit(Vec x, Vec b, PetscInt iterations) const;

    std::vector<int> place_;  // of each unknown among those of the nodes
    Rows rows_;
    OwnedMat matrix_;
    OwnedNullSpace motions_;
    OwnedKsp solver_;
};

}  // namespace jounce::petsc
