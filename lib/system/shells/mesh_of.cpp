// The shells of a System as a mesh for output.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/shells/mesh_of.hpp"

#include <algorithm>
#include <utility>

#include "base/messages/error.hpp"
#include "system/shells/shell_part.hpp"

namespace jounce {

namespace {

int property_of(Mesh& mesh, const elements::Shell& shell, const std::string& name) {
    const auto same = [&](const MeshProperty& known) {
        return known.thickness == shell.thickness && known.material->E == shell.material.E &&
               known.material->nu == shell.material.nu && known.material->density == shell.material.density;
    };
    const auto found = std::find_if(mesh.properties.begin(), mesh.properties.end(), same);
    if (found != mesh.properties.end()) return static_cast<int>(found - mesh.properties.begin());
    const auto named = [&](const std::string& other) {
        return std::any_of(mesh.properties.begin(), mesh.properties.end(),
                           [&](const MeshProperty& p) { return p.name == other; });
    };
    std::string unique = name;
    for (int i = 2; named(unique); ++i) unique = name + " " + std::to_string(i);
    mesh.properties.push_back({unique, shell.thickness, shell.material});
    return static_cast<int>(mesh.properties.size()) - 1;
}

}  // namespace

Mesh mesh_of(const System& system, const std::string& subject) {
    if (system.shells == nullptr || system.shells->empty())
        throw bad_case(subject + ": model '" + system.name + "' has no shell");
    Mesh mesh;
    std::vector<int> point_of_node(system.nodes.size(), -1);
    for (const ShellPart& part : *system.shells) {
        for (const int node : part.nodes) {
            int& point = point_of_node[static_cast<std::size_t>(node)];
            if (point >= 0) continue;
            point = static_cast<int>(mesh.points.size());
            mesh.points.push_back(system.nodes[static_cast<std::size_t>(node)].position);
        }
        for (const ShellPiece& piece : part.pieces) {
            MeshCell cell;
            for (int i = 0; i < piece.properties.corners(); ++i) {
                const auto corner = static_cast<std::size_t>(i);
                cell.points[corner] = point_of_node[static_cast<std::size_t>(piece.nodes[corner])];
            }
            cell.property = property_of(mesh, piece.properties, part.name);
            mesh.cells.push_back(cell);
        }
        for (const MeshSet& set : part.sets) {
            MeshSet moved{system.shells->size() > 1 ? part.name + "." + set.name : set.name, {}};
            for (const int point : set.points)
                moved.points.push_back(point_of_node[static_cast<std::size_t>(part.nodes[static_cast<std::size_t>(point)])]);
            mesh.sets.push_back(std::move(moved));
        }
    }
    return mesh;
}

}  // namespace jounce
