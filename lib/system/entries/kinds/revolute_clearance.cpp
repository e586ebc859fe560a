// Entry "revolute_clearance": a journal in a bearing with clearance.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/messages/text.hpp"
#include "system/entries/mechanism_fields.hpp"

namespace jounce::entries {

namespace {

struct RevoluteClearance {
    std::string name;
    PlaceDraft bearing, journal;
    double bearing_radius = 0, journal_radius = 0;
    contact::LawPointer law;
    contact::FrictionPointer friction;

    Handle declare(Model& model) const { return named(model, name, "revolute_clearance"); }
    void assemble(Builder& builder) const {
        ClearanceDraft joint;
        joint.name = builder.name();
        joint.kind = "revolute_clearance";
        joint.between = {bearing, journal};
        ClearanceDraft::Side side;
        side.gap.clearance = bearing_radius - journal_radius;
        side.law = law;
        joint.sides.push_back(std::move(side));
        joint.pin_radius = journal_radius;
        joint.friction = friction;
        joint.ideal = {bodies::Condition{}};
        joint.origin = builder.origin();
        builder.mechanism().clearances.push_back(std::move(joint));
    }
};

std::string check_revolute_clearance(const RevoluteClearance& joint) {
    if (joint.journal_radius < joint.bearing_radius) return "";
    return "'journal_radius' must be below 'bearing_radius' (" + in_message(joint.bearing_radius) + "), got " +
           in_message(joint.journal_radius);
}

}  // namespace

const EntryKind& revolute_clearance_kind() {
    static const EntryKind kind = entry_kind<RevoluteClearance>(
        "revolute_clearance",
        "A journal in a bearing with clearance: contact where the distance e of their centres exceeds the difference of the "
        "radii; force and friction act at the contact point.",
        with_fields(
            Fields<RevoluteClearance>()
                .text("name", &RevoluteClearance::name, "Its name.")
                .standard("revolute_clearance 1, revolute_clearance 2, ...")
                .number("bearing_radius", &RevoluteClearance::bearing_radius, "m", positive, "Radius of the bearing.")
                .required()
                .number("journal_radius", &RevoluteClearance::journal_radius, "m", positive, "Radius of the journal.")
                .required()
                .kind("law", &RevoluteClearance::law, contact::law_family, "Contact law.")
                .required()
                .kind("friction", &RevoluteClearance::friction, contact::friction_family,
                      "Friction law; its normal force is the contact force.")
                .check(check_revolute_clearance),
            {custom_field("bearing", "point", "", "Centre of the bearing: {x, y}, 'body.point', a body or a node.", true,
                          &RevoluteClearance::bearing, read_place),
             custom_field("journal", "point", "", "Centre of the journal.", true, &RevoluteClearance::journal, read_place)}),
        {{"P. Flores, J. Ambrosio", 2004, "10.1016/j.compstruc.2004.03.031", "revolute joints with clearance"}});
    return kind;
}

}  // namespace jounce::entries
