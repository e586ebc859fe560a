// The smallest least-squares solution of the small dense systems of constraints that hold one motion together. Nothing allocates.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace jounce::linalg {

/// x, b at first, becomes the least-squares solution of A x = b with the smallest norm, by a complete orthogonal decomposition.
/// \param a n x n, column-major; overwritten \param pivots, work room for n numbers each
/// \param threshold a pivot below this fraction of the largest one counts as zero \returns the rank
int solve_small_least(int n, double* a, int* pivots, double* work, double threshold, double* x) noexcept;

}  // namespace jounce::linalg
