// Mesh kind "panel": a part of a cylinder between two of its straight lines.
// SPDX-License-Identifier: BSD-3-Clause
#include <numbers>

#include "meshes/mesh_kinds.hpp"

namespace jounce::meshes {

namespace {

const std::string mesh_panel = "mesh.panel";

struct Panel {
    Vector3 from{}, to{};
    double radius = 0, angle = 0;
    std::optional<Vector3> middle;
    int around = 0, along = 0;
};

MeshPointer build_panel(const Panel& panel) {
    const Eigen::Vector3d x1 = eigen(panel.from), x2 = eigen(panel.to);
    const RoundFrame frame = round_frame(x2 - x1, panel.middle, mesh_panel, "middle");
    const double turns = panel.angle / (2 * std::numbers::pi);
    const auto radial = [&](int i) { return frame.radial(turns * (static_cast<double>(i) / panel.around - 0.5)); };
    const int columns = panel.around + 1, rows = panel.along + 1;
    auto mesh = std::make_shared<Mesh>(grid(columns, rows, false, [&](int i, int j) -> Eigen::Vector3d {
        const double part = static_cast<double>(j) / panel.along;
        return (1 - part) * x1 + part * x2 + panel.radius * radial(i);
    }));
    for (int j = 0; j < rows; ++j) {
        for (int i = 0; i < columns; ++i) mesh->normals.push_back(plain(radial(i)));
    }
    mesh->sets = {{"edge 1", line_of(columns, 0)},
                  {"edge 2", column_of(columns, rows, columns - 1)},
                  {"edge 3", line_of(columns, rows - 1)},
                  {"edge 4", column_of(columns, rows, 0)},
                  {"corners", {0, columns - 1, columns * rows - 1, columns * (rows - 1)}}};
    return mesh;
}

std::string check_panel(const Panel& panel) {
    if (!((eigen(panel.to) - eigen(panel.from)).stableNorm() > 0)) return "'to' must differ from 'from', got a panel of length 0";
    return points_check((panel.around + 1.0) * (panel.along + 1.0));
}

}  // namespace

const MeshKind& panel_kind() {
    static const MeshKind kind = make_kind<Panel, MeshPointer>(
        {.family = "mesh",
         .name = "panel",
         .summary =
             "A part of a cylinder, points arc by arc, counter-clockwise about the axis. Sets \"edge 1\" (the arc at `from`), "
             "\"edge 2\" (the straight line where the arcs end), \"edge 3\" (the arc at `to`), \"edge 4\" and \"corners\"; the "
             "normal points outwards.",
         .sources = {},
         .fields = Fields<Panel>()
                       .vector("from", &Panel::from, "m", "Where the axis of the cylinder begins.")
                       .required()
                       .vector("to", &Panel::to, "m", "Where the axis ends.")
                       .required()
                       .number("radius", &Panel::radius, "m", positive, "Radius of the middle surface.")
                       .required()
                       .number("angle", &Panel::angle, "rad", Range{.low = 0, .high = 6.28},
                               "Angle of the arcs; a full turn is a tube.")
                       .required()
                       .vector("middle", &Panel::middle, "", "Direction from the axis to the middle of the arcs.")
                       .standard("global x; global y for an axis along x")
                       .integer("around", &Panel::around, between(1, 1e6), "Elements along the arcs.")
                       .required()
                       .integer("along", &Panel::along, between(1, 1e6), "Elements along the axis.")
                       .required()
                       .check(check_panel)},
        build_panel);
    return kind;
}

}  // namespace jounce::meshes
