// What the complementarity problem of closed rigid sides and sticks at one instant changes in a State.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/start/held_decision.hpp"

#include "base/messages/text.hpp"

namespace jounce::time {

void add_tangent(HeldAccelerations& at, const System& system, const State& state, std::size_t f, int normal) {
    const contact::FrictionCone& cone = *system.frictions[f].law->cone;
    at.pressed_by.push_back(normal);
    at.coefficient.push_back(normal < 0 ? 1 : cone.static_coefficient);
    at.normal_force.push_back(normal < 0 ? stick_bound(cone, state.frictions[f]) : 0);
}

bool apply_held_decision(const HeldAccelerations& at, const System& system, std::span<const std::size_t> numbers, bool may_open,
                         State& state, std::vector<std::size_t>& carried_off) {
    const auto decision = at.decide();
    if (!decision) {
        throw computation_failed("model '" + system.name + "': which frictions stick cannot be told at t = " +
                                 time_text(state.time) + " s: the contacts with friction have no solution there");
    }
    bool changed = false;
    auto row = static_cast<std::size_t>(at.normals);
    for (const contact::Slip& slip : decision->slips) {
        const std::size_t f = numbers[row];
        row += static_cast<std::size_t>(system.frictions[f].directions);
        if (slip[0] == 0 && slip[1] == 0) continue;
        slip_along(*system.frictions[f].law->cone, slip, state.frictions[f]);
        changed = true;
    }
    if (changed || !may_open) return changed;
    for (std::size_t i = 0; i < decision->opens.size(); ++i) {
        if (decision->opens[i] == 0) continue;
        SideState& side = state.sides[numbers[i]];
        side.memory.closed = false;
        side.response = {};
        carried_off.push_back(numbers[i]);
        changed = true;
    }
    return changed;
}

}  // namespace jounce::time
