// Entry "translational": a body that slides along a straight line without rotation.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/entries/mechanism_fields.hpp"

namespace jounce::entries {

namespace {

struct Translational {
    std::string name;
    PlaceDraft body;
    std::optional<PlaceDraft> base;
    Vector2 through = Vector2::Zero(), axis = Vector2::UnitX();
    double angle = 0;

    Handle declare(Model& model) const { return named(model, name, "translational"); }
    void assemble(Builder& builder) const {
        bodies::Condition line, turned;
        line.kind = bodies::Condition::Kind::on_curve;
        line.curve = bodies::Curve::line(through, bodies::perpendicular(axis.normalized()));
        turned.kind = bodies::Condition::Kind::turned;
        turned.angle = angle;
        builder.mechanism().joints.push_back(
            {builder.name(), "translational", {base ? *base : PlaceDraft{}, body}, {line, turned}, builder.origin()});
    }
};

std::string check_translational(const Translational& t) {
    return t.axis.norm() > 0 ? "" : "'axis' must have a length, got {0, 0}";
}

}  // namespace

const EntryKind& translational_kind() {
    static const EntryKind kind = entry_kind<Translational>(
        "translational", "An ideal guide: a point of a body slides along a straight line, and the body does not rotate.",
        with_fields(
            Fields<Translational>()
                .text("name", &Translational::name, "Its name.")
                .standard("translational 1, translational 2, ...")
                .number("angle", &Translational::angle, "rad", any_number, "Constant angle of the body relative to its guide.")
                .check(check_translational),
            {custom_field("body", "point", "", "The sliding point: a body (its centre of mass), or 'body.point'.", true,
                          &Translational::body, read_place),
             custom_field("base", "point", "",
                          "The body that carries the guide, and the origin of its line's coordinates; default the ground.", false,
                          &Translational::base, read_optional_place),
             vector2_field("through", "m", "A point of the line, in the axes of the guide.", false, &Translational::through),
             vector2_field("axis", "", "Direction of the line, any length; default {1, 0}.", false, &Translational::axis)}),
        {{"E. J. Haug, Computer Aided Kinematics and Dynamics of Mechanical Systems", 1989, "", "ch. 3"}});
    return kind;
}

}  // namespace jounce::entries
