// Entry "link_spring": a spring and a damper between two points of a mechanism, along their connecting line.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/entries/mechanism_fields.hpp"

namespace jounce::entries {

namespace {

struct LinkSpring {
    std::string name;
    std::array<PlaceDraft, 2> between;
    double stiffness = 0, damping = 0;
    std::optional<double> free_length;
    SignalPointer force;

    Handle declare(Model& model) const { return named(model, name, "link_spring"); }
    void assemble(Builder& builder) const {
        builder.mechanism().forces.push_back(
            {builder.name(), "link_spring", false, {}, between, stiffness, damping, free_length, force, builder.origin()});
    }
};

std::string check_link_spring(const LinkSpring& spring) {
    if (spring.stiffness == 0 && spring.damping == 0 && !spring.force)
        return "one of 'stiffness', 'damping' and 'force' is required";
    return "";
}

}  // namespace

const EntryKind& link_spring_kind() {
    static const EntryKind kind = entry_kind<LinkSpring>(
        "link_spring", "A spring-damper, or an actuator, between two points: it acts along their current connecting line.",
        with_fields(Fields<LinkSpring>()
                        .text("name", &LinkSpring::name, "Its name.")
                        .standard("link_spring 1, link_spring 2, ...")
                        .number("stiffness", &LinkSpring::stiffness, "N/m", zero_or_positive, "Stiffness.")
                        .number("damping", &LinkSpring::damping, "N s/m", zero_or_positive, "Viscous damping.")
                        .number("free_length", &LinkSpring::free_length, "m", zero_or_positive, "Length of the unloaded spring.")
                        .standard("the length at the start")
                        .kind("force", &LinkSpring::force, signal_family, "Force that pushes the points apart [N].")
                        .check(check_link_spring),
                    {between_field<LinkSpring>("The two points: {x, y} of the ground, 'body.point', or a node.")}));
    return kind;
}

}  // namespace jounce::entries
