// Entry "base_motion": the ground shakes, and everything is measured relative to it.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/entries/common.hpp"

namespace jounce::entries {

namespace {

struct BaseMotion {
    Vector3 direction{};
    SignalPointer acceleration, displacement;

    Handle declare(Model& model) const { return nameless(model, "base_motion"); }
    // Relative to the base the masses feel -M r a_base.
    void assemble(Builder& builder) const {
        FullLoad load{.pattern = {},
                      .signal = acceleration ? acceleration : displacement,
                      .derivative = acceleration ? 0 : 2,
                      .term = WorkTerm::base,
                      .times_mass = true,
                      .origin = {}};
        for (std::size_t node = 0; node < builder.model().nodes().size(); ++node) {
            add_terms(load.pattern, static_cast<int>(node), unit_vector(direction), -1);
        }
        builder.load(std::move(load));
    }
};

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
            .check([](const BaseMotion& base) { return direction_check("direction", base.direction); }));
    return kind;
}

}  // namespace jounce::entries
