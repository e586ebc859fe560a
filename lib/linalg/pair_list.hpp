// Lists of eigenpairs: sorted, joined to orthonormal ones, ended at a gap of the spectrum.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "linalg/shift_invert.hpp"

namespace jounce::linalg {

inline constexpr int always_dense = 64;  ///< unknowns below which a dense solver costs nothing worth saving
inline constexpr int attempts = 12;      ///< of the search for pairs that Lanczos missed

/// All pairs of K phi = lambda M phi with phi'M phi = 1, from M phi = mu (K - shift M) phi: as by Lanczos, the rounding is that
/// of the lowest values; the highest are left out where nothing else is left of mu. \param shifted K - shift M, positive definite
/// \throws std::runtime_error when it is not, or there is no convergence
RawPairs inverted_pairs(const Matrix& shifted, const Matrix& M, double shift);

/// By ascending value.
RawPairs sorted(const RawPairs& pairs);

/// Those of a (M-orthonormal already) and of b, which are made M-orthonormal to each other and to a; sorted.
RawPairs joined(const SparseMatrix& M, const RawPairs& a, const RawPairs& b);

/// The values, with zero for each whose shape K holds by no more than its rounding. Rigid motions then are one multiple value,
/// however small a part of the mesh's highest value the lowest elastic one is.
[[nodiscard]] Vector told_from_zero(const SparseMatrix& K, const RawPairs& pairs);

/// How many pairs, at least `count`, lie below the first gap; 0 when the list shows none. The highest gap is that above all n.
Eigen::Index pairs_below_gap(const Vector& values, double shift, int count, int n);

/// Makes the first of the largest components of every column positive.
void fix_signs(Matrix& vectors);

}  // namespace jounce::linalg
