// Numeric multifrontal elimination of a symmetric matrix over its supernodes.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "linalg/basics/types.hpp"
#include "linalg/sparse/elimination_tree.hpp"

namespace jounce::linalg {

/// Fills `values` (blocks of L, unit diagonal not stored) and `pivots` (D). Stops at a pivot of exactly zero or NaN.
/// \returns the lowest row of such a pivot, or -1
[[nodiscard]] int eliminate(const OrderedSum& matrix, const std::vector<Supernode>& nodes, std::vector<double>& values,
                            std::vector<double>& pivots);

/// Memory that `eliminate` needs [bytes]: the blocks of L, and the updates that wait for their parents; exact for one thread,
/// with several the waiting ones may be a little more.
[[nodiscard]] double elimination_memory(const std::vector<Supernode>& nodes);

}  // namespace jounce::linalg
