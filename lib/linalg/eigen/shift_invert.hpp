// Lanczos on (K - shift M)^-1 M, by Spectra or in blocks, in the complement of eigenvectors already known.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>

#include "linalg/eigen/pencil.hpp"

namespace jounce::linalg {

/// Eigenvalues in no particular order, eigenvectors as columns.
struct RawPairs {
    Vector values;
    Matrix vectors;
};

/// Up to `more` further eigenpairs of the pencil, those closest above `shift` among the ones M-orthogonal to `known`
/// (n x k, M-orthonormal). `factored` is K - shift M, positive definite. If one Lanczos run finds only a single vector
/// of a double eigenvalue, the next run finds the other one, because the first is deflated.
/// `proceed` is called before each product; an exception from it ends the iteration.
/// `held` (n x p, may be empty): the search is among the vectors with B x = 0, held = A^-1 B^T L^-T with A = K - shift
/// M and L L^T = B A^-1 B^T; `known` must satisfy B x = 0 too.
/// `begun` (may be null): a space of a large pencil in which the search continues, without `known` and `held`.
/// Throws std::runtime_error when the iteration does not converge.
RawPairs further_pairs(const Pencil& pencil, const PencilFactor& factored, double shift, const Matrix& known, int more,
                       const std::function<void()>& proceed = {}, const Matrix& held = {},
                       std::shared_ptr<KrylovSpace> begun = nullptr);

}  // namespace jounce::linalg
