// The table of mesh kinds, and their common functions.
// SPDX-License-Identifier: BSD-3-Clause
#include "meshes/mesh_kinds.hpp"

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "base/messages/text.hpp"

namespace jounce {

const Family<MeshPointer> mesh_family{
    .name = "mesh",
    .kinds =
        [] {
            static const std::array<const MeshKind*, 6> table{
                &meshes::tube_kind(),    //
                &meshes::plate_kind(),   //
                &meshes::panel_kind(),   //
                &meshes::ring_kind(),    //
                &meshes::gmsh_kind(),    //
                &meshes::abaqus_kind(),  //
            };
            return std::span<const MeshKind* const>(table);
        },
};

namespace meshes {

std::string points_check(double points) {
    if (points <= most_points) return "";
    return "the mesh must have at most " + shortest(most_points) + " points, got " + shortest(points);
}

Mesh grid(int columns, int rows, bool closed, const std::function<Eigen::Vector3d(int, int)>& place) {
    Mesh mesh;
    for (int j = 0; j < rows; ++j) {
        for (int i = 0; i < columns; ++i) mesh.points.push_back(plain(place(i, j)));
    }
    const int across = closed ? columns : columns - 1;
    for (int j = 0; j + 1 < rows; ++j) {
        for (int i = 0; i < across; ++i) {
            const int next = (i + 1) % columns;
            mesh.cells.push_back(
                {.points = {columns * j + i, columns * j + next, columns * (j + 1) + next, columns * (j + 1) + i}});
        }
    }
    return mesh;
}

std::vector<int> line_of(int columns, int row) {
    std::vector<int> out;
    for (int i = 0; i < columns; ++i) out.push_back(columns * row + i);
    return out;
}

std::vector<int> column_of(int columns, int rows, int column) {
    std::vector<int> out;
    for (int j = 0; j < rows; ++j) out.push_back(columns * j + column);
    return out;
}

Eigen::Vector3d RoundFrame::radial(double turns) const {
    // Quarters without rounding: opposite nodes of a ring are exactly opposite.
    const double quarters = 4 * turns;
    const double whole = std::round(quarters);
    const double rest = (quarters - whole) * std::numbers::pi / 2;
    const double c = std::cos(rest), s = std::sin(rest);
    switch (static_cast<int>(std::fmod(std::fmod(whole, 4) + 4, 4))) {
        case 1:
            return c * e2 - s * e1;
        case 2:
            return -c * e1 - s * e2;
        case 3:
            return s * e1 - c * e2;
        default:
            return c * e1 + s * e2;
    }
}

RoundFrame round_frame(const Eigen::Vector3d& axis, const std::optional<Vector3>& towards, const std::string& subject,
                       const std::string& field) {
    constexpr double along = 1e-3;  // rad
    RoundFrame frame;
    frame.e3 = axis.stableNormalized();
    Eigen::Vector3d wanted =
        frame.e3.cross(Eigen::Vector3d::UnitX()).norm() > along ? Eigen::Vector3d::UnitX() : Eigen::Vector3d::UnitY();
    if (towards) {
        wanted = eigen(*towards).stableNormalized();
        if (!(frame.e3.cross(wanted).norm() > 1e-6)) {
            throw bad_field(subject, field, "a direction that is not along the axis",
                            List{(*towards)[0], (*towards)[1], (*towards)[2]});
        }
    }
    frame.e1 = (wanted - wanted.dot(frame.e3) * frame.e3).normalized();
    frame.e2 = frame.e3.cross(frame.e1);
    return frame;
}

}  // namespace meshes

}  // namespace jounce
