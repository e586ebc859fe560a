// Switches of sides whose events are one with the event that was found.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "contact/response/status.hpp"
#include "time/equations/plane_slip.hpp"
#include "time/events/switching.hpp"

namespace jounce::time {

void Switching::add_sides_about_to_close(const State& state, double together) {
    for (int s = 0; s < system_.sides; ++s) {
        const SideState& side = state.sides[static_cast<std::size_t>(s)];
        if (side.memory.closed) continue;
        const contact::Motion above = above_surface(watch_.law(s), side.motion, side.memory, state.time);
        // What an impact brought to rest keeps a rate of rounding of either sign: whether it is pressed, a step tells.
        if (above.indentation > 0 || above.rate <= rounding_of_slip || -above.indentation > above.rate * together) continue;
        // A side released just before is on its surface to round-off.
        if (state.time - side.memory.kept_time <= together && side.memory.kept_compression > 0) continue;
        add(s, Switch::What::closed);
    }
}

void Switching::add_sides_with_the_same_event(const State& other, const State& at) {
    constexpr double vanished = 1e-6;
    bool rigid = false, releases = false, returns = false;
    for (const Switch& w : switches_) {
        const contact::Law& law = watch_.law(w.side);
        const contact::Motion& motion = at.sides[static_cast<std::size_t>(w.side)].motion;
        if (w.what == Switch::What::opened) (law.rigid ? rigid : releases) |= law.rigid || opens_by_force(law);
        if (w.what == Switch::What::closed) returns |= force_closes_indented(law) && motion.indentation > 0;
    }
    if (!rigid && !releases && !returns) return;
    for (int s = 0; s < system_.sides; ++s) {
        const SideState& from = other.sides[static_cast<std::size_t>(s)];
        const SideState& to = at.sides[static_cast<std::size_t>(s)];
        const contact::Law& law = watch_.law(s);
        if (from.memory.closed != to.memory.closed) continue;
        if (to.memory.closed) {
            const bool may = law.rigid ? rigid : releases && opens_by_force(law) && to.motion.rate < 0;
            if (may && to.response.force <= vanished * std::abs(from.response.force)) add(s, Switch::What::opened);
        } else if (returns && force_closes_indented(law) && to.motion.indentation > 0) {
            const double now = closed_response(law, to.motion, to.memory).force;
            const double then = closed_response(law, from.motion, from.memory).force;
            if (std::abs(now) <= vanished * std::abs(then)) add(s, Switch::What::closed);
        }
    }
}

}  // namespace jounce::time
