// The family of meshes: a new kind is one file in kinds/ and one line in mesh_kinds.cpp.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>

#include "base/fields/kind.hpp"
#include "meshes/mesh.hpp"

namespace jounce {

using MeshKind = Kind<MeshPointer>;

/// jounce.mesh.tube{}, ...
extern const Family<MeshPointer> mesh_family;

namespace meshes {

[[nodiscard]] const MeshKind& abaqus_kind();
[[nodiscard]] const MeshKind& gmsh_kind();
[[nodiscard]] const MeshKind& panel_kind();
[[nodiscard]] const MeshKind& plate_kind();
[[nodiscard]] const MeshKind& ring_kind();
[[nodiscard]] const MeshKind& tube_kind();

/// The indices of the assembled matrices allow no more points.
inline constexpr double most_points = 1e7;
/// An error message if there are too many points, else "".
[[nodiscard]] std::string points_check(double points);

/// A grid of `rows` lines of `columns` points each, in that order, and the cells between them; `closed`: the last
/// column is joined to the first one. Corners run along a line first, so that the normal is (along a line) x (from line
/// to line).
[[nodiscard]] Mesh grid(int columns, int rows, bool closed, const std::function<Eigen::Vector3d(int, int)>& place);
/// Points of line j (from 0) of such a grid, and of column i.
[[nodiscard]] std::vector<int> line_of(int columns, int row);
[[nodiscard]] std::vector<int> column_of(int columns, int rows, int column);

/// Axes about a line: e3 along it, e1 along the component of `towards` perpendicular to it (by default global x, and
/// global y for a line within 1e-3 rad of x), e2 = e3 x e1.
struct RoundFrame {
    Eigen::Vector3d e1, e2, e3;
    /// cos e1 + sin e2 at an angle of `turns` full turns, exact at quarters.
    [[nodiscard]] Eigen::Vector3d radial(double turns) const;
};
/// `axis` and `towards` may have any length; without `towards` the default is used. \throws Error when `towards` is
/// along the axis
[[nodiscard]] RoundFrame round_frame(const Eigen::Vector3d& axis, const std::optional<Vector3>& towards,
                                     const std::string& subject, const std::string& field);

[[nodiscard]] inline Eigen::Vector3d eigen(const Vector3& v) { return {v[0], v[1], v[2]}; }
[[nodiscard]] inline std::array<double, 3> plain(const Eigen::Vector3d& v) { return {v[0], v[1], v[2]}; }

}  // namespace meshes

}  // namespace jounce
