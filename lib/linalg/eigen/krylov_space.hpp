// Block Lanczos on an inverse: several vectors pass through the factor at once.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "linalg/basics/shared_matrix.hpp"
#include "linalg/basics/types.hpp"

namespace jounce::linalg {

/// Numbers between -1/2 and 1/2, the same on every machine (a linear congruential generator; constants of Knuth's MMIX): n x p.
[[nodiscard]] RowMatrix random_block(Eigen::Index n, Eigen::Index p);

/// \throws Error (computation) when the basis of an iteration needs more memory than is free
void require_memory_of_vectors(Eigen::Index unknowns, Eigen::Index vectors);

/// The space of X, F X, F^2 X, ... with F = A^-1 M, A and M symmetric, M positive definite, and the Ritz pairs F y = mu y of F in
/// it. The basis is M-orthonormal by full orthogonalisation, twice, so that converged values do not return. A block of p vectors
/// finds eigenvalues of multiplicity p. Source: R. G. Grimes, J. G. Lewis, H. D. Simon (1994), doi:10.1137/S0895479888151111.
class KrylovSpace {
  public:
    /// Number of vectors in a block for a factor larger than the caches: reading the factor then costs as much as the products.
    static constexpr Eigen::Index wide = 8;
    /// Basis vectors to have room for when `wanted` pairs are searched: a block or more between restarts, which then cost few
    /// further solves.
    static constexpr Eigen::Index room(Eigen::Index wanted) { return std::max(2 * wanted, wanted + 22) + wide; }

    /// Each column x becomes A^-1 x.
    using Inverse = std::function<void(RowMatrix&)>;

    /// The space of the columns of `start` (n x p), which must be independent, with room for `capacity` basis vectors; it grows
    /// beyond.
    KrylovSpace(const SharedMatrix& M, Inverse inverse, RowMatrix start, Eigen::Index capacity);

    /// Number of basis vectors that F has been applied to.
    [[nodiscard]] Eigen::Index size() const noexcept { return projected_.rows(); }
    /// The part of F times the last block that is outside the space, relative to the largest value of F. Below about 1e-10 it is
    /// rounding for the smallest values.
    [[nodiscard]] double novelty() const { return coupling_.norm() / projected_.diagonal().maxCoeff(); }
    /// Whether another block has room.
    [[nodiscard]] bool has_room() const noexcept { return filled_ + wide <= capacity_; }
    /// Applies F to the last block. \returns false when the space is invariant: nothing new was found
    bool extend();

    struct Ritz {
        Vector values;   ///< mu, descending
        Vector errors;   ///< |F y - mu y| in the M norm, |y| = 1
        Matrix weights;  ///< of the basis vectors, by columns
    };
    [[nodiscard]] Ritz ritz() const;
    /// Makes room: the space of the first `count` Ritz vectors and of the last block replaces the basis. The iteration continues
    /// as if the vectors left out had never been found (thick restart: K. Wu, H. Simon (2000), doi:10.1137/S0895479898334605).
    void restart(const Ritz& ritz, Eigen::Index count);
    /// The first `count` Ritz vectors, M-orthonormal (n x count).
    [[nodiscard]] Matrix vectors(const Ritz& ritz, Eigen::Index count) const;
    /// The same in the memory of the basis: this space is then empty.
    [[nodiscard]] Matrix take_vectors(const Ritz& ritz, Eigen::Index count);

  private:
    /// The first columns of the basis become those of the space times `weights`, piece by piece: a second basis would cost as
    /// much memory as the first.
    void combine(const Matrix& weights);
    /// Appends the columns of `last_`, made M-orthonormal, to the basis; dependent ones are dropped. `weighted_` becomes M times
    /// them. \returns R with the former columns = the new ones times R
    Matrix append_last();
    void store_last();

    SharedMatrix M_;
    Inverse inverse_;
    Eigen::Index capacity_;
    Matrix basis_;  // of `filled_` vectors, of which those from size() on, to which F has not been applied, are in `last_` only
    Eigen::Index filled_ = 0;
    RowMatrix last_;      // within `extend`: F times the block before
    RowMatrix weighted_;  // M times the last block
    Matrix projected_;    // F in the basis
    Matrix coupling_;     // F V = V projected + (last block) coupling, for the block before the last one
};

}  // namespace jounce::linalg
