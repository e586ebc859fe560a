// The lowest eigenpairs of K phi = lambda M phi, with residuals and a count that proves none is missing.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>

#include "linalg/basics/types.hpp"
#include "linalg/eigen/pencil.hpp"

namespace jounce::linalg {

struct EigenPairs {
    Vector values;     ///< ascending; zeros of rigid-body motion appear as rounding errors of either sign
    Matrix vectors;    ///< n x m, phi' M phi = 1, the first of the largest components is positive
    Vector residuals;  ///< |K phi - lambda M phi|_2 / (|K|_inf |phi|_2)
    /// r' D^-1 r of the residual r = K phi - lambda M phi and the diagonal D of K: about the part of phi' K phi by which the
    /// shape errs in what is far stiffer than it. Of the order of eps^2 (K phi)' D^-1 (K phi) where the search succeeded.
    Vector stray;
    double shift = 0;       ///< shift of the search: 1 / (lambda - shift)
    double bound = 0;       ///< in a gap above the last value; 0 if there is none, or no count
    std::string uncounted;  ///< why not, if no factor between the last value and the next one can be counted by (NoCount)
    int counted_below = 0;  ///< eigenvalues below the bound, from the signs of the pivots of K - bound M

    std::shared_ptr<const Pencil> pencil;  ///< for further counts and factors; K and M must outlive it
    PencilFactor factored;                 ///< K - shift M, with SearchFactor::kept

    /// True if no eigenvalue below the bound is missing.
    bool complete() const { return counted_below == values.size(); }
};

/// What becomes of the factor of the search before the one for the count is made: two large ones need twice the memory.
enum class SearchFactor { released, kept };

/// The lowest `count` eigenpairs (all when there are fewer unknowns), and a few more when the last one is part of a
/// multiple or clustered value: the list ends at a gap, where the count is reliable. Large problems use shift-inverted
/// Lanczos: with single vectors (Spectra), from 20 000 unknowns on with blocks of vectors (KrylovSpace). Small ones, and
/// those with many wanted pairs, use a dense solver.
///
/// K symmetric, M symmetric positive definite, both stored in full, in any order of the unknowns. The same input gives
/// bitwise the same result. The count detects a pair that Lanczos missed (for example the second vector of a double
/// value), and the search continues in the complement of the known pairs; complete() is false only if that fails
/// repeatedly.
/// Throws std::invalid_argument (count < 1, sizes, M not positive definite), SingularMatrix (M singular, or an entry that is
/// not finite; names the row), std::runtime_error (no convergence).
/// Sources: T. Ericsson, A. Ruhe (1980), doi:10.1090/S0025-5718-1980-0583502-2 (shift-inverted Lanczos); B. N. Parlett, The
/// Symmetric Eigenvalue Problem (1998), section 3.3, doi:10.1137/1.9781611971163 (counting by inertia).
/// \param proceed is told the stages, those of Pencil; an exception from it ends the search
/// \param engine makes the factors and finds the pairs, if given; it must outlive the result
/// \param zeros as of Pencil::negative_shift
EigenPairs lowest_eigenpairs(const SharedMatrix& K, const SharedMatrix& M, int count, const StageReport& proceed = {},
                             MassMatrix mass = MassMatrix::unknown, SearchFactor factor = SearchFactor::released,
                             const Engine* engine = nullptr, const KnownZeros& zeros = {});
/// The same for a pencil that is there already.
EigenPairs lowest_eigenpairs(const std::shared_ptr<const Pencil>& shared, int count, const StageReport& proceed,
                             SearchFactor factor, const KnownZeros& zeros = {});

}  // namespace jounce::linalg
