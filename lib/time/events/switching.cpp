// Switches of status at one instant: what changes when contacts begin, turn and end, with the impulses of rigid stops.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/events/switching.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>

#include "contact/response/status.hpp"
#include "time/equations/plane_slip.hpp"
#include "time/events/switching_errors.hpp"

namespace jounce::time {

namespace {
constexpr double located_within = 1e-8;  // of a nominal step: an event is located more accurately
}  // namespace

Switching::Switching(const System& system, Stepper& stepper, const EventWatch& watch, bool locates,
                     std::span<Observer* const> observers, MarchReport& report, const State& state, double step)
    : system_(system),
      stepper_(stepper),
      watch_(watch),
      locates_(locates),
      observers_(observers),
      report_(report),
      stops_(system),
      before_(state),
      sampled_(state),
      step_(step),
      chattering_(static_cast<std::size_t>(system.sides), state.time, step) {
    switches_.reserve(static_cast<std::size_t>(2 * system.sides + 2));
    released_.assign(static_cast<std::size_t>(system.sides), -infinite);
    let_go_ = released_;
    if (watch.frictions() != nullptr)
        frictions_ = std::make_unique<FrictionSwitching>(system, *watch.frictions(), *watch.motions());
}

void Switching::clear() {
    switches_.clear();
    if (frictions_) frictions_->clear();
}

double Switching::touching(const State& state, int side) const {
    return time::touching(system_, system_.contacts[static_cast<std::size_t>(watch_.contact(side))], state);
}

bool Switching::listed(int side) const {
    return std::any_of(switches_.begin(), switches_.end(), [side](const Switch& w) { return w.side == side; });
}

void Switching::add(int side, Switch::What what) {
    if (!listed(side)) switches_.push_back({side, what, 0});
}

void Switching::add(const EventCandidate& candidate) {
    if (FrictionWatch::of_friction(candidate.event)) return frictions_->add(candidate);
    const bool opens = candidate.event == ContactEvent::release || candidate.event == ContactEvent::release_by_force;
    const Switch::What what = candidate.event == ContactEvent::turning ? Switch::What::turned
                              : candidate.event == ContactEvent::kink  ? Switch::What::reloaded
                              : opens                                  ? Switch::What::opened
                                                                       : Switch::What::closed;
    add(candidate.side, what);
}

bool Switching::end_slips(const State& before, State& state) {
    clear();
    if (frictions_) {
        // Methods carry accelerations of their own behind a force that jumps. Where bodies have joints, the restart decides.
        const bool asks = !frictions_->motions().has_joints() && frictions_->any_passes_rest(before, state);
        frictions_->add_ended_slips(before, state, asks && restarted(state, state.time) ? sampled_ : state);
    }
    if (!frictions_ || frictions_->collected().empty()) return false;
    apply(state);
    return true;
}

// Into `sampled_`. A start that fails is none: the restart there tells, and its error is reported.
bool Switching::restarted(const State& state, double time) {
    sampled_ = state;
    sampled_.time = time;
    try {
        stepper_.restart(sampled_);
    } catch (const Error& error) {
        if (error.failure() != Failure::computation) throw;
        return false;
    }
    return true;
}

// With the positions and velocities of `state`, which are exact where all that is held rests: elsewhere an answer may end a step
// that need not end. So does a start that fails there: the restart at the end of that step tells, and its error is reported.
bool Switching::parts_at(const State& state, double time) {
    if (!restarted(state, time)) return true;
    const State& then = sampled_;
    for (std::size_t s = 0; s < state.sides.size(); ++s) {
        if (state.sides[s].memory.closed != then.sides[s].memory.closed) return true;
    }
    for (std::size_t f = 0; f < state.frictions.size(); ++f) {
        if (state.frictions[f].status == FrictionStatus::stick && then.frictions[f].status != FrictionStatus::stick) return true;
    }
    return false;
}

double Switching::given_motions_part(const State& state, double end, double resolution) {
    if (!frictions_ || !locates_) return infinite;
    // Of the statuses, which change at switches only: no step allocates.
    if (!may_part_) may_part_ = frictions_->motions().may_part(state);
    if (!*may_part_) return infinite;
    constexpr int samples = 4;
    double low = state.time, high = infinite;
    for (int k = 1; k <= samples && high == infinite; ++k) {
        const double at = k == samples ? end : state.time + k * (end - state.time) / samples;
        (parts_at(state, at) ? high : low) = at;
    }
    while (high < infinite && high - low > resolution) {
        const double middle = 0.5 * (low + high);
        if (!(middle > low && middle < high)) break;
        (parts_at(state, middle) ? high : low) = middle;
    }
    return high;
}

void Switching::forget_impulses(State& state) {
    for (FrictionState& friction : state.frictions) friction.impulse = friction.speed_before = {};
}

void Switching::apply(State& state) {
    if (--left_ < 0) {
        if (switches_.empty()) {
            const Friction& friction = system_.frictions[static_cast<std::size_t>(frictions_->collected().front().side)];
            throw computation_failed(
                fmt::format("model '{}': friction '{}' sticks and slips more than {} times within one step at t = {:.12g} s; {}",
                            system_.name, friction.name, most_, state.time,
                            remedy(system_, state, {beside_rigid_stop(system_, friction), false, stepper_.locates_events()})));
        }
        if (watch_.rigid(switches_.front().side)) {
            const int contact = watch_.contact(switches_.front().side);
            const bool rubs = std::ranges::any_of(system_.frictions, [&](const Friction& f) { return f.contact == contact; });
            throw computation_failed(fmt::format(
                "model '{}': rigid stop '{}' closes and opens more than {} times within one step at t = {:.12g} s; {}",
                system_.name, system_.contacts[static_cast<std::size_t>(contact)].name, most_, state.time,
                remedy(system_, state, {true, rubs, stepper_.locates_events()})));
        }
        throw computation_failed(
            fmt::format("model '{}': contact '{}' opens and closes more than {} times within one step at t = {:.12g} s; the step "
                        "is too large for the contact or above the stability limit of the method",
                        system_.name, system_.contacts[static_cast<std::size_t>(watch_.contact(switches_.front().side))].name,
                        most_, state.time));
    }
    close_once(state);
    report_.events += static_cast<std::int64_t>(switches_.size());
    if (frictions_) report_.events += static_cast<std::int64_t>(frictions_->collected().size());
    before_ = state;
    forget_impulses(state);
    bool struck = false;
    for (Switch& w : switches_) {
        SideState& side = state.sides[static_cast<std::size_t>(w.side)];
        contact::ContactMemory& memory = side.memory;
        const contact::Law& law = watch_.law(w.side);
        switch (w.what) {
            case Switch::What::closed:
                if (!law.rigid) refuse_chattering(w.side, state.time);
                contact::close(law, side.motion, state.time, memory);
                struck = struck || watch_.rigid(w.side);
                break;
            case Switch::What::opened:
                contact::open(law, side.motion, state.time, memory);
                break;
            case Switch::What::turned:
                contact::turn(law, side.motion, memory);
                break;
            case Switch::What::reloaded:
                contact::reload(law, side.motion, memory);
                break;
            case Switch::What::struck:
                break;
        }
    }
    if (struck) {
        strike(state);
        leave_open_what_rebounds(state);
        if (frictions_) {
            frictions_->forget_at_impact();
            frictions_->stick_at_rest(state);
        }
    } else {
        put_opened_on_surface(state);
    }
    if (frictions_) frictions_->apply(state);
    restart_stepper(state);
    if (!struck) close_touching(state);
    if (struck) {
        // The impulses changed the speed of compliant contacts that begin at the same instant.
        for (const Switch& w : switches_) {
            SideState& side = state.sides[static_cast<std::size_t>(w.side)];
            if (w.what == Switch::What::closed && !watch_.rigid(w.side))
                side.memory.impact_speed = onset_speed(watch_.law(w.side), side.motion,
                                                       before_.sides[static_cast<std::size_t>(w.side)].memory, state.time);
        }
    }
    if (stops_.any()) release_pulling_stops(state);
    const SwitchedState event{before_, state, switches_};
    for (Observer* observer : observers_) observer->switched(event);
    if (struck) strike_touching_stops(state);
}

void Switching::refuse_chattering(int side, double time) {
    const auto lasted = chattering_.onset(static_cast<std::size_t>(side), time);
    if (!lasted) return;
    const double jump = force_jump(watch_.law(side));
    if (jump > 0)
        throw chattering(system_, system_.contacts[static_cast<std::size_t>(watch_.contact(side))], time, *lasted, jump);
}

void Switching::restart_stepper(State& state) {
    const std::vector<int> closed = frictions_ ? closed_stops(state) : std::vector<int>{};
    may_part_.reset();
    stepper_.restart(state);
    for (const int s : closed) {
        if (state.sides[static_cast<std::size_t>(s)].memory.closed) continue;
        let_go_[static_cast<std::size_t>(s)] = state.time;
        list_opened(s);
    }
}

// One that closed at this instant was struck only.
void Switching::list_opened(int side) {
    const auto of_side = [side](const Switch& w) { return w.side == side; };
    const auto known = std::find_if(switches_.begin(), switches_.end(), of_side);
    if (known == switches_.end()) {
        switches_.push_back({side, Switch::What::opened, 0});
    } else if (known->what == Switch::What::closed) {
        known->what = Switch::What::struck;
    }
}

void Switching::put_opened_on_surface(State& state) {
    const auto opened = [&](const Switch& w) { return w.what == Switch::What::opened && watch_.rigid(w.side); };
    if (std::none_of(switches_.begin(), switches_.end(), opened)) return;
    std::vector<int> sides = closed_stops(state);
    for (const Switch& w : switches_) {
        if (opened(w)) sides.push_back(w.side);
    }
    stops_.let_go(state, sides);
}

std::vector<int> Switching::closed_stops(const State& state) const {
    std::vector<int> sides;
    for (int s = 0; s < system_.sides; ++s) {
        if (watch_.rigid(s) && state.sides[static_cast<std::size_t>(s)].memory.closed) sides.push_back(s);
    }
    return sides;
}

// Of sides with equal events, one closes.
void Switching::close_once(const State& state) {
    for (Switch& w : switches_) {
        const int instead = state.sides[static_cast<std::size_t>(w.side)].instead;
        if (w.what == Switch::What::closed && instead >= 0) w.side = instead;
    }
    for (std::size_t i = 0; i < switches_.size(); ++i) {
        const auto same = [&](const Switch& w) { return w.side == switches_[i].side && w.what == switches_[i].what; };
        switches_.erase(std::remove_if(switches_.begin() + static_cast<std::ptrdiff_t>(i) + 1, switches_.end(), same),
                        switches_.end());
    }
}

// An impact may move bodies that already touch another rigid stop: that stop is struck at the same instant.
void Switching::strike_touching_stops(State& state) {
    clear();
    for (int s = 0; s < system_.sides; ++s) {
        const SideState& side = state.sides[static_cast<std::size_t>(s)];
        if (!watch_.rigid(s) || side.memory.closed || !(side.motion.rate > 0)) continue;
        // What a stop has just let go of keeps the rounding of the speeds that were taken from it.
        const bool let_go = let_go_[static_cast<std::size_t>(s)] == state.time;
        if (let_go && side.motion.rate <= RigidStops::at_rest(watch_.law(s))) continue;
        if (side.motion.indentation >= -touching(state, s)) add(s, Switch::What::closed);
    }
    if (!switches_.empty()) apply(state);
}

// Sticks held a side at its stop, open since nothing pressed it. Where they let go, it closes at once if the slip presses it: at
// this distance, which is rounding, no step could locate its onset. A friction that the stop keeps at rest sticks.
void Switching::close_touching(State& state) {
    if (!locates_ || !frictions_) return;
    HeldMotions& motions = frictions_->motions();
    bool stopped = false, closed = false;
    for (int s = 0; s < system_.sides; ++s) {
        const auto at = static_cast<std::size_t>(s);
        SideState& side = state.sides[at];
        if (side.memory.closed || before_.sides[at].memory.closed || force_closes_apart(watch_.law(s))) continue;
        if (std::abs(above_surface(watch_.law(s), side.motion, side.memory, state.time).indentation) > touching(state, s))
            continue;
        if (!motions.hold(before_, at) || motions.hold(state, at) || !motions.pressed(before_, state, at)) continue;
        side.memory.closed = closed = true;
        contact::set_onset(watch_.law(s), state.time, 0, side.memory);
        add(s, Switch::What::closed);
        stopped = stopped || watch_.rigid(s);
    }
    if (!closed) return;
    for (std::size_t f = 0; f < state.frictions.size() && stopped; ++f) {
        FrictionState& friction = state.frictions[f];
        if (before_.frictions[f].status != FrictionStatus::stick || friction.status != FrictionStatus::slip) continue;
        friction.status = FrictionStatus::stick;
        friction.breaking = false;
    }
    restart_stepper(state);
}

void Switching::strike(State& state) {
    const std::vector<int> sides = closed_stops(state);
    std::vector<RigidStops::Impulse> impulses;
    try {
        std::vector<char> accumulated(static_cast<std::size_t>(system_.sides), 0);
        for (const int s : sides) {
            const contact::ContactMemory& last = before_.sides[static_cast<std::size_t>(s)].memory;
            // Impacts at one instant pass from body to body: their number is finite.
            const double flight = state.time - last.onset_time;
            accumulated[static_cast<std::size_t>(s)] = last.impact_speed > 0 && flight > 0 && flight < shortest_flight_;
        }
        impulses = stops_.strike(state, sides, accumulated);
    } catch (const std::runtime_error& error) {
        throw computation_failed(fmt::format("model '{}': t = {:.12g} s: {}; {}the step is too large", system_.name, state.time,
                                             error.what(), without_room(system_, state)));
    }
    for (const RigidStops::Impulse& impulse : impulses) {
        contact::ContactMemory& memory = state.sides[static_cast<std::size_t>(impulse.side)].memory;
        const auto of_side = [&](const Switch& w) { return w.side == impulse.side; };
        const auto known = std::find_if(switches_.begin(), switches_.end(), of_side);
        // A stop that was closed before and releases in this impact opens; one that received an impulse was struck.
        if (known != switches_.end()) {
            known->impulse = impulse.value;
            known->what = impulse.sticks ? Switch::What::closed : Switch::What::struck;
        } else if (impulse.value > 0 || !impulse.sticks) {
            switches_.push_back({impulse.side, impulse.sticks ? Switch::What::closed : Switch::What::opened, impulse.value});
        }
        memory.closed = impulse.sticks;
    }
}

// Of a compliant contact that begins where a rigid stop is struck: the impulses may have turned its bodies back, or brought them
// to rest. The location of the impact leaves them behind the surface, by less than they move in that time, where the force would
// push.
void Switching::leave_open_what_rebounds(State& state) {
    std::vector<int> beside;
    std::vector<double> depths;
    std::erase_if(switches_, [&](const Switch& w) {
        const auto at = static_cast<std::size_t>(w.side);
        const contact::Law& law = watch_.law(w.side);
        if (w.what != Switch::What::closed || law.rigid || force_closes_apart(law)) return false;
        const contact::Motion behind = stops_.motion(state, at);
        if (behind.rate > rounding_of_slip) return false;
        const SideState& before = before_.sides[at];
        state.sides[at].memory = before.memory;
        const double depth = above_surface(law, behind, before.memory, state.time).indentation;
        if (depth > 0 && depth <= before.motion.rate * located_within * step_) {
            beside.push_back(w.side);
            depths.push_back(depth);
        }
        return true;
    });
    if (beside.empty()) return;
    std::vector<int> struck = closed_stops(state);
    for (const Switch& w : switches_) {
        if (watch_.rigid(w.side) && !state.sides[static_cast<std::size_t>(w.side)].memory.closed) struck.push_back(w.side);
    }
    stops_.put_beside(state, struck, beside, depths);
}

// A rigid stop in tension cannot hold: the one with the largest tension is opened, until there is none.
void Switching::release_pulling_stops(State& state) {
    for (int round = 0; round < system_.sides; ++round) {
        int worst = -1;
        double pull = 0;
        for (int s = 0; s < system_.sides; ++s) {
            const SideState& side = state.sides[static_cast<std::size_t>(s)];
            if (!watch_.rigid(s) || !side.memory.closed || side.response.force >= pull) continue;
            // The next step would close it again at once: it stays closed, and its tension is round-off of modes that
            // the step does not resolve.
            if (released_[static_cast<std::size_t>(s)] == state.time) continue;
            pull = side.response.force;
            worst = s;
        }
        if (worst < 0) return;
        released_[static_cast<std::size_t>(worst)] = let_go_[static_cast<std::size_t>(worst)] = state.time;
        const std::vector<int> closed = closed_stops(state);
        state.sides[static_cast<std::size_t>(worst)].memory.closed = false;
        state.sides[static_cast<std::size_t>(worst)].response = {};
        stops_.let_go(state, closed);
        list_opened(worst);
        restart_stepper(state);
    }
}

}  // namespace jounce::time
