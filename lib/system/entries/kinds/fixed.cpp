// Entry "fixed": a rigid connection of two bodies.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/entries/mechanism_fields.hpp"

namespace jounce::entries {

namespace {

struct Fixed {
    std::string name;
    std::array<PlaceDraft, 2> between;
    double angle = 0;

    Handle declare(Model& model) const { return named(model, name, "fixed"); }
    void assemble(Builder& builder) const {
        bodies::Condition turned;
        turned.kind = bodies::Condition::Kind::turned;
        turned.angle = angle;
        builder.mechanism().joints.push_back({builder.name(), "fixed", between, {bodies::Condition{}, turned}, builder.origin()});
    }
};

}  // namespace

const EntryKind& fixed_kind() {
    static const EntryKind kind = entry_kind<Fixed>(
        "fixed", "A rigid connection: two points coincide, and the angle between the bodies is constant.",
        with_fields(Fields<Fixed>()
                        .text("name", &Fixed::name, "Its name.")
                        .standard("fixed 1, fixed 2, ...")
                        .number("angle", &Fixed::angle, "rad", any_number, "Angle of the second body relative to the first one."),
                    {between_field<Fixed>("The two points: {x, y} of the ground, 'body.point', or a node.")}));
    return kind;
}

}  // namespace jounce::entries
