// Entry "slot": a pin in a straight or circular slot with round ends.
// SPDX-License-Identifier: BSD-3-Clause
#include <numbers>

#include "base/messages/text.hpp"
#include "system/entries/mechanism_fields.hpp"

namespace jounce::entries {

namespace {

struct Slot {
    std::string name;
    PlaceDraft pin;
    std::optional<PlaceDraft> base;
    std::optional<Vector2> from, to, centre;
    double radius = 0, direction = 0, span = 0;
    double width = 0, pin_radius = 0;
    contact::LawPointer law, inner_law, outer_law;
    contact::FrictionPointer friction;

    Handle declare(Model& model) const { return named(model, name, "slot"); }
    void assemble(Builder& builder) const {
        ClearanceDraft joint;
        joint.name = builder.name();
        joint.kind = "slot";
        joint.between = {base ? *base : PlaceDraft{}, pin};
        joint.pin_radius = pin_radius;
        joint.friction = friction;
        joint.origin = builder.origin();
        contact::PlanarGap gap;
        gap.shape = contact::PlanarGap::Shape::slot;
        gap.clearance = 0.5 * width - pin_radius;
        bodies::Condition on;
        on.kind = bodies::Condition::Kind::on_curve;
        Vector2 middle;
        if (centre) {
            gap.arc = true;
            gap.radius = radius;
            gap.half_angle = 0.5 * span;
            gap.normal = {std::cos(direction), std::sin(direction)};
            middle = *centre;
            on.curve = bodies::Curve::around(middle, radius);
        } else {
            const Vector2 along = *to - *from;
            middle = 0.5 * (*from + *to);
            gap.half_length = 0.5 * along.norm();
            gap.normal = bodies::perpendicular(along.normalized());
            on.curve = bodies::Curve::line(middle, gap.normal);
        }
        joint.ideal = {on};
        for (const int number : {0, 1}) {
            ClearanceDraft::Side side;
            side.suffix = number == 0 ? ".inner" : ".outer";
            side.number = number;
            side.gap = gap;
            side.first = middle;
            const contact::LawPointer& own = number == 0 ? inner_law : outer_law;
            side.law = own ? own : law;
            joint.sides.push_back(std::move(side));
        }
        builder.mechanism().clearances.push_back(std::move(joint));
    }
};

std::string check_slot(const Slot& s) {
    const bool straight = s.from && s.to;
    if (s.from.has_value() != s.to.has_value()) return "'from' and 'to' must be given together";
    if (straight == s.centre.has_value())
        return "one of 'from' and 'to' (a straight slot) or 'centre' (a circular one) is required";
    if (straight && !((*s.to - *s.from).norm() > 0)) return "'to' must differ from 'from'";
    if (s.centre && !(s.radius > 0)) return "'radius' is required with 'centre'";
    if (s.centre && !(s.span > 0 && s.span < 2 * std::numbers::pi))
        return s.span == 0 ? "'span' is required with 'centre'" : "'span' must be below 2 pi, got " + in_message(s.span);
    if (s.centre && !(0.5 * s.width < s.radius))
        return "'width' must be below twice 'radius' (" + in_message(2 * s.radius) + "), got " + in_message(s.width);
    if (!(2 * s.pin_radius < s.width))
        return "'pin_radius' must be below half of 'width' (" + in_message(0.5 * s.width) + "), got " + in_message(s.pin_radius);
    if (!s.law && !(s.inner_law && s.outer_law)) return "'law', or 'inner_law' and 'outer_law', is required";
    if (s.law && (s.inner_law || s.outer_law)) return "'law' excludes 'inner_law' and 'outer_law'";
    return "";
}

}  // namespace

const EntryKind& slot_kind() {
    static const EntryKind kind = entry_kind<Slot>(
        "slot",
        "A pin in a slot, straight or circular, with round ends. Contacts: `name.inner`, on the side of the arc's centre "
        "(straight: to the right when going from `from` to `to`), and `name.outer`. A contact at an end of the slot is counted "
        "for the half where it begins, until it ends.",
        with_fields(
            Fields<Slot>()
                .text("name", &Slot::name, "Its name.")
                .standard("slot 1, slot 2, ...")
                .number("width", &Slot::width, "m", positive, "Width of the slot.")
                .required()
                .number("pin_radius", &Slot::pin_radius, "m", positive, "Radius of the pin.")
                .required()
                .number("radius", &Slot::radius, "m", positive, "Radius of a circular mid-line.")
                .number("direction", &Slot::direction, "rad", any_number, "Direction from the centre to the middle of the arc.")
                .number("span", &Slot::span, "rad", positive, "Angle of the arc between the centres of its ends.")
                .kind("law", &Slot::law, contact::law_family, "Contact law of both faces.")
                .kind("inner_law", &Slot::inner_law, contact::law_family, "Contact law of the inner face.")
                .kind("outer_law", &Slot::outer_law, contact::law_family, "Contact law of the outer face.")
                .kind("friction", &Slot::friction, contact::friction_family,
                      "Friction law; its normal force is the contact force.")
                .check(check_slot),
            {custom_field("pin", "point", "", "Centre of the pin: 'body.point', a body or a node.", true, &Slot::pin, read_place),
             custom_field("base", "point", "",
                          "The body with the slot, and the origin of the slot's coordinates; default the ground.", false,
                          &Slot::base, read_optional_place),
             custom_field("from", "{x, y}", "m", "One end of a straight mid-line, in the axes of the base.", false, &Slot::from,
                          read_optional_vector2),
             custom_field("to", "{x, y}", "m", "Its other end.", false, &Slot::to, read_optional_vector2),
             custom_field("centre", "{x, y}", "m", "Centre of a circular mid-line, in the axes of the base.", false,
                          &Slot::centre, read_optional_vector2)}));
    return kind;
}

}  // namespace jounce::entries
