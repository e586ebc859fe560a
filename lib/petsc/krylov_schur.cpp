// Eigenpairs above a shift by SLEPc's Krylov-Schur iteration with the factor of K - shift M.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <stdexcept>

#include "linalg/eigen/krylov_space.hpp"
#include "linalg/eigen/shift_invert.hpp"
#include "petsc/direct.hpp"

namespace jounce::petsc {

namespace {

/// x -> A^-1 x, as the preconditioner that stands for the solver of the spectral transformation.
struct Inverse {
    Mat factor;
    const StageReport* proceed;
};

PetscErrorCode apply(PC preconditioner, Vec x, Vec y) {
    return guarded([&] {
        Inverse* inverse = nullptr;
        call(PCShellGetContext(preconditioner, &inverse));
        if (*inverse->proceed) (*inverse->proceed)({"Lanczos"});
        call(MatSolve(inverse->factor, x, y));
    });
}

}  // namespace

// Source: G. W. Stewart (2002), doi:10.1137/S0895479800371529 (Krylov-Schur); V. Hernandez, J. E. Roman, V. Vidal (2005),
// doi:10.1145/1089014.1089019 (SLEPc).
linalg::RawPairs DirectFactor::pairs_above(const linalg::SparseMatrix& K, const linalg::SparseMatrix& M, double shift,
                                           const linalg::Matrix& known, int more, const StageReport& proceed) const {
    const OwnedMat stiffness = rows_.matrix(K, M, 0), mass = rows_.matrix(M, M, 0);
    Inverse inverse{factor_, &proceed};

    OwnedEps eps;
    call(EPSCreate(PETSC_COMM_WORLD, eps.out()));
    call(EPSSetOperators(eps, stiffness, mass));
    call(EPSSetProblemType(eps, EPS_GHEP));
    call(EPSSetType(eps, EPSKRYLOVSCHUR));
    call(EPSSetTarget(eps, shift));
    call(EPSSetWhichEigenpairs(eps, EPS_TARGET_REAL));
    // The factor is there already: the transformation has no matrix of its own, and its solver applies the factor.
    ST transformation = nullptr;
    KSP solver = nullptr;
    PC preconditioner = nullptr;
    call(EPSGetST(eps, &transformation));
    call(STSetType(transformation, STSINVERT));
    call(STSetShift(transformation, shift));
    call(STSetMatMode(transformation, ST_MATMODE_SHELL));
    call(STGetKSP(transformation, &solver));
    call(KSPSetType(solver, KSPPREONLY));
    call(KSPGetPC(solver, &preconditioner));
    call(PCSetType(preconditioner, PCSHELL));
    call(PCShellSetContext(preconditioner, &inverse));
    call(PCShellSetApply(preconditioner, apply));

    const PetscInt free = rows_.all() - static_cast<PetscInt>(known.cols());
    const PetscInt space = std::min(free, std::max(3 * more, more + 30));
    call(EPSSetDimensions(eps, more, space, PETSC_DEFAULT));
    constexpr double tolerance = 1e-13;
    call(EPSSetTolerances(eps, tolerance, 500));

    OwnedVec start = rows_.vector();
    const linalg::RowMatrix random = linalg::random_block(rows_.all(), 1);
    rows_.scatter(random.data(), start);
    Vec first = start;
    call(EPSSetInitialSpace(eps, 1, &first));
    std::vector<OwnedVec> held;
    std::vector<Vec> deflated;
    for (Eigen::Index j = 0; j < known.cols(); ++j) {
        held.push_back(rows_.vector());
        rows_.scatter(known.col(j).data(), held.back());
        deflated.push_back(held.back());
    }
    if (!deflated.empty()) call(EPSSetDeflationSpace(eps, static_cast<PetscInt>(deflated.size()), deflated.data()));

    call(EPSSolve(eps));
    PetscInt found = 0;
    call(EPSGetConverged(eps, &found));
    if (found < more) {
        EPSConvergedReason reason = EPS_CONVERGED_ITERATING;
        call(EPSGetConvergedReason(eps, &reason));
        throw std::runtime_error("eigenvalues: SLEPc found " + std::to_string(found) + " of " + std::to_string(more) +
                                 " pairs (reason " + std::to_string(reason) + ")");
    }
    linalg::RawPairs out{linalg::Vector(more), linalg::Matrix(rows_.all(), more)};
    const OwnedVec vector = rows_.vector();
    for (PetscInt i = 0; i < more; ++i) {
        PetscScalar value = 0;
        call(EPSGetEigenpair(eps, i, &value, nullptr, vector, nullptr));
        out.values[i] = value;
        rows_.gather(vector, out.vectors.col(i).data());
    }
    return out;
}

}  // namespace jounce::petsc
