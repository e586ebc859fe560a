// Eigenpairs of a structure with a few linear constraints on its unknowns: the fixed-interface modes of a reduction.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "linalg/eigen/eigen.hpp"
#include "linalg/eigen/pencil.hpp"

namespace jounce::linalg {

/// The lowest `count` eigenpairs of
///     K phi + B^T f = lambda M phi,   B phi = 0,
/// (all n - p when there are fewer); the list ends at a gap as in lowest_eigenpairs. B may contain any linear
/// combinations; no unknown is eliminated, so the sparse factor of K - shift M is used: with H = A^-1 B^T L^-T, L L^T =
/// B A^-1 B^T, the inverse on the constrained vectors is A^-1 - H H^T (docs/theory/reduction.md, eq. 7). No pair is
/// missing below `bound` when complete() returns true: the count comes from the inertia of the bordered matrix (eq. 8).
/// \param factored K - shift M, positive definite (Pencil::factor); unknowns that it fixes are zero in every phi as well. Given
/// away, its memory serves the factor of the count
/// \param transposed B^T (n x p), linearly independent columns; its answers A^-1 B^T are the only dense n x p matrix
/// \throws std::invalid_argument (count < 1, sizes, dependent columns), std::runtime_error (no convergence)
/// Sources: G. H. Golub (1973), doi:10.1137/1015032 (the constrained eigenproblem); E. V. Haynsworth (1968),
/// doi:10.1016/0024-3795(68)90050-5 (inertia of a bordered matrix).
EigenPairs lowest_constrained_pairs(const Pencil& pencil, PencilFactor factored, double shift, const SparseMatrix& transposed,
                                    int count, const StageReport& proceed = {});

/// The number of eigenvalues of the constrained problem below `bound`, or below a value within 1e-3 of it when the bound is an
/// eigenvalue. \param fixed unknowns that are zero, besides the constraints
int constrained_below(const Pencil& pencil, const SparseMatrix& transposed, double bound, const FixedUnknowns& fixed = nullptr,
                      const StageReport& proceed = {});

}  // namespace jounce::linalg
