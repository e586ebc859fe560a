// Common parts of the steppers for Systems with joints.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/start/mechanism_stepper.hpp"

#include <algorithm>
#include <cmath>

#include "base/fields/refusals.hpp"
#include "contact/response/status.hpp"
#include "system/state/slip_direction.hpp"
#include "time/equations/plane_slip.hpp"

namespace jounce::time {

namespace {
/// Less is rounding, also where all is at rest [m/s].
double rounding_of_speeds(const State& state) {
    constexpr double of_largest = 1e-9;
    return of_largest * state.v.cwiseAbs().maxCoeff() + rounding_of_slip;
}
}  // namespace

MechanismStepper::MechanismStepper(const System& system) : system_(system), dynamics_(system) {
    work_.sides.resize(static_cast<std::size_t>(system.sides));
    work_.frictions.resize(system.frictions.size());
    passing_.resize(work_.sides.size());
    surface_.resize(work_.sides.size());
    for (const Friction& friction : system.frictions) set_valued_ = set_valued_ || friction.law->cone;
}

void MechanismStepper::start(State& state) {
    dynamics_.set_time(state.time);
    (void)dynamics_.hold_contacts(state);
    dynamics_.project_positions(state.q.data());
    dynamics_.project_rates(state.q.data(), state.v.data());
    dynamics_.hold(state);
    dynamics_.move(state.q.data(), state.v.data(), false);
    for (std::size_t s = 0; s < state.sides.size(); ++s) {
        const MechanismDynamics::Side& at = dynamics_.sides()[s];
        contact::ContactMemory& memory = state.sides[s].memory;
        if (!at.elsewhere) contact::start(*at.law, at.motion, state.time, contact::strikes_are_located, memory);
    }
    settle(state, Tension::kept);
    decide_sticks(state);
    begin_history(state);
}

void MechanismStepper::begin(const State& from, double end_time) {
    from_ = &from;
    for (std::size_t s = 0; s < surface_.size(); ++s) {
        const SideState& side = from.sides[s];
        surface_[s] = stepwise_surface(*dynamics_.sides()[s].law, side.motion, side.memory, end_time);
    }
    if (!dynamics_.has_slots()) return;
    dynamics_.hold(from);
    dynamics_.move(from.q.data(), from.v.data(), false);
    for (std::size_t s = 0; s < passing_.size(); ++s) passing_[s] = dynamics_.sides()[s].passing;
}

contact::Motion MechanismStepper::begin_motion(std::size_t s) const {
    // The end of a slot may be across the face that the pin was on.
    const MechanismDynamics::Side& side = dynamics_.sides()[s];
    const contact::Motion& motion = from_->sides[s].motion;
    return {motion.indentation, side.other >= 0 ? passing_[s].dot(side.normal) : motion.rate};
}

bool MechanismStepper::was_held(std::size_t s) const {
    const SideState& before = from_->sides[s];
    return stepwise_held(*dynamics_.sides()[s].law, before.motion, before.memory, surface_[s]);
}

bool MechanismStepper::touches(std::size_t s) const {
    const MechanismDynamics::Side& side = dynamics_.sides()[s];
    return !side.elsewhere && side.motion.indentation > surface_[s];
}

void MechanismStepper::set_onset(std::size_t s, double time, contact::ContactMemory& memory) const {
    const MechanismDynamics::Side& side = dynamics_.sides()[s];
    set_stepwise_onset(*side.law, begin_motion(s), side.motion, from_->time, time - from_->time, memory);
}

void MechanismStepper::settle_statuses(State& to, const std::vector<char>& begun) {
    dynamics_.set_time(to.time);
    dynamics_.move(to.q.data(), to.v.data(), false);
    for (std::size_t s = 0; s < to.sides.size(); ++s) {
        const MechanismDynamics::Side& side = dynamics_.sides()[s];
        const SideState& before = from_->sides[s];
        contact::ContactMemory& memory = to.sides[s].memory;
        const bool held = touches(s);
        if (held && begun[s] == 0 && !was_held(s)) set_onset(s, to.time, memory);
        const double force = held ? closed_response(*side.law, side.motion, memory).force : 0;
        settle_stepwise(*side.law, held, surface_[s], force, before.motion.rate, side.motion, memory);
        if (!memory.closed)
            keep_stepwise(*side.law, before.motion, before.memory, held, side.motion, from_->time, to.time, memory);
    }
}

void MechanismStepper::settle(State& to, Tension tension) {
    complete(dynamics_, to, tension);
    if (!dynamics_.has_slots()) return;
    dynamics_.hold(to);
    complete(dynamics_, to, tension);
}

void MechanismStepper::restart(State& state) {
    dynamics_.hold(state);
    (void)dynamics_.hold_contacts(state);
    if (holds_joints() && dynamics_.motion().equations() > 0) {
        // A given velocity may have jumped. Without a jump, the round-off is left unchanged.
        dynamics_.set_time(state.time);
        dynamics_.move(state.q.data(), state.v.data(), true);
        const double opening = dynamics_.motion().rate().cwiseAbs().maxCoeff();
        if (opening > rounding_of_speeds(state)) transmit_jump(state);
    }
    complete(dynamics_, state, Tension::kept);
    decide_sticks(state);
    begin_history(state);
}

// Joints transmit it at once, by impulses. The force of a friction is finite: where bodies jump, a stick slips, and a slip has
// the direction that it has behind the jump.
void MechanismStepper::transmit_jump(State& state) {
    const std::vector<FrictionState> before = state.frictions;
    for (FrictionState& friction : state.frictions) {
        if (friction.status == FrictionStatus::stick) friction.status = FrictionStatus::open;
    }
    (void)dynamics_.hold_contacts(state);
    dynamics_.project_rates(state.q.data(), state.v.data());
    dynamics_.move(state.q.data(), state.v.data(), false);
    const double rounding = rounding_of_speeds(state);
    bool any = false;
    for (std::size_t f = 0; f < before.size(); ++f) {
        const auto& cone = system_.frictions[f].law->cone;
        if (before[f].status == FrictionStatus::open || !cone) continue;
        FrictionState& friction = state.frictions[f];
        friction = before[f];
        const contact::Slip slip = dynamics_.rubs()[f].slip;
        if (contact::norm(slip) > std::max(rounding, cone->dead_band)) {
            slip_along(*cone, slip, friction);
            friction.breaking = false;
        } else {
            any = any || friction.status == FrictionStatus::stick;
        }
    }
    (void)dynamics_.hold_contacts(state);
    if (any) dynamics_.project_rates(state.q.data(), state.v.data());
}

void MechanismStepper::carry(const State& from, State& to, double end_time) const {
    to.time = end_time;
    to.step = from.step + 1;
    to.frictions = from.frictions;
    for (std::size_t f = 0; f < to.frictions.size(); ++f) {
        FrictionState& friction = to.frictions[f];
        friction.impulse = friction.speed_before = {};
        if (system_.frictions[f].law->cone) friction.direction = direction_from(system_.frictions[f], from.frictions[f]);
    }
    to.continuous = from.continuous;
    for (std::size_t s = 0; s < from.sides.size(); ++s) to.sides[s].memory = from.sides[s].memory;
}

// The trapezoidal rule on powers: its order is that of the methods that use it. Loads and given motions may jump where the step
// ends: it has what they were before.
const StepWork* MechanismStepper::work(const State& from, const State& to) {
    const double h = to.time - from.time;
    work_.sum = {};
    work_.sum.add(dynamics_.powers(from, from.time), 0.5 * h);
    work_.sum.add(dynamics_.powers(to, std::nextafter(to.time, from.time)), 0.5 * h);
    for (std::size_t f = 0; f < work_.frictions.size(); ++f) {
        const FrictionState &a = from.frictions[f], &b = to.frictions[f];
        work_.frictions[f] = 0.5 * h * (contact::dot(a.force, a.velocity) + contact::dot(b.force, b.velocity));
    }
    for (std::size_t s = 0; s < work_.sides.size(); ++s) work_.sides[s] = trapezoidal_work(from.sides[s], to.sides[s], h);
    return &work_;
}

void require_joints_known(const Method& method, const System& system) {
    if (!system.mechanism || method.knows_joints()) return;
    throw refusals::method_without_joints.error("method." + method.kind, {method.describe()});
}

}  // namespace jounce::time
