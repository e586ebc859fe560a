// A surface mesh: points, triangles and quadrilaterals, named sets. Builders and mesh files give it; it is a value.
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
    int line = 0;                               ///< of the file from which it was read; 0: no file
    int property = -1;                          ///< index into Mesh::properties; -1: the shell's own thickness and material

    [[nodiscard]] int corners() const { return points[3] < 0 ? 3 : 4; }
};

/// Thickness and material given by a file for some of its cells.
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
    /// Unit normals of the surface at the points (one each), where the mesh has better ones than its cells; or none.
    std::vector<std::array<double, 3>> normals;
    std::string file;                ///< from which it was read; empty: no file
    std::vector<std::string> notes;  ///< content of a file that was left out, for the user
};

using MeshPointer = std::shared_ptr<const Mesh>;

}  // namespace jounce
