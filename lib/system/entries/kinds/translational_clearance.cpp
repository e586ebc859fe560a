// Entry "translational_clearance": a block in a straight guide with clearance.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/messages/text.hpp"
#include "system/entries/mechanism_fields.hpp"

namespace jounce::entries {

namespace {

struct TranslationalClearance {
    std::string name;
    PlaceDraft body;
    std::optional<PlaceDraft> base;
    Vector2 through = Vector2::Zero(), axis = Vector2::UnitX();
    double length = 0, height = 0, clearance = 0, corner_radius = 0;
    contact::LawPointer law;
    contact::FrictionPointer friction;

    Handle declare(Model& model) const { return named(model, name, "translational_clearance"); }
    void assemble(Builder& builder) const {
        ClearanceDraft joint;
        joint.name = builder.name();
        joint.kind = "translational_clearance";
        joint.between = {base ? *base : PlaceDraft{}, body};
        joint.angle = std::atan2(axis.y(), axis.x());
        joint.pin_radius = corner_radius;
        joint.friction = friction;
        for (const int up : {-1, 1}) {
            for (const int fore : {-1, 1}) {
                ClearanceDraft::Side corner;
                corner.suffix = "[" + std::to_string(joint.sides.size() + 1) + "]";
                corner.gap.shape = contact::PlanarGap::Shape::face;
                corner.gap.normal = {0, static_cast<double>(up)};
                corner.gap.clearance = 0.5 * height + clearance - corner_radius;
                corner.first = through;
                corner.second = {fore * (0.5 * length - corner_radius), up * (0.5 * height - corner_radius)};
                corner.law = law;
                joint.sides.push_back(std::move(corner));
            }
        }
        bodies::Condition line, turned;
        line.kind = bodies::Condition::Kind::on_curve;
        line.curve = bodies::Curve::line(through, bodies::perpendicular(axis.normalized()));
        turned.kind = bodies::Condition::Kind::turned;
        turned.angle = joint.angle;
        joint.ideal = {line, turned};
        joint.origin = builder.origin();
        builder.mechanism().clearances.push_back(std::move(joint));
    }
};

std::string check_translational_clearance(const TranslationalClearance& t) {
    if (!(t.axis.norm() > 0)) return "'axis' must have a length, got {0, 0}";
    if (2 * t.corner_radius > std::fmin(t.length, t.height))
        return "'corner_radius' must be at most half of 'length' and 'height', got " + in_message(t.corner_radius);
    return "";
}

}  // namespace

const EntryKind& translational_clearance_kind() {
    static const EntryKind kind = entry_kind<TranslationalClearance>(
        "translational_clearance",
        "A rectangular block in a straight guide with clearance: each of its corners is a separate contact with the nearer face, "
        "`name[1]` and `name[2]` below (rear, front), `name[3]` and `name[4]` above.",
        with_fields(
            Fields<TranslationalClearance>()
                .text("name", &TranslationalClearance::name, "Its name.")
                .standard("translational_clearance 1, ...")
                .number("length", &TranslationalClearance::length, "m", positive, "Length of the block along the guide.")
                .required()
                .number("height", &TranslationalClearance::height, "m", positive, "Height of the block across the guide.")
                .required()
                .number("clearance", &TranslationalClearance::clearance, "m", positive,
                        "Free travel of the centred block in either direction.")
                .required()
                .number("corner_radius", &TranslationalClearance::corner_radius, "m", zero_or_positive, "Radius of the corners.")
                .kind("law", &TranslationalClearance::law, contact::law_family, "Contact law of every corner.")
                .required()
                .kind("friction", &TranslationalClearance::friction, contact::friction_family,
                      "Friction law; its normal force is the contact force.")
                .check(check_translational_clearance),
            {custom_field("body", "point", "", "The centre of the block: a body (its centre of mass), or 'body.point'.", true,
                          &TranslationalClearance::body, read_place),
             custom_field("base", "point", "",
                          "The body that carries the guide, and the origin of its line's coordinates; default the ground.", false,
                          &TranslationalClearance::base, read_optional_place),
             vector2_field("through", "m", "A point of the guide's mid-line, in the axes of the base.", false,
                           &TranslationalClearance::through),
             vector2_field("axis", "", "Direction of the guide, any length; default {1, 0}.", false,
                           &TranslationalClearance::axis)}),
        {{"P. Flores, J. Ambrosio, J. C. P. Claro, H. M. Lankarani", 2008, "10.1115/1.2802113",
          "translational joints with clearance"}});
    return kind;
}

}  // namespace jounce::entries
