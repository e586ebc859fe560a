// Entry "prescribe": a dof with a motion as a function of time.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/entries/entry_kind.hpp"
#include "system/signals/signal_jump.hpp"

namespace jounce::entries {

namespace {

struct Prescribe : NodeList {
    std::string dof;
    SignalPointer motion;

    Handle declare(Model& model) const {
        (void)resolve(model, "model.prescribe");
        return nameless(model, "prescribe");
    }
    void assemble(Builder& builder) const {
        const int index = builder.motion(motion);
        for (const int at : resolve(builder.model(), "model.prescribe")) builder.prescribe(6 * at + dof_index(dof), index);
    }
};

std::string check_prescribe(const Prescribe& prescribe) {
    return prescribe.motion->smoothness() < 0
               ? "'motion' must be a signal without jumps in its value" + first_jump(*prescribe.motion, false)
               : "";
}

}  // namespace

const EntryKind& prescribe_kind() {
    static const EntryKind kind = entry_kind<Prescribe>(
        "prescribe", "A dof with a prescribed motion; the work of the required force is counted as work of the base.",
        Fields<Prescribe>()
            .with(node_list_fields<Prescribe>)
            .choice("dof", &Prescribe::dof, all_dofs(), "Which dof.")
            .required()
            .kind("motion", &Prescribe::motion, signal_family, "Its displacement [m] or rotation [rad].")
            .required()
            .check(check_prescribe));
    return kind;
}

}  // namespace jounce::entries
