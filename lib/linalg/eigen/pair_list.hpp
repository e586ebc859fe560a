// Lists of eigenpairs: sorting, joining to an orthonormal list, ending at a gap of the spectrum.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "linalg/eigen/shift_invert.hpp"

namespace jounce::linalg {

inline constexpr int always_dense = 64;  ///< below this number of unknowns the dense solver is always used
inline constexpr int attempts = 12;      ///< of the search for pairs that Lanczos missed

/// All pairs of K phi = lambda M phi with phi'M phi = 1, from M phi = mu (K - shift M) phi. As with Lanczos, rounding
/// errors are relative to the lowest values; the highest pairs are omitted when their mu is only rounding.
/// \param shifted K - shift M, positive definite
/// \throws std::runtime_error when K - shift M is not positive definite, or without convergence
RawPairs inverted_pairs(const Matrix& shifted, const Matrix& M, double shift);

/// By ascending value.
RawPairs sorted(const RawPairs& pairs);

/// The pairs of a (already M-orthonormal) and of b, which is made M-orthonormal within itself and to a; sorted.
RawPairs joined(const SharedMatrix& M, const RawPairs& a, const RawPairs& b);

/// The values, with zero for each shape with a phi^T K phi within its rounding error. Rigid motions are then one
/// multiple value, even if the lowest elastic value is a small fraction of the highest value of the mesh.
/// \param unsure if given, receives the values with zero for each that rounding leaves unsure (rounding::sure)
[[nodiscard]] Vector told_from_zero(const SharedMatrix& K, const RawPairs& pairs, Vector* unsure = nullptr);

/// Number of pairs, at least `count`, below the first gap; 0 when the list has none. The highest gap is above all n.
/// \param rounding of the value with this index: the first gap wider than that of both values beside it, if there is one
Eigen::Index pairs_below_gap(const Vector& values, double shift, int count, int n,
                             const std::function<double(Eigen::Index)>& rounding = {});

/// The first `kept` pairs; all for 0.
[[nodiscard]] RawPairs ending_at(Eigen::Index kept, const RawPairs& pairs);

/// Makes the first of the largest components of every column positive.
void fix_signs(Matrix& vectors);

}  // namespace jounce::linalg
