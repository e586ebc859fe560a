// Conjugate gradients with smoothed aggregation.
// SPDX-License-Identifier: BSD-3-Clause
#include "petsc/iterative.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <stdexcept>

#include "linalg/basics/singular_matrix.hpp"
#include "linalg/eigen/shift_invert.hpp"
#include "petsc/ranks.hpp"

namespace jounce::petsc {

namespace {

constexpr int dofs = 6;  // of a node
constexpr double tolerance = 1e-10;
constexpr PetscInt most_iterations = 5000;

/// Places of the unknowns: six for each node, in the order of the nodes' first unknowns. Without hints each unknown has one
/// place.
std::vector<int> places(Eigen::Index n, const linalg::StructureHints* hints) {
    std::vector<int> out;
    if (hints == nullptr || hints->node.empty()) {
        for (int i = 0; i < n; ++i) out.push_back(i);
        return out;
    }
    std::map<int, int> next;  // free place of each node
    int end = 0;
    for (const int node : hints->node) {
        const auto [at, is_new] = next.try_emplace(node, end);
        if (is_new || node < 0 || at->second % dofs == 0) {  // a new node, no node, or more than six unknowns
            if (!is_new) at->second = end;
            end += dofs;
        }
        out.push_back(at->second++);
    }
    return out;
}

std::vector<int> unknowns_of(const std::vector<int>& place, int block) {
    const int last = place.empty() ? 0 : *std::ranges::max_element(place);
    std::vector<int> out(static_cast<std::size_t>((last / block + 1) * block), -1);
    for (std::size_t i = 0; i < place.size(); ++i) out[static_cast<std::size_t>(place[i])] = static_cast<int>(i);
    return out;
}

/// The rows of this rank, with `empty` on the diagonal of a place without an unknown.
OwnedMat matrix_in(const Rows& rows, const linalg::SparseMatrix& A, const std::vector<int>& place,
                   const std::vector<int>& unknown, int block) {
    const double empty = A.diagonal().cwiseAbs().mean();
    std::vector<PetscInt> starts = {0}, columns;
    std::vector<PetscScalar> values;
    std::vector<std::pair<int, double>> row;
    for (PetscInt p = rows.first(); p < rows.first() + rows.count(); ++p) {
        row.clear();
        const int i = unknown[static_cast<std::size_t>(p)];
        if (i < 0) row.emplace_back(p, empty);
        if (i >= 0) {
            for (linalg::SparseMatrix::InnerIterator it(A, i); it; ++it)
                row.emplace_back(place[static_cast<std::size_t>(it.row())], it.value());
        }
        std::ranges::sort(row);
        for (const auto& [column, value] : row) {
            columns.push_back(column);
            values.push_back(value);
        }
        starts.push_back(static_cast<PetscInt>(columns.size()));
    }
    OwnedMat out;
    call(MatCreate(PETSC_COMM_WORLD, out.out()));
    call(MatSetSizes(out, rows.count(), rows.count(), rows.all(), rows.all()));
    call(MatSetBlockSize(out, block));
    call(MatSetType(out, MATMPIAIJ));
    call(MatMPIAIJSetPreallocationCSR(out, starts.data(), columns.data(), values.data()));
    call(MatSetOption(out, MAT_SPD, PETSC_TRUE));
    return out;
}

/// Orthonormal vectors that span the motions, over the places.
std::vector<linalg::Vector> orthonormal(const linalg::Matrix& motions, const std::vector<int>& place, PetscInt all) {
    std::vector<linalg::Vector> out;
    for (Eigen::Index k = 0; k < motions.cols(); ++k) {
        linalg::Vector v = linalg::Vector::Zero(all);
        for (std::size_t i = 0; i < place.size(); ++i) v[place[i]] = motions(static_cast<Eigen::Index>(i), k);
        const double before = v.norm();
        for (int pass = 0; pass < 2; ++pass) {
            for (const linalg::Vector& other : out) v -= other.dot(v) * other;
        }
        if (v.norm() > 1e-8 * before) out.push_back(v.normalized());
    }
    return out;
}

}  // namespace

IterativeFactor::IterativeFactor(const linalg::SparseMatrix& K, const linalg::SparseMatrix& M, double s,
                                 const linalg::StructureHints* hints)
    : place_(places(K.rows(), hints)), rows_(1) {
    const linalg::Vector diagonal = K.diagonal() - s * M.diagonal();
    for (Eigen::Index i = 0; i < diagonal.size(); ++i)
        if (!(diagonal[i] > 0)) throw linalg::SingularMatrix(static_cast<int>(i), diagonal[i]);
    const bool by_nodes = hints != nullptr && !hints->node.empty();
    const int block = by_nodes ? dofs : 1;
    const std::vector<int> unknown = unknowns_of(place_, block);
    rows_ = Rows(static_cast<Eigen::Index>(unknown.size()), block);
    matrix_ = s == 0 ? matrix_in(rows_, K, place_, unknown, block)
                     : matrix_in(rows_, linalg::SparseMatrix(K - s * M), place_, unknown, block);
    if (hints != nullptr && hints->motions.rows() == K.rows()) {
        std::vector<OwnedVec> owners;
        std::vector<Vec> vectors;
        for (const linalg::Vector& v : orthonormal(hints->motions, place_, rows_.all())) {
            owners.push_back(rows_.vector());
            call(VecSetBlockSize(owners.back(), block));
            rows_.scatter(v.data(), owners.back());
            vectors.push_back(owners.back());
        }
        call(MatNullSpaceCreate(PETSC_COMM_WORLD, PETSC_FALSE, static_cast<PetscInt>(vectors.size()), vectors.data(),
                                motions_.out()));
        call(MatSetNearNullSpace(matrix_, motions_));
    }
    PC preconditioner = nullptr;
    call(KSPCreate(PETSC_COMM_WORLD, solver_.out()));
    call(KSPSetOperators(solver_, matrix_, matrix_));
    call(KSPSetType(solver_, KSPCG));
    call(KSPSetNormType(solver_, KSP_NORM_UNPRECONDITIONED));
    call(KSPSetTolerances(solver_, tolerance, PETSC_DEFAULT, PETSC_DEFAULT, most_iterations));
    call(KSPGetPC(solver_, &preconditioner));
    call(PCSetType(preconditioner, PCGAMG));
    call(KSPSetUp(solver_));
}

/// Throws after the last iteration: a motion without stiffness, whose share of the residual remains for ever, has outgrown
/// everything else in x; otherwise the iteration is too slow.
void IterativeFactor::explain_limit(Vec x, Vec b, PetscInt iterations) const {
    constexpr double round_off = 64 * std::numeric_limits<double>::epsilon();
    const OwnedVec image = rows_.vector();
    PetscReal size = 0, load = 0, residual = 0, largest = 0;
    PetscScalar energy = 0;
    call(MatMult(matrix_, x, image));
    call(VecDot(x, image, &energy));
    call(VecNorm(x, NORM_2, &size));
    call(MatNorm(matrix_, NORM_INFINITY, &largest));
    if (!(energy > round_off * largest * size * size)) throw linalg::SingularMatrix(-1, 0);
    call(VecNorm(b, NORM_2, &load));
    call(KSPGetResidualNorm(solver_, &residual));
    throw std::runtime_error(fmt::format(
        "conjugate gradients with GAMG reached the limit of {} iterations with a residual of {:.1e} of the load, {:.0e} is "
        "needed: "
        "use --engine petsc, whose factor takes more memory, or a model without parts that are very stiff or very slender",
        iterations, residual / load, tolerance));
}

void IterativeFactor::solve_in_place(Eigen::Ref<linalg::Matrix> columns) const {
    if (columns.cols() == 1) require_same_on_ranks(columns);
    const OwnedVec b = rows_.vector(), x = rows_.vector();
    for (Eigen::Index j = 0; j < columns.cols(); ++j) {
        linalg::Vector whole = linalg::Vector::Zero(rows_.all());
        for (std::size_t i = 0; i < place_.size(); ++i) whole[place_[i]] = columns(static_cast<Eigen::Index>(i), j);
        rows_.scatter(whole.data(), b);
        call(KSPSolve(solver_, b, x));
        KSPConvergedReason reason = KSP_CONVERGED_ITERATING;
        PetscInt iterations = 0;
        call(KSPGetConvergedReason(solver_, &reason));
        call(KSPGetIterationNumber(solver_, &iterations));
        // Not positive definite, or a motion that nothing holds, which grows.
        constexpr KSPConvergedReason singular[] = {KSP_DIVERGED_INDEFINITE_MAT, KSP_DIVERGED_INDEFINITE_PC,
                                                   KSP_DIVERGED_BREAKDOWN,      KSP_DIVERGED_DTOL,
                                                   KSP_DIVERGED_NANORINF,       KSP_DIVERGED_PC_FAILED};
        if (std::ranges::find(singular, reason) != std::end(singular)) throw linalg::SingularMatrix(-1, 0);
        if (reason == KSP_DIVERGED_ITS) explain_limit(x, b, iterations);
        if (reason < 0) {
            throw std::runtime_error("conjugate gradients with GAMG do not converge (reason " + std::to_string(reason) +
                                     " after " + std::to_string(iterations) + " iterations)");
        }
        rows_.gather(x, whole.data());
        for (std::size_t i = 0; i < place_.size(); ++i) columns(static_cast<Eigen::Index>(i), j) = whole[place_[i]];
    }
}

int IterativeFactor::negative_pivots() const { throw std::logic_error("an iteration has no pivots"); }

linalg::RawPairs IterativeFactor::pairs_above(const linalg::SparseMatrix&, const linalg::SparseMatrix&, double,
                                              const linalg::Matrix&, int, const StageReport&) const {
    throw std::logic_error("an iteration finds no eigenpairs");
}

}  // namespace jounce::petsc
