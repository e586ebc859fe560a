// Entry "circular_gap": a radial clearance all round an axis, as of a tube in a support plate or a shaft in a bearing.
// SPDX-License-Identifier: BSD-3-Clause
#include <Eigen/Geometry>

#include "system/gap_nodes.hpp"

namespace jounce::entries {

namespace {

struct CircularGap : GapNodes {
    Vector3 axis{};
    double clearance = 0;
    contact::LawPointer law;

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
    }

  private:
    // Two unit vectors that with the axis make a right-handed frame: (x, y) for z, (y, z) for x, (z, x) for y.
    static std::array<Eigen::Vector3d, 2> across(const Eigen::Vector3d& unit_axis) {
        int largest = 0;
        unit_axis.cwiseAbs().maxCoeff(&largest);
        const Eigen::Vector3d next = Eigen::Vector3d::Unit((largest + 1) % 3);
        const Eigen::Vector3d first = (next - unit_axis * unit_axis.dot(next)).normalized();
        return {first, unit_axis.cross(first)};
    }
};

std::string check(const CircularGap& gap) {
    if (gap.law && gap.law->rigid) return "'law' must be one with a force, a rigid stop is plane; got law." + gap.law->kind;
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
            .check(check));
    return kind;
}

}  // namespace jounce::entries
