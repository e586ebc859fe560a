// The interface of an engine of another library for large matrices: factors on the ranks of mpirun, behind Pencil and statics.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/messages/stage.hpp"
#include "linalg/basics/ranks.hpp"
#include "linalg/basics/types.hpp"

namespace jounce::linalg {

struct RawPairs;

/// A symmetric n x n matrix A that an Engine has factored with pivoting, or prepared for an iteration.
class EngineFactor {
  public:
    EngineFactor() = default;
    EngineFactor(const EngineFactor&) = delete;
    EngineFactor& operator=(const EngineFactor&) = delete;
    virtual ~EngineFactor() = default;

    /// Every column x (n values) becomes A^-1 x. Throws std::runtime_error when an iteration does not converge.
    virtual void solve_in_place(Eigen::Ref<Matrix> columns) const = 0;
    /// Number of negative eigenvalues of A, from the signs of the pivots. Throws std::logic_error for an iteration.
    virtual int negative_pivots() const = 0;
    /// As the function further_pairs, for A = K - shift M. Throws std::runtime_error without convergence.
    virtual RawPairs pairs_above(const SparseMatrix& K, const SparseMatrix& M, double shift, const Matrix& known, int more,
                                 const StageReport& proceed) const = 0;
};

/// What an iteration for K x = f needs to know of a structure: the motions that a matrix without supports does not resist.
struct StructureHints {
    std::vector<int> node;  ///< of each unknown: unknowns of one node have the same number; empty: not known
    Matrix motions;         ///< n x 6, rigid motions
};

/// Every rank calls each function, in the same order and with the same arguments; all ranks receive the same results.
class Engine {
  public:
    Engine() = default;
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;
    virtual ~Engine() = default;

    /// The ranks that share matrices for it; null for one process, and where its matrices must be whole.
    [[nodiscard]] virtual const Ranks* ranks() const { return nullptr; }
    /// A = K - s M, both symmetric and stored in full, or what this rank holds of shared matrices. Throws SingularMatrix (with
    /// row -1: not known), Error (computation) when memory is short, std::runtime_error for other failures of the library.
    [[nodiscard]] virtual std::shared_ptr<const EngineFactor> factor(const SparseMatrix& K, const SparseMatrix& M, double s,
                                                                     const StructureHints* hints = nullptr) const = 0;
    /// Whether its factors count eigenvalues: true for direct ones.
    [[nodiscard]] virtual bool counts() const = 0;
    /// "PETSc 3.18.5, SLEPc 3.18.2, MUMPS 5.5.1 on 2 ranks"
    [[nodiscard]] virtual std::string text() const = 0;
    /// Ends the library on all ranks; before MPI ends.
    virtual void end() = 0;
};

}  // namespace jounce::linalg
