// The data of a shell for pictures, stresses and mode names: its elements and their nodes.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>
#include <vector>

#include "elements/shell.hpp"
#include "linalg/basics/types.hpp"
#include "meshes/mesh.hpp"

namespace jounce {

struct ShellPiece {
    std::array<int, 4> nodes{-1, -1, -1, -1};  ///< indices in System::nodes; the last one is -1 for a triangle
    elements::Shell properties;
};

struct ShellPart {
    std::string name;
    std::vector<int> nodes;  ///< indices in System::nodes, in the order of the mesh's points
    std::vector<ShellPiece> pieces;
    std::vector<MeshSet> sets;       ///< of the mesh, over its points
    std::vector<std::string> notes;  ///< for System::notes
};

/// Dofs of the element's corners (global axes) from those of the full model, 6 per node.
[[nodiscard]] inline elements::ShellVector shell_corner_motion(const ShellPiece& piece, const linalg::Vector& full) {
    elements::ShellVector out(piece.properties.dofs());
    for (int i = 0; i < piece.properties.corners(); ++i) {
        out.segment<6>(6 * i) = full.segment<6>(6 * piece.nodes[static_cast<std::size_t>(i)]);
    }
    return out;
}

}  // namespace jounce
