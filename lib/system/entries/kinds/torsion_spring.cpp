// Entry "torsion_spring": a spring and a damper on the angle between two bodies.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/entries/mechanism_fields.hpp"

namespace jounce::entries {

namespace {

struct TorsionSpring {
    std::string name;
    std::array<PlaceDraft, 2> between;
    double stiffness = 0, damping = 0;
    std::optional<double> free_angle;
    SignalPointer torque;

    Handle declare(Model& model) const { return named(model, name, "torsion_spring"); }
    void assemble(Builder& builder) const {
        builder.mechanism().forces.push_back(
            {builder.name(), "torsion_spring", true, {}, between, stiffness, damping, free_angle, torque, builder.origin()});
    }
};

std::string check_torsion_spring(const TorsionSpring& spring) {
    if (spring.stiffness == 0 && spring.damping == 0 && !spring.torque)
        return "one of 'stiffness', 'damping' and 'torque' is required";
    return "";
}

}  // namespace

const EntryKind& torsion_spring_kind() {
    static const EntryKind kind = entry_kind<TorsionSpring>(
        "torsion_spring", "A spring-damper, or a motor, on the angle of the second body relative to the first one.",
        with_fields(Fields<TorsionSpring>()
                        .text("name", &TorsionSpring::name, "Its name.")
                        .standard("torsion_spring 1, torsion_spring 2, ...")
                        .number("stiffness", &TorsionSpring::stiffness, "N m/rad", zero_or_positive, "Stiffness.")
                        .number("damping", &TorsionSpring::damping, "N m s/rad", zero_or_positive, "Viscous damping.")
                        .number("free_angle", &TorsionSpring::free_angle, "rad", any_number, "Angle of the unloaded spring.")
                        .standard("the angle at the start")
                        .kind("torque", &TorsionSpring::torque, signal_family, "Torque on the second body [N m].")
                        .check(check_torsion_spring),
                    {between_field<TorsionSpring>("The two bodies, or points of them; {0, 0} is the ground.")}));
    return kind;
}

}  // namespace jounce::entries
