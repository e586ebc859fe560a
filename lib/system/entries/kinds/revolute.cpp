// Entry "revolute": an ideal hinge between two points.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/entries/mechanism_fields.hpp"

namespace jounce::entries {

namespace {

struct Revolute {
    std::string name;
    std::array<PlaceDraft, 2> between;

    Handle declare(Model& model) const { return named(model, name, "revolute"); }
    void assemble(Builder& builder) const {
        builder.mechanism().joints.push_back({builder.name(), "revolute", between, {bodies::Condition{}}, builder.origin()});
    }
};

}  // namespace

const EntryKind& revolute_kind() {
    static const EntryKind kind = entry_kind<Revolute>(
        "revolute", "An ideal hinge: two points coincide, and the bodies rotate freely.",
        with_fields(Fields<Revolute>().text("name", &Revolute::name, "Its name.").standard("revolute 1, revolute 2, ..."),
                    {between_field<Revolute>("The two points: {x, y} of the ground, 'body.point', or a node.")}),
        {{"E. J. Haug, Computer Aided Kinematics and Dynamics of Mechanical Systems", 1989, "", "ch. 3"}});
    return kind;
}

}  // namespace jounce::entries
