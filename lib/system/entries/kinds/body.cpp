// Entry "body": a rigid body that moves in the plane z = 0.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/entries/mechanism_fields.hpp"

namespace jounce::entries {

namespace {

struct Body {
    std::string name;
    double mass = 0, inertia = 0;
    std::vector<NamedPoint> points;

    Handle declare(Model& model) const {
        const std::string final_name = name.empty() ? model.automatic_name("body") : name;
        model.declare_node(final_name, {0, 0, 0}, "body");
        const Reference self{model.id(), "node", final_name};
        return {self, {self}};
    }
    void assemble(Builder& builder) const {
        const int node = builder.model().resolve_node(builder.handle().self, builder.subject(), "name");
        const std::array<int, 3> dofs{6 * node, 6 * node + 1, 6 * node + 5};
        builder.add_mass(dofs, Eigen::Vector3d(mass, mass, inertia).asDiagonal().toDenseMatrix());
        builder.mechanism().bodies.push_back({node, builder.name(), mass, inertia, points, builder.origin(), nullptr});
    }
    [[nodiscard]] std::string check() const {
        for (const auto& [point, at] : points) {
            if (const std::string wrong = point_name_check(point); !wrong.empty()) return wrong;
        }
        return "";
    }
};

}  // namespace

const EntryKind& body_kind() {
    static const EntryKind kind = entry_kind<Body>(
        "body",
        "A rigid body in the plane z = 0; its coordinates x, y and angle are those of its centre of mass; `ux`, `uy`, `rz` are "
        "the same values.",
        with_fields(Fields<Body>()
                        .text("name", &Body::name, "Its name.")
                        .standard("body 1, body 2, ...")
                        .number("mass", &Body::mass, "kg", positive, "Mass.")
                        .required()
                        .number("inertia", &Body::inertia, "kg m^2", positive, "Moment of inertia about the centre of mass.")
                        .required()
                        .check([](const Body& settings) { return settings.check(); }),
                    {custom_field("points", "table of {x, y}", "m",
                                  "Its named points, relative to the centre of mass, in the body's axes.", false, &Body::points,
                                  read_named_points)}));
    return kind;
}

}  // namespace jounce::entries
