// The reactions of closed rigid stops at one instant, from the accelerations there.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/events/stop_pushes.hpp"

#include "system/state/gap_rows.hpp"
#include "time/start/start.hpp"

namespace jounce::time {

StopPushes::StopPushes(const System& system)
    : system_(system), linear_(system.linear), equations_(system, linear_), now_(initial_state(system)) {
    equations_.solve_mass(now_.a);
}

const std::vector<SideState>& StopPushes::at(const State& state) {
    now_.time = state.time;
    now_.q = state.q;
    now_.v = state.v;
    now_.sides = state.sides;
    equations_.apply(now_);
    for (const Contact& contact : system_.contacts) {
        if (contact.law->rigid) continue;
        for (int s = 0; s < contact.gap.sides(); ++s) {
            const SideState& side = now_.sides[static_cast<std::size_t>(contact.first_side + s)];
            if (side.response.force != 0)
                subtract_gap_force(system_, contact, side.normal.data(), side.response.force, now_.a.data());
        }
    }
    equations_.accelerate(now_);
    return now_.sides;
}

}  // namespace jounce::time
