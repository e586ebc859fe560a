// Entry "gravity": the weight of everything that has mass.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/entries/common.hpp"

namespace jounce::entries {

namespace {

struct Gravity {
    Vector3 acceleration{};

    Handle declare(Model& model) const { return nameless(model, "gravity"); }
    void assemble(Builder& builder) const {
        builder.claim_gravity();
        FullLoad load{.pattern = {}, .signal = unit_signal(), .times_mass = true, .origin = {}};
        for (std::size_t node = 0; node < builder.model().nodes().size(); ++node) {
            add_terms(load.pattern, static_cast<int>(node), vector3(acceleration));
        }
        const SignalPointer steady = load.signal;
        builder.load(std::move(load));
        for (BeamPiece& piece : builder.beam_pieces()) {
            piece.loads.push_back({elements::beam_gravity_load(piece.properties, vector3(acceleration)), steady});
        }
    }
};

}  // namespace

const EntryKind& gravity_kind() {
    static const EntryKind kind =
        entry_kind<Gravity>("gravity", "The acceleration of gravity {x, y, z}, acting on all masses of the model.",
                            Fields<Gravity>()
                                .vector("acceleration", &Gravity::acceleration, "m/s^2",
                                        "Acceleration of a falling body; model:gravity{ 0, 0, -9.81 }.")
                                .required());
    return kind;
}

}  // namespace jounce::entries
