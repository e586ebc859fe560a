// Lanczos on (K - shift M)^-1 M, by Spectra or in blocks, in the complement of eigenvectors already known.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "linalg/eigen/pencil.hpp"

namespace jounce::linalg {

/// Eigenvalues in no particular order, eigenvectors as columns.
struct RawPairs {
    Vector values;
    Matrix vectors;
    /// Rounding has forced the shift so far away from all values that the inverse hardly tells them apart (a very thin shell):
    /// the values are upper bounds, and further searches would find no better ones.
    bool crowded = false;
};

/// Constraints B x = 0 of a search with the factor of A = K - shift M.
struct Held {
    SparseMatrix transposed;  ///< B^T (n x p)
    Matrix lower;             ///< L with L L^T = B A^-1 B^T (p x p)
    Matrix answers;           ///< A^-1 B^T L^-T (n x p)

    /// x - A^-1 B^T (B A^-1 B^T)^-1 B x, which satisfies the constraints; of x = A^-1 f it is the answer to f under them.
    void project(RowMatrix& x) const;
    void project(Matrix& x) const;
};

/// Up to `more` further eigenpairs of the pencil, those closest above `shift` among the ones M-orthogonal to `known`
/// (n x k, M-orthonormal). `factored` is K - shift M, positive definite. If one Lanczos run finds only a single vector
/// of a double eigenvalue, the next run finds the other one, because the first is deflated.
/// `beyond`: as many follow, to show where the next values are; their vectors may be less accurate (1e-6), unless their values
/// belong to the last one before them.
/// `proceed` is told the stage "Lanczos" before each product, of a large pencil after each block with the fraction of the pairs
/// that are found; an exception from it ends the iteration.
/// `held` (may be null): the search is among the vectors that satisfy the constraints; `known` must satisfy them too.
/// `begun` (may be null): a space of a large pencil in which the search continues, without `known` and `held`.
/// Throws std::runtime_error when the iteration does not converge.
RawPairs further_pairs(const Pencil& pencil, const PencilFactor& factored, double shift, const Matrix& known, int more,
                       int beyond = 0, const StageReport& proceed = {}, const Held* held = nullptr,
                       std::shared_ptr<KrylovSpace> begun = nullptr);

/// The lowest `more` and `beyond` further pairs of K x = lambda M x in the space of `inverse`, which is K^-1 there and symmetric:
/// of a large pencil, by blocks. The first `more` vectors have errors of `tolerance`, their values of its square. \param free
/// dimension of that space \param proceed as above \returns nothing when that does not converge
std::optional<RawPairs> pairs_by_inverse(const Pencil& pencil, const std::function<void(RowMatrix&)>& inverse, Eigen::Index free,
                                         int more, int beyond, double tolerance, const StageReport& proceed = {});

}  // namespace jounce::linalg
