// Entry "base_motion": a motion of the ground; all motions are relative to it.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/entries/entry_kind.hpp"
#include "system/signals/signal_jump.hpp"

namespace jounce::entries {

namespace {

struct BaseMotion {
    Vector3 direction{};
    SignalPointer acceleration, displacement;

    Handle declare(Model& model) const { return nameless(model, "base_motion"); }
    // Relative to the base the inertia force is -M r a_base.
    void assemble(Builder& builder) const {
        builder.mass_load({.acceleration = -unit_vector(direction),
                           .signal = acceleration ? acceleration : displacement,
                           .derivative = acceleration ? 0 : 2,
                           .term = WorkTerm::base,
                           .origin = {},
                           .subject = {}});
    }
};

std::string check_base_motion(const BaseMotion& base) {
    // A jump of the velocity is an impulse, and no sample of the second derivative shows it.
    if (base.displacement && base.displacement->smoothness() < 1) {
        return "'displacement' must be a signal without jumps in its value and its slope" + first_jump(*base.displacement, true) +
               "; give an 'acceleration' instead";
    }
    return direction_check("direction", base.direction);
}

}  // namespace

const EntryKind& base_motion_kind() {
    static const EntryKind kind = entry_kind<BaseMotion>(
        "base_motion",
        "A translation of the ground with all supports, grounded springs and stops; every motion is then relative to the ground.",
        Fields<BaseMotion>()
            .vector("direction", &BaseMotion::direction, "", "Direction of the motion, any length.")
            .required()
            .kind("acceleration", &BaseMotion::acceleration, signal_family, "Acceleration of the ground [m/s^2].")
            .kind("displacement", &BaseMotion::displacement, signal_family, "Displacement of the ground [m].")
            .exactly_one({"acceleration", "displacement"})
            .check(check_base_motion));
    return kind;
}

}  // namespace jounce::entries
