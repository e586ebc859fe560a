// Orderings that keep factors small: reverse Cuthill-McKee for chains, minimum degree or nested dissection for everything else.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "linalg/basics/types.hpp"
#include "linalg/sparse/graph.hpp"

namespace jounce::linalg {

/// Order of the unknowns and its cost.
struct Ordering {
    std::vector<int> old_of_new;  ///< the unknown `old_of_new[i]` of the model is at position i
    std::vector<int> new_of_old;  ///< its inverse
    int half_bandwidth = 0;       ///< largest |i - j| of an entry, after reordering
    bool banded = true;           ///< true: factor as a band; false: as a sparse matrix
};

/// The widest band that is factored as one. A 3D beam chain has 11; beyond about 32 a sparse factor has fewer entries.
inline constexpr int widest_band = 32;

/// Largest |i - j| over the non-zero entries of all matrices (stored zeros do not count).
int half_bandwidth(MatrixList matrices);
int half_bandwidth(const SparseMatrix& matrix);

/// Reverse Cuthill-McKee on the union of the patterns (and of their transposes), each component started from a
/// pseudo-peripheral unknown. The given order is kept when it is no wider. Deterministic: ties go to the lower index.
/// Source: E. Cuthill, J. McKee (1969), doi:10.1145/800195.805928; A. George, J. W. H. Liu (1979), doi:10.1145/355841.355845.
Ordering reverse_cuthill_mckee(MatrixList matrices);
Ordering reverse_cuthill_mckee(PatternList patterns);

/// Approximate minimum degree on the same union pattern (`banded` is false).
/// Source: P. R. Amestoy, T. A. Davis, I. S. Duff (1996), doi:10.1137/S0895479894278952; as implemented by Eigen.
Ordering minimum_degree(MatrixList matrices);

/// Nested dissection on the same union pattern, by METIS, then a postorder of the elimination tree (`banded` is false).
/// A mesh of n nodes on a surface gets a factor of O(n log n) entries; minimum degree gives 1.5 times as many above
/// some ten thousand nodes.
/// Source: G. Karypis, V. Kumar (1998), doi:10.1137/S1064827595287997.
Ordering nested_dissection(MatrixList matrices);

/// From this number of unknowns on, nested dissection is preferred to minimum degree.
inline constexpr int dissection_pays = 3000;

/// Reverse Cuthill-McKee up to a half bandwidth of `widest_band`, else one of the other two, depending on the size.
Ordering choose_ordering(MatrixList matrices);

/// A(new, new) = A(old, old): rows and columns moved to their new places.
SparseMatrix permuted(const SparseMatrix& matrix, const Ordering& ordering);
/// The same for a symmetric pattern, in the memory of a matrix whose numbers have no meaning yet; the pattern is left empty.
void make_permuted(Pattern& pattern, const Ordering& ordering, SparseMatrix& out);
/// v(new) = v(old), every column.
Matrix permuted(const Matrix& rows, const Ordering& ordering);
/// v(old) = v(new), every column.
Matrix restored(const Matrix& rows, const Ordering& ordering);

}  // namespace jounce::linalg
