// Finds neighbouring cells of a shell with opposite normals.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

#include "system/shells/shell_part.hpp"

namespace jounce {

/// Neighbours with normals on opposite sides: the corners of both go along the common edge in the same direction.
struct OppositeNormals {
    int pairs = 0;
    std::array<int, 2> cells{-1, -1};  ///< the first pair, from 0
    std::array<int, 2> nodes{-1, -1};  ///< nodes of its edge
};

/// Examines the edges of exactly two cells; at edges of three or more cells (a T joint) neighbours are not unique.
/// \param among indices of the cells to examine
[[nodiscard]] OppositeNormals opposite_normals(const std::vector<ShellPiece>& pieces, const std::vector<int>& among);
/// All cells.
[[nodiscard]] OppositeNormals opposite_normals(const std::vector<ShellPiece>& pieces);

}  // namespace jounce
