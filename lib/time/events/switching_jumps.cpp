// Switches where loads or given motions jump: rigid stops whose given speed jumps strike what rests on them, or leave it.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "contact/response/status.hpp"
#include "time/events/switching.hpp"

namespace jounce::time {

void Switching::restart(State& state, Speeds speeds) {
    clear();
    before_ = state;
    forget_impulses(state);
    if (frictions_) {
        frictions_->apply(state);
        frictions_->slip_where_speeds_jump(state);
    }
    part_where_stops_jump(state, speeds);
    const auto struck = [](const Switch& w) { return w.what == Switch::What::closed; };
    if (std::ranges::any_of(switches_, struck)) return apply(state);
    restart_stepper(state);
    close_touching(state);
    const SwitchedState event{before_, state, switches_};
    for (Observer* observer : observers_) observer->switched(event);
}

// However deep a body that sticks hold has begun inside its stop: it is struck.
void Switching::part_where_stops_jump(State& state, Speeds speeds) {
    if (!locates_ || !stops_.any()) return;
    for (int s = 0; s < system_.sides; ++s) {
        SideState& side = state.sides[static_cast<std::size_t>(s)];
        const bool touches = side.instead < 0 && side.motion.indentation >= -touching(state, s);
        if (!watch_.rigid(s) || !(side.memory.closed || touches)) continue;
        const double least = RigidStops::at_rest(watch_.law(s));
        const double rate = stops_.rate(state, static_cast<std::size_t>(s));
        const double jump = speeds == Speeds::jump ? rate - side.motion.rate : rate;
        if (std::abs(rate) <= least || std::abs(jump) <= least) continue;
        side.motion.rate = rate;
        if (rate > 0) {
            add(s, Switch::What::closed);
        } else if (side.memory.closed) {
            contact::open(watch_.law(s), side.motion, state.time, side.memory);
            list_opened(s);
        }
    }
}

}  // namespace jounce::time
