// Entry "damper": a linear viscous damper between two nodes or a node and the ground.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/entries/spring_damper.hpp"

namespace jounce::entries {

namespace {

struct Damper : SpringDamper {
    Handle declare(Model& model) const { return declare_as(model, "damper"); }
};

}  // namespace

const EntryKind& damper_kind() {
    static const EntryKind kind =
        entry_kind<Damper>("damper", "A linear viscous damper along a direction or about an axis: force = damping * dx/dt.",
                           Fields<Damper>()
                               .with([](Fields<Damper>& fields) { spring_fields(fields, "damper"); })
                               .number("damping", &Damper::damping, "N s/m or N m s/rad", positive, "Viscous damping.")
                               .required()
                               .with(arm_fields<Damper>)
                               .check([](const Damper& damper) { return spring_check(damper); }));
    return kind;
}

}  // namespace jounce::entries
