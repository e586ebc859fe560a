// Entry "gap": a plane clearance along a direction, from a node to the ground or between two nodes.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/fields/refusals.hpp"
#include "system/entries/slip_directions.hpp"

namespace jounce::entries {

namespace {

struct Gap : GapNodes, SlipDirections {
    Vector3 direction{};
    std::optional<double> clearance, interference;
    std::string sides = "both";
    contact::LawPointer law;
    contact::FrictionPointer friction;

    Handle declare(Model& model) const { return declare_as(model, "gap"); }

    void assemble(Builder& builder) const {
        FullGap gap;
        gap.name = builder.name();
        gap.geometry.shape = contact::GapShape::plane;
        gap.geometry.clearance = clearance ? *clearance : -*interference;
        gap.geometry.positive = sides != "negative";
        gap.geometry.negative = sides != "positive";
        gap.law = law;
        gap.node = answering(builder);
        gap.directions[0] = unit_vector(direction);
        gap.rows = {row(builder, gap.directions[0])};
        const Eigen::Vector3d normal = gap.directions[0];
        builder.gap(std::move(gap));
        if (!friction) return;
        Friction contact_friction;
        contact_friction.law = friction;
        contact_friction.contact = 0;
        add_friction(builder, *this, std::move(contact_friction), unit(normal), pair.empty() ? "tangent" : "tangents");
    }
};

std::string check_gap(const Gap& gap) {
    if (gap.law && gap.law->rigid && gap.interference) return refusals::rigid_interference.text({gap.law->kind});
    if (gap.law && gap.law->rigid && gap.clearance == 0.0 && gap.sides == "both")
        return "'clearance' must be above 0 where law.rigid stops both sides, got 0; model:fix fixes a node without play";
    std::string wrong = direction_check("direction", gap.direction);
    if (wrong.empty()) wrong = slip_check(gap, "tangent", "tangents", gap.direction, "direction");
    const bool tangent = gap.single || !gap.pair.empty();
    if (wrong.empty() && gap.friction && !tangent) wrong = "'tangent' (or 'tangents') is required with 'friction'";
    if (wrong.empty() && tangent && !gap.friction) wrong = "'tangent' and 'tangents' require 'friction'";
    return wrong.empty() ? gap_check(gap) : wrong;
}

FieldList gap_fields() {
    FieldList fields =
        Fields<Gap>()
            .with([](Fields<Gap>& list) { gap_node_fields(list, "gap"); })
            .vector("direction", &Gap::direction, "",
                    "Direction of the motion that closes the gap on its positive side, any length.")
            .required()
            .number("clearance", &Gap::clearance, "m", zero_or_positive, "Free travel on each side before contact.")
            .number("interference", &Gap::interference, "m", positive,
                    "Indentation at rest of a preloaded gap, instead of a clearance.")
            .exactly_one({"clearance", "interference"})
            .choice("sides", &Gap::sides, {"both", "positive", "negative"}, "Sides with a stop.")
            .kind("law", &Gap::law, contact::law_family, "Contact law of every side.")
            .required()
            .kind("friction", &Gap::friction, contact::friction_family, "Friction law; its normal force is the contact force.")
            .vector("tangent", &Gap::single, "",
                    "Direction of the slip that friction resists, perpendicular to `direction`, any length.")
            .at_most_one({"tangent", "tangents"})
            .check(check_gap);
    fields.fields.push_back(
        custom_field("tangents", "list of vectors", "",
                     "Two directions, perpendicular to `direction` and to each other: friction acts in their plane.", false,
                     static_cast<std::vector<Vector3> Gap::*>(&Gap::pair), read_pair));
    return fields;
}

}  // namespace

const EntryKind& gap_kind() {
    static const EntryKind kind = entry_kind<Gap>("gap",
                                                  "A clearance along a fixed direction d: contact where d.u (for a pair: d.(u_to "
                                                  "- u_first)) exceeds +clearance or falls below -clearance.",
                                                  gap_fields());
    return kind;
}

}  // namespace jounce::entries
