// A surface mesh: points, triangles and quadrilaterals, named sets. What builders make and files hold; a value.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "elements/material.hpp"

namespace jounce {

/// A flat or warped facet; its corners run counter-clockwise about its normal.
struct MeshCell {
    std::array<int, 4> points{-1, -1, -1, -1};  ///< indices into Mesh::points; the last one is -1 for a triangle
    int line = 0;                               ///< of the file that it was read from; 0: from none
    int property = -1;                          ///< index into Mesh::properties; -1: the shell's own thickness and material

    [[nodiscard]] int corners() const { return points[3] < 0 ? 3 : 4; }
};

/// Thickness and material that a file gives to some of its cells.
struct MeshProperty {
    std::string name;
    std::optional<double> thickness;  ///< [m]
    std::optional<elements::Material> material;
};

/// Points under a name: a ring of a tube, an edge of a plate, a physical group or node set of a file.
struct MeshSet {
    std::string name;
    std::vector<int> points;
};

struct Mesh {
    std::vector<std::array<double, 3>> points;  ///< [m]
    std::vector<MeshCell> cells;
    std::vector<MeshSet> sets;
    std::vector<MeshProperty> properties;
    /// Unit normals of the surface at the points (one each), where the mesh knows them better than its cells do; or none.
    std::vector<std::array<double, 3>> normals;
    std::string file;                ///< that it was read from; empty: from none
    std::vector<std::string> notes;  ///< what reading a file left out, for the user
};

using MeshPointer = std::shared_ptr<const Mesh>;

}  // namespace jounce
