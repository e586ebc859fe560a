// Entry "spring": a linear spring with a parallel damper, between two nodes or a node and the ground.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/entries/spring_damper.hpp"

namespace jounce::entries {

namespace {

struct Spring : SpringDamper {
    Handle declare(Model& model) const { return declare_as(model, "spring"); }
};

std::string check_spring(const Spring& spring) {
    if (spring.stiffness == 0 && spring.damping == 0) return "one of 'stiffness' and 'damping' must be positive, got 0 for both";
    return spring_check(spring);
}

}  // namespace

const EntryKind& spring_kind() {
    static const EntryKind kind = entry_kind<Spring>(
        "spring", "A linear spring-damper along a direction or about an axis: force = stiffness * x + damping * dx/dt.",
        Fields<Spring>()
            .with([](Fields<Spring>& fields) { spring_fields(fields, "spring"); })
            .number("stiffness", &Spring::stiffness, "N/m or N m/rad", zero_or_positive, "Stiffness.")
            .number("damping", &Spring::damping, "N s/m or N m s/rad", zero_or_positive, "Viscous damping.")
            .with(arm_fields<Spring>)
            .check(check_spring));
    return kind;
}

}  // namespace jounce::entries
