// Eigenpairs of a structure that is held in a few linear combinations of its unknowns: the fixed-interface modes of a reduction.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "linalg/eigen.hpp"
#include "linalg/pencil.hpp"

namespace jounce::linalg {

/// The lowest `count` eigenpairs of
///     K phi + B^T f = lambda M phi,   B phi = 0,
/// (all n - p when there are fewer), ended at a gap as by lowest_eigenpairs. B may hold any linear combinations; no unknown is
/// eliminated, so that the sparse factor of K - shift M serves: with H = A^-1 B^T L^-T, L L^T = B A^-1 B^T, the inverse on the
/// constrained vectors is A^-1 - H H^T (docs/theory/reduction.md, eq. 7). Nothing is missing below `bound` when complete()
/// says so: the count comes from the inertia of the bordered matrix (eq. 8).
/// \param factored K - shift M, positive definite, in the pencil's order (Pencil::factor)
/// \param transposed B^T (n x p), linearly independent columns, in the order of the matrices given to the pencil
/// \throws std::invalid_argument (count < 1, sizes, dependent columns), std::runtime_error (no convergence)
/// Sources: G. H. Golub (1973), doi:10.1137/1015032 (the constrained eigenproblem); E. V. Haynsworth (1968),
/// doi:10.1016/0024-3795(68)90050-5 (inertia of a bordered matrix).
EigenPairs lowest_constrained_pairs(const Pencil& pencil, const Factorisation& factored, double shift, const Matrix& transposed,
                                    int count, const std::function<void()>& proceed = {});

/// The number of eigenvalues of the constrained problem below `bound`, or below a value within 1e-3 of it when the bound is an
/// eigenvalue.
int constrained_below(const Pencil& pencil, const Matrix& transposed, double bound);

}  // namespace jounce::linalg
