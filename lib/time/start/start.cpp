// The start of a run and the load vector, common to all integrators.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/start/start.hpp"

#include <cmath>

#include "base/messages/text.hpp"
#include "base/numbers/limits.hpp"
#include "contact/response/status.hpp"
#include "system/mechanism/mechanism.hpp"
#include "system/state/gap_rows.hpp"
#include "time/equations/held_motions.hpp"
#include "time/start/let_go.hpp"

namespace jounce::time {

State initial_state(const System& system) {
    State state;
    const int n = system.size();
    state.q = system.q0.size() == n ? system.q0 : linalg::Vector(linalg::Vector::Zero(n));
    state.v = system.v0.size() == n ? system.v0 : linalg::Vector(linalg::Vector::Zero(n));
    state.a = linalg::Vector::Zero(n);
    state.sides.resize(static_cast<std::size_t>(system.sides));
    state.frictions.resize(system.frictions.size());
    state.load_values.resize(system.loads.size());
    if (system.mechanism)
        state.multipliers = linalg::Vector::Zero(system.mechanism->multipliers + 3 * system.mechanism->driven_bodies());
    return state;
}

void sample_loads(const System& system, double time, State& state) {
    const Signal* sampled = nullptr;  // a prescribed motion loads by value, rate and acceleration: one call for all
    SignalSample sample;
    for (std::size_t i = 0; i < system.loads.size(); ++i) {
        const Load& load = system.loads[i];
        double value = 0;
        if (load.derivative == 0 && load.term != WorkTerm::support) {
            value = load.signal->value(time);
        } else {
            if (load.signal.get() != sampled) {
                sampled = load.signal.get();
                sample = sampled->sample(time);
            }
            value = load.derivative == 0 ? sample.value : load.derivative == 1 ? sample.first : sample.second;
        }
        state.load_values[i] = value;
    }
}

Start::Start(const System& system, const LinearKernel& linear, ContactKernel& contacts)
    : system_(system), contacts_(contacts), equations_(system, linear) {}

void Start::complete(State& state, bool initial) {
    settle(state, initial);
    direct_beginning_slip(state);
}

void Start::settle(State& state, bool initial) {
    complete_once(state, initial);
    if (initial && close_what_rests(state)) complete_once(state, false);
    allow_rounding(state);
    // A stick that cannot hold slips, with another force: repeated as long as that happens.
    std::vector<std::size_t> carried_off;
    for (std::size_t round = 0;; ++round) {
        const bool resolved = resolve_contradiction(state, carried_off);
        if (!resolved && !let_go_of_worst_stick(system_, state, 1)) return;
        if (!resolved) {
            // What this stick was to carry off its stop may stay there.
            for (const std::size_t s : carried_off) state.sides[s].memory.closed = true;
            carried_off.clear();
        }
        if (round > 2 * (state.frictions.size() + state.sides.size()) + 4) {
            throw computation_failed("model '" + system_.name +
                                     "': the sticking frictions cannot be determined at t = " + time_text(state.time) + " s");
        }
        complete_once(state, false);
    }
}

// By the distance of a body from its stop, which is rounding, it would be free for the time of a fall through it, and slip.
bool Start::close_what_rests(State& state) const {
    const double rest = state.v.size() > 0 ? 8 * epsilon * state.v.cwiseAbs().maxCoeff() : 0.0;
    bool any = false;
    for (const Friction& friction : system_.frictions) {
        if (friction.contact < 0) continue;
        const Contact& contact = system_.contacts[static_cast<std::size_t>(friction.contact)];
        if (!contact.law->rigid) continue;
        const double near = touching(system_, contact, state);
        for (int s = 0; s < contact.gap.sides(); ++s) {
            SideState& side = state.sides[static_cast<std::size_t>(contact.first_side + s)];
            if (side.memory.closed || std::abs(side.motion.indentation) > near || std::abs(side.motion.rate) > rest) continue;
            const LocalMotion local = local_motion(system_, contact, state.time, state.q.data(), state.v.data());
            const NormalRows rows = normal_rows(contact, local.x, local.v);
            const double approach = rows.along([&](int row) { return equations_.local_acceleration(row, state); });
            if (!(contact.gap.sign(s) * approach + rows.convective > 0)) continue;
            side.memory.closed = any = true;
            contact::set_onset(*contact.law, state.time, 0, side.memory);
        }
    }
    return any;
}

void Start::complete_once(State& state, bool initial) {
    equations_.apply(state);
    if (!contacts_.empty()) {
        contacts_.set_free([&](int j) { return state.q[j]; }, [&](int j) { return state.v[j]; });
        contacts_.add_prescribed(state.time, contacts_.x_free(), contacts_.v_free());
        contacts_.evaluate_state(state, initial);
        for (int i = 0; contacts_.any_force() && i < contacts_.rows(); ++i) {
            if (const double f = contacts_.force()[i]; f != 0) contacts_.add_transposed(i, -f, state.a.data());
        }
    }
    equations_.solve_mass(state.a);
    if (contacts_.empty()) return;
    // Stops that hold one motion share the force like sticks.
    if (!state.frictions.empty() || !equations_.hold(state)) hold_with_friction(state);
}

}  // namespace jounce::time
