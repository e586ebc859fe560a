// Entry "point_on_curve": a point of a body that stays on a line or a circle of another one.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/entries/mechanism_fields.hpp"

namespace jounce::entries {

namespace {

struct PointOnCurve {
    std::string name;
    PlaceDraft point;
    std::optional<PlaceDraft> base;
    Vector2 through = Vector2::Zero();
    std::optional<Vector2> axis, centre;
    double radius = 0;

    Handle declare(Model& model) const { return named(model, name, "point_on_curve"); }
    void assemble(Builder& builder) const {
        bodies::Condition on;
        on.kind = bodies::Condition::Kind::on_curve;
        on.curve = axis ? bodies::Curve::line(through, bodies::perpendicular(axis->normalized()))
                        : bodies::Curve::around(*centre, radius);
        builder.mechanism().joints.push_back(
            {builder.name(), "point_on_curve", {base ? *base : PlaceDraft{}, point}, {on}, builder.origin()});
    }
};

std::string check_point_on_curve(const PointOnCurve& p) {
    if (p.axis.has_value() == p.centre.has_value()) return "one of 'axis' (a line) and 'centre' (a circle) is required";
    if (p.axis && !(p.axis->norm() > 0)) return "'axis' must have a length, got {0, 0}";
    if (p.centre && !(p.radius > 0)) return "'radius' is required with 'centre'";
    if (p.axis && p.radius > 0) return "'radius' requires 'centre', not 'axis'";
    return "";
}

}  // namespace

const EntryKind& point_on_curve_kind() {
    static const EntryKind kind = entry_kind<PointOnCurve>(
        "point_on_curve",
        "An ideal pin in a slot, or a massless rod: a point of a body stays on a line or a circle of another body.",
        with_fields(
            Fields<PointOnCurve>()
                .text("name", &PointOnCurve::name, "Its name.")
                .standard("point_on_curve 1, point_on_curve 2, ...")
                .number("radius", &PointOnCurve::radius, "m", positive, "Radius of the circle.")
                .check(check_point_on_curve),
            {custom_field("point", "point", "", "The constrained point: 'body.point', a body or a node.", true,
                          &PointOnCurve::point, read_place),
             custom_field("base", "point", "",
                          "The body that carries the curve, and the origin of the curve's coordinates; default the ground.",
                          false, &PointOnCurve::base, read_optional_place),
             vector2_field("through", "m", "A point of the line, in the axes of the base.", false, &PointOnCurve::through),
             custom_field("axis", "{x, y}", "", "Direction of a line.", false, &PointOnCurve::axis, read_optional_vector2),
             custom_field("centre", "{x, y}", "m", "Centre of a circle, in the axes of the base.", false, &PointOnCurve::centre,
                          read_optional_vector2)}));
    return kind;
}

}  // namespace jounce::entries
