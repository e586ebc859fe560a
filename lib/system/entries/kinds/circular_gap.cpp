// Entry "circular_gap": a radial clearance around an axis, such as a tube in a support plate or a shaft in a bearing.
// SPDX-License-Identifier: BSD-3-Clause
#include <Eigen/Geometry>

#include "base/fields/refusals.hpp"
#include "contact/response/status.hpp"
#include "system/entries/slip_directions.hpp"

namespace jounce::entries {

namespace {

struct CircularGap : GapNodes {
    Vector3 axis{};
    double clearance = 0;
    contact::LawPointer law;
    contact::FrictionPointer friction;
    std::optional<double> surface_radius;
    bool axial = false;

    Handle declare(Model& model) const { return declare_as(model, "circular_gap"); }

    void assemble(Builder& builder) const {
        FullGap gap;
        gap.name = builder.name();
        gap.geometry.shape = contact::GapShape::circular;
        gap.geometry.clearance = clearance;
        gap.law = law;
        gap.node = answering(builder);
        gap.directions = across(unit_vector(axis));
        gap.rows = {row(builder, gap.directions[0]), row(builder, gap.directions[1])};
        builder.gap(std::move(gap));
        if (friction) add_friction_around(builder);
    }

  private:
    void add_friction_around(Builder& builder) const {
        FullFriction full;
        full.friction.name = builder.name();
        full.friction.node = answering(builder);
        full.friction.law = friction;
        full.friction.contact = 0;
        full.friction.around = true;
        full.friction.spins = surface_radius.has_value();
        full.friction.directions = axial ? 2 : 1;
        const Eigen::Vector3d unit_axis = unit_vector(axis);
        if (surface_radius) {
            full.rows.push_back(row(builder, *surface_radius * unit_axis, 3));
            full.fields.emplace_back("surface_radius");
        }
        if (axial) {
            full.rows.push_back(row(builder, unit_axis));
            full.fields.emplace_back("axial");
        }
        builder.friction(std::move(full));
    }
    // Two unit vectors that with the axis make a right-handed frame: (x, y) for z, (y, z) for x, (z, x) for y.
    static std::array<Eigen::Vector3d, 2> across(const Eigen::Vector3d& unit_axis) {
        int largest = 0;
        unit_axis.cwiseAbs().maxCoeff(&largest);
        const Eigen::Vector3d next = Eigen::Vector3d::Unit((largest + 1) % 3);
        const Eigen::Vector3d first = (next - unit_axis * unit_axis.dot(next)).normalized();
        return {first, unit_axis.cross(first)};
    }
};

std::string check_circular_gap(const CircularGap& gap) {
    if (gap.law && gap.law->rigid && !(gap.clearance > 0)) return refusals::rigid_at_centre.text({gap.law->kind});
    // At the axis the normal changes its direction suddenly, and with it the damper's force.
    if (gap.law && contact::force_closes_apart(*gap.law))
        return refusals::damper_before_circular_touch.text({gap.law->kind, gap.law->transition->name});
    if (!gap.friction && gap.surface_radius) return "'surface_radius' requires 'friction'";
    if (!gap.friction && gap.axial) return "'axial' requires 'friction'";
    std::string wrong = direction_check("axis", gap.axis);
    return wrong.empty() ? gap_check(gap) : wrong;
}

}  // namespace

const EntryKind& circular_gap_kind() {
    static const EntryKind kind = entry_kind<CircularGap>(
        "circular_gap", "A radial clearance around a fixed axis: contact where the motion across the axis exceeds the clearance.",
        Fields<CircularGap>()
            .with([](Fields<CircularGap>& fields) { gap_node_fields(fields, "circular_gap"); })
            .vector("axis", &CircularGap::axis, "", "The axis, any length.")
            .required()
            .number("clearance", &CircularGap::clearance, "m", zero_or_positive, "Radial clearance.")
            .required()
            .kind("law", &CircularGap::law, contact::law_family, "Contact law along the radius.")
            .required()
            .kind("friction", &CircularGap::friction, contact::friction_family,
                  "Friction law; its normal force is the contact force, its slip the motion around the axis.")
            .number("surface_radius", &CircularGap::surface_radius, "m", positive,
                    "Radius of the contact surface: rotation about the axis then adds to the slip, and friction exerts a moment "
                    "on the node.")
            .boolean("axial", &CircularGap::axial, "Whether friction also resists slip along the axis.")
            .check(check_circular_gap));
    return kind;
}

}  // namespace jounce::entries
