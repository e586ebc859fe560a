// Entry "point": a lumped mass on a new or an existing node.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/messages/text.hpp"
#include "elements/point_mass.hpp"
#include "system/entries/entry_kind.hpp"

namespace jounce::entries {

namespace {

struct Point {
    std::string name;
    std::optional<Vector3> at;
    std::optional<Reference> node;
    double mass = 0;
    std::optional<Vector3> inertia;
    std::vector<std::string> free;
    std::optional<Vector3> offset;

    Handle declare(Model& model) const {
        if (node) return named(model, name, "point", model.resolve_node(*node, "model.point", "node"));
        const std::string final_name = name.empty() ? model.automatic_name("point") : name;
        model.declare_node(final_name, *at, "point");
        const Reference self{model.id(), "point", final_name};
        return {self, {self}};
    }

    void assemble(Builder& builder) const {
        const int index = builder.model().find_name(builder.name())->node;
        const elements::PointMass point{
            .mass = mass, .inertia = elements::diagonal_inertia(vector3(inertia)), .offset = vector3(offset)};
        const std::vector<int> dofs = Builder::dofs({index});
        builder.add_mass(dofs, elements::point_mass_matrix(point));
        if (free.empty()) return;
        std::array<bool, 6> is_free{};
        for (const std::string& dof : free) is_free[dof_index(dof)] = true;
        for (int d = 0; d < 6; ++d) {
            if (is_free[d]) {
                builder.need(dofs[d], "model.point");
            } else {
                builder.fix(dofs[d]);
            }
        }
    }
};

/// Each moment is an integral of two squared distances, so no moment exceeds the sum of the other two. One moment alone is an
/// idealisation: a disc that can only rotate about its axis.
bool possible(const Vector3& inertia) {
    constexpr double round_off = 1e-9;
    const Eigen::Vector3d moments = vector3(inertia);
    const double largest = moments.maxCoeff();
    const double others = moments.sum() - largest;
    return others == 0 || largest <= (1 + round_off) * others;
}

std::string check_point(const Point& point) {
    if (point.inertia) {
        for (const double moment : *point.inertia) {
            if (moment < 0) return "'inertia' must be three numbers, zero or positive, got " + in_message(moment);
        }
        if (!possible(*point.inertia)) {
            return "'inertia' must not have a moment larger than the sum of the other two, which no body has, got {" +
                   in_message((*point.inertia)[0]) + ", " + in_message((*point.inertia)[1]) + ", " +
                   in_message((*point.inertia)[2]) + "}";
        }
    }
    if (point.mass == 0 && !(point.inertia && vector3(*point.inertia).maxCoeff() > 0)) {
        return "'mass' must be positive when there is no 'inertia', got 0";
    }
    return "";
}

}  // namespace

const EntryKind& point_kind() {
    static const EntryKind kind = entry_kind<Point>(
        "point", "A lumped mass, with or without rotary inertia.",
        Fields<Point>()
            .text("name", &Point::name, "Its name and the name of its node.")
            .standard("point 1, point 2, ...")
            .vector("at", &Point::at, "m", "Position of its node; or `node`.")
            .reference("node", &Point::node, "node",
                       "An existing node that carries the mass; the point's name then also refers to that node.")
            .exactly_one({"at", "node"})
            .number("mass", &Point::mass, "kg", zero_or_positive, "Its mass; 0 only together with `inertia`.")
            .required()
            .vector("inertia", &Point::inertia, "kg m^2",
                    "Moments of inertia {Ix, Iy, Iz} about its centre of mass, global axes.")
            .standard("none")
            .words("free", &Point::free, all_dofs(), "The dofs that may move; all others of the node are fixed.")
            .standard("all dofs with mass or stiffness")
            .vector("offset", &Point::offset, "m", "Rigid arm from the node to the centre of mass.")
            .standard("{0, 0, 0}")
            .check(check_point));
    return kind;
}

}  // namespace jounce::entries
