// Mesh kind "tube": the middle surface of a round tube, its seam closed.
// SPDX-License-Identifier: BSD-3-Clause
#include "meshes/mesh_kinds.hpp"

namespace jounce::meshes {

namespace {

const std::string mesh_tube = "mesh.tube";

struct Tube {
    Vector3 from{}, to{};
    double radius = 0;
    int around = 0, along = 0;
    std::optional<Vector3> first;
};

MeshPointer build_tube(const Tube& tube) {
    const Eigen::Vector3d x1 = eigen(tube.from), x2 = eigen(tube.to);
    const RoundFrame frame = round_frame(x2 - x1, tube.first, mesh_tube, "first");
    const auto radial = [&](int i) { return frame.radial(static_cast<double>(i) / tube.around); };
    auto mesh = std::make_shared<Mesh>(grid(tube.around, tube.along + 1, true, [&](int i, int j) -> Eigen::Vector3d {
        const double part = static_cast<double>(j) / tube.along;
        return (1 - part) * x1 + part * x2 + tube.radius * radial(i);
    }));
    for (int j = 0; j <= tube.along; ++j) {
        mesh->sets.push_back({"ring " + std::to_string(j + 1), line_of(tube.around, j)});
        for (int i = 0; i < tube.around; ++i) mesh->normals.push_back(plain(radial(i)));
    }
    return mesh;
}

std::string check_tube(const Tube& tube) {
    if (!((eigen(tube.to) - eigen(tube.from)).stableNorm() > 0)) return "'to' must differ from 'from', got a tube of length 0";
    return points_check(static_cast<double>(tube.around) * (tube.along + 1.0));
}

}  // namespace

const MeshKind& tube_kind() {
    static const MeshKind kind = make_kind<Tube, MeshPointer>(
        {.family = "mesh",
         .name = "tube",
         .summary =
             "A round tube. Sets \"ring 1\", \"ring 2\", ... from end to end, each `around` points counter-clockwise about "
             "the axis from the first one; the normal points outwards.",
         .sources = {},
         .fields = Fields<Tube>()
                       .vector("from", &Tube::from, "m", "Where its axis begins.")
                       .required()
                       .vector("to", &Tube::to, "m", "Where its axis ends.")
                       .required()
                       .number("radius", &Tube::radius, "m", positive, "Radius of the middle surface.")
                       .required()
                       .integer("around", &Tube::around, between(3, 1e6), "Elements round the tube.")
                       .required()
                       .integer("along", &Tube::along, between(1, 1e6), "Elements along the tube.")
                       .required()
                       .vector("first", &Tube::first, "", "Direction from the axis to the first point of each ring.")
                       .standard("global x; global y for a tube along x")
                       .check(check_tube)},
        build_tube);
    return kind;
}

}  // namespace jounce::meshes
