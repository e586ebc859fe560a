// On which side neighbouring cells of a shell have their normals.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

#include "system/shells/shell_part.hpp"

namespace jounce {

/// Neighbours whose normals point to opposite sides: both run along their edge in the same direction.
struct OppositeNormals {
    int pairs = 0;
    std::array<int, 2> cells{-1, -1};  ///< the first pair, from 0
    std::array<int, 2> nodes{-1, -1};  ///< of its edge
};

/// Looks at the edges at which exactly two of the cells meet; where three or more meet, as in a T, no two belong together.
/// \param among indices of the cells to examine
[[nodiscard]] OppositeNormals opposite_normals(const std::vector<ShellPiece>& pieces, const std::vector<int>& among);
/// All cells.
[[nodiscard]] OppositeNormals opposite_normals(const std::vector<ShellPiece>& pieces);

}  // namespace jounce
