// Entry "load": a force or a moment on nodes, a function of time.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/entry_kind.hpp"

namespace jounce::entries {

namespace {

struct NodalLoad : NodeList {
    std::optional<Vector3> direction, axis;
    SignalPointer force, moment;

    Handle declare(Model& model) const {
        (void)resolve(model, "model.load");
        return nameless(model, "load");
    }
    void assemble(Builder& builder) const {
        FullLoad push{.pattern = {}, .signal = force, .origin = {}, .nodal = true, .subject = {}};
        FullLoad turn{.pattern = {}, .signal = moment, .origin = {}, .nodal = true, .subject = {}};
        for (const int at : resolve(builder.model(), "model.load")) {
            if (force) add_terms(push.pattern, at, unit_vector(*direction));
            if (moment) add_terms(turn.pattern, at, unit_vector(*axis), 1, 3);
        }
        if (force) builder.load(std::move(push));
        if (moment) builder.load(std::move(turn));
    }
};

std::string check_load(const NodalLoad& load) {
    if (!load.force && !load.moment) return "one of 'force' and 'moment' is required";
    std::string wrong = direction_check("direction", load.direction);
    return wrong.empty() ? direction_check("axis", load.axis) : wrong;
}

}  // namespace

const EntryKind& load_kind() {
    static const EntryKind kind =
        entry_kind<NodalLoad>("load", "A force along a direction, a moment about an axis, or both, on each of the nodes.",
                              Fields<NodalLoad>()
                                  .with(node_list_fields<NodalLoad>)
                                  .vector("direction", &NodalLoad::direction, "", "Direction of the force, any length.")
                                  .kind("force", &NodalLoad::force, signal_family, "The force on each node [N].")
                                  .all_or_none({"direction", "force"})
                                  .vector("axis", &NodalLoad::axis, "", "Axis of the moment, any length.")
                                  .kind("moment", &NodalLoad::moment, signal_family, "The moment on each node [N m].")
                                  .all_or_none({"axis", "moment"})
                                  .check(check_load));
    return kind;
}

}  // namespace jounce::entries
