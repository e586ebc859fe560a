// Mesh kind "plate": a parallelogram.
// SPDX-License-Identifier: BSD-3-Clause
#include <Eigen/Geometry>

#include "meshes/mesh_kinds.hpp"

namespace jounce::meshes {

namespace {

struct Plate {
    Vector3 corner{}, edge_1{}, edge_2{};
    int elements_1 = 0, elements_2 = 0;
};

MeshPointer build_plate(const Plate& plate) {
    const int columns = plate.elements_1 + 1, rows = plate.elements_2 + 1;
    auto mesh = std::make_shared<Mesh>(grid(columns, rows, false, [&](int i, int j) -> Eigen::Vector3d {
        return eigen(plate.corner) + static_cast<double>(i) / plate.elements_1 * eigen(plate.edge_1) +
               static_cast<double>(j) / plate.elements_2 * eigen(plate.edge_2);
    }));
    mesh->sets = {{"edge 1", line_of(columns, 0)},
                  {"edge 2", column_of(columns, rows, columns - 1)},
                  {"edge 3", line_of(columns, rows - 1)},
                  {"edge 4", column_of(columns, rows, 0)},
                  {"corners", {0, columns - 1, columns * rows - 1, columns * (rows - 1)}}};
    return mesh;
}

std::string check_plate(const Plate& plate) {
    const Eigen::Vector3d a = eigen(plate.edge_1), b = eigen(plate.edge_2);
    if (!(a.cross(b).norm() > 1e-6 * a.norm() * b.norm())) return "'edge_1' and 'edge_2' must be two directions, got one line";
    return points_check((plate.elements_1 + 1.0) * (plate.elements_2 + 1.0));
}

}  // namespace

const MeshKind& plate_kind() {
    static const MeshKind kind = make_kind<Plate, MeshPointer>(
        {.family = "mesh",
         .name = "plate",
         .summary = "A flat parallelogram, points line by line along `edge_1`. Sets \"edge 1\" (along `edge_1` from the corner), "
                    "\"edge 2\" to \"edge 4\" round the plate, and \"corners\"; the normal is edge_1 x edge_2.",
         .sources = {},
         .fields = Fields<Plate>()
                       .vector("corner", &Plate::corner, "m", "The corner where both edges begin.")
                       .required()
                       .vector("edge_1", &Plate::edge_1, "m", "From the corner to the end of the first edge.")
                       .required()
                       .vector("edge_2", &Plate::edge_2, "m", "From the corner to the end of the second edge.")
                       .required()
                       .integer("elements_1", &Plate::elements_1, between(1, 1e6), "Elements along the first edge.")
                       .required()
                       .integer("elements_2", &Plate::elements_2, between(1, 1e6), "Elements along the second edge.")
                       .required()
                       .check(check_plate)},
        build_plate);
    return kind;
}

}  // namespace jounce::meshes
