// Entry "gravity": the weight of all masses.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/entries/entry_kind.hpp"

namespace jounce::entries {

namespace {

struct Gravity {
    Vector3 acceleration{};
    std::string name;

    Handle declare(Model& model) const { return named_or_not(model, name, "gravity"); }
    void assemble(Builder& builder) const {
        builder.claim_gravity();
        builder.mass_load({.acceleration = vector3(acceleration), .signal = unit_signal(), .origin = {}, .subject = {}});
    }
};

}  // namespace

const EntryKind& gravity_kind() {
    static const EntryKind kind =
        entry_kind<Gravity>("gravity", "The acceleration of gravity {x, y, z}, acting on all masses of the model.",
                            Fields<Gravity>()
                                .vector("acceleration", &Gravity::acceleration, "m/s^2",
                                        "Acceleration of a falling body; model:gravity{ 0, 0, -9.81 }.")
                                .required()
                                .text("name", &Gravity::name, "Its name, for the probe `<name>.power`.")
                                .standard("none"));
    return kind;
}

}  // namespace jounce::entries
