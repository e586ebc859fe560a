// The elements of a mesh: corners, directors, thickness and material.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <cmath>

#include "base/messages/error.hpp"
#include "meshes/mesh.hpp"
#include "system/shells/shell_assembly.hpp"

namespace jounce {

namespace {

Eigen::Vector3d position(const Mesh& mesh, int point) { return Eigen::Vector3d(mesh.points[point].data()); }

std::string cell_name(const Mesh& mesh, std::size_t cell) {
    const int line = mesh.cells[cell].line;
    return line > 0 ? "the element in " + mesh.file + ":" + std::to_string(line)
                    : "cell " + std::to_string(cell + 1) + " of the mesh";
}

ShellPiece plain_piece(const Mesh& mesh, std::size_t c, const std::vector<int>& of_point, const ShellDefaults& defaults,
                       const std::string& subject) {
    const MeshCell& cell = mesh.cells[c];
    const int corners = cell.corners();
    elements::ShellCorners points(3, corners);
    ShellPiece piece;
    for (int i = 0; i < corners; ++i) {
        points.col(i) = position(mesh, cell.points[i]);
        piece.nodes[i] = of_point[cell.points[i]];
    }
    const MeshProperty* own = cell.property >= 0 ? &mesh.properties[cell.property] : nullptr;
    const double thickness = own != nullptr ? own->thickness.value_or(defaults.thickness) : defaults.thickness;
    const elements::Material material = own != nullptr ? own->material.value_or(defaults.material) : defaults.material;
    if (!(thickness > 0))
        throw bad_case(subject + ": 'thickness' is required (number, m), as " + cell_name(mesh, c) + " has none");
    if (!(material.E > 0))
        throw bad_case(subject + ": 'material' is required (material), as " + cell_name(mesh, c) + " has none");
    try {
        piece.properties = elements::shell(points, thickness, material, defaults.drilling);
    } catch (const Error& error) {
        const std::string& message = error.message();
        throw bad_case(subject + ": 'mesh': " + cell_name(mesh, c) + message.substr(message.find(" must")));
    }
    return piece;
}

// The unweighted mean normal of the cells around each corner: on a smooth surface all approximate it equally well.
void average_directors(const Mesh& mesh, double crease, std::vector<ShellPiece>& pieces) {
    std::vector<std::vector<std::pair<int, int>>> around(mesh.points.size());
    for (std::size_t c = 0; c < pieces.size(); ++c) {
        for (int i = 0; i < mesh.cells[c].corners(); ++i) around[mesh.cells[c].points[i]].push_back({static_cast<int>(c), i});
    }
    std::vector<elements::ShellCorners> normals;
    normals.reserve(pieces.size());
    for (const ShellPiece& piece : pieces) normals.push_back(piece.properties.directors);
    const double least = std::cos(crease);
    for (std::size_t c = 0; c < pieces.size(); ++c) {
        for (int i = 0; i < mesh.cells[c].corners(); ++i) {
            const Eigen::Vector3d own = normals[c].col(i);
            Eigen::Vector3d sum = Eigen::Vector3d::Zero();
            for (const auto& [other, corner] : around[mesh.cells[c].points[i]]) {
                const Eigen::Vector3d theirs = normals[other].col(corner);
                const double cosine = own.dot(theirs);
                // A neighbour with opposite numbering has the opposite normal.
                if (std::abs(cosine) >= least) sum += cosine > 0 ? theirs : -theirs;
            }
            pieces[c].properties.directors.col(i) = sum.normalized();
        }
    }
}

void given_directors(const Mesh& mesh, std::vector<ShellPiece>& pieces) {
    for (std::size_t c = 0; c < pieces.size(); ++c) {
        for (int i = 0; i < mesh.cells[c].corners(); ++i) {
            const Eigen::Vector3d normal(mesh.normals[mesh.cells[c].points[i]].data());
            const double side = normal.dot(pieces[c].properties.directors.col(i));
            pieces[c].properties.directors.col(i) = side > 0 ? normal : -normal;
        }
    }
}

void require_unfolded(const Mesh& mesh, const elements::Shell& shell, std::size_t cell, const std::string& subject) {
    const double limit = elements::shell_thickness_limit(shell);
    if (shell.thickness < limit * (1 - 1e-9)) return;
    throw bad_case(subject + ": 'thickness' must be below " + fmt::format("{:.4g}", limit) + " m at " + cell_name(mesh, cell) +
                   ", twice its radius of curvature, at which the inner face degenerates; got " +
                   fmt::format("{}", shell.thickness));
}

}  // namespace

std::vector<ShellPiece> shell_pieces(const Mesh& mesh, const std::vector<int>& of_point, const ShellDefaults& defaults,
                                     const std::string& subject) {
    std::vector<ShellPiece> pieces;
    pieces.reserve(mesh.cells.size());
    for (std::size_t c = 0; c < mesh.cells.size(); ++c) pieces.push_back(plain_piece(mesh, c, of_point, defaults, subject));
    if (mesh.normals.empty()) {
        average_directors(mesh, defaults.crease, pieces);
    } else {
        given_directors(mesh, pieces);
    }
    for (std::size_t c = 0; c < pieces.size(); ++c) require_unfolded(mesh, pieces[c].properties, c, subject);
    return pieces;
}

}  // namespace jounce
