// Mesh kind "ring": a flat annulus, such as a stiffener round a tube or a lid with a hole.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/messages/text.hpp"
#include "meshes/mesh_kinds.hpp"

namespace jounce::meshes {

namespace {

const std::string mesh_ring = "mesh.ring";

struct Ring {
    Vector3 at{}, axis{};
    double inner_radius = 0, outer_radius = 0;
    int around = 0, across = 0;
    std::optional<Vector3> first;
};

MeshPointer build_ring(const Ring& ring) {
    const RoundFrame frame = round_frame(eigen(ring.axis), ring.first, mesh_ring, "first");
    auto mesh = std::make_shared<Mesh>(grid(ring.around, ring.across + 1, true, [&](int i, int j) -> Eigen::Vector3d {
        const double part = static_cast<double>(j) / ring.across;
        const double radius = (1 - part) * ring.inner_radius + part * ring.outer_radius;
        return eigen(ring.at) + radius * frame.radial(static_cast<double>(i) / ring.around);
    }));
    // Corners run along a circle, then outwards; they are reversed, so that the normal is the axis.
    for (MeshCell& cell : mesh->cells) std::swap(cell.points[1], cell.points[3]);
    for (int j = 0; j <= ring.across; ++j) mesh->sets.push_back({"ring " + std::to_string(j + 1), line_of(ring.around, j)});
    mesh->sets.push_back({"inner", line_of(ring.around, 0)});
    mesh->sets.push_back({"outer", line_of(ring.around, ring.across)});
    return mesh;
}

std::string check_ring(const Ring& ring) {
    if (!(eigen(ring.axis).stableNorm() > 0)) return "'axis' must be a direction, got a vector of length 0";
    if (!(ring.outer_radius > ring.inner_radius)) {
        return "'outer_radius' must be above 'inner_radius', got " + in_message(ring.outer_radius) + " and " +
               in_message(ring.inner_radius);
    }
    return points_check(static_cast<double>(ring.around) * (ring.across + 1.0));
}

}  // namespace

const MeshKind& ring_kind() {
    static const MeshKind kind = make_kind<Ring, MeshPointer>(
        {.family = "mesh",
         .name = "ring",
         .summary = "A flat ring. Sets \"ring 1\", \"ring 2\", ... from the inner circle outwards, each `around` points "
                    "counter-clockwise about the axis, and \"inner\", \"outer\"; the normal is the axis.",
         .sources = {},
         .fields = Fields<Ring>()
                       .vector("at", &Ring::at, "m", "Its centre.")
                       .required()
                       .vector("axis", &Ring::axis, "", "Its axis, any length.")
                       .required()
                       .number("inner_radius", &Ring::inner_radius, "m", positive, "Radius of the hole.")
                       .required()
                       .number("outer_radius", &Ring::outer_radius, "m", positive, "Radius of the rim.")
                       .required()
                       .integer("around", &Ring::around, between(3, 1e6), "Elements round the ring.")
                       .required()
                       .integer("across", &Ring::across, between(1, 1e6), "Elements from the hole to the rim.")
                       .required()
                       .vector("first", &Ring::first, "", "Direction from the centre to the first point of each circle.")
                       .standard("global x; global y for an axis along x")
                       .check(check_ring)},
        build_ring);
    return kind;
}

}  // namespace jounce::meshes
