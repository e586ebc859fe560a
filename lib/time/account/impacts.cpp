// The impact log as data: one row per contact phase of one side of a gap.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/account/impacts.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>
#include <utility>

#include "base/numbers/quintic.hpp"
#include "base/numbers/roots.hpp"
#include "contact/response/status.hpp"
#include "system/mechanism/mechanism.hpp"
#include "system/probes/probe.hpp"
#include "time/contact/side_path.hpp"
#include "time/stepper/dense_motion.hpp"

namespace jounce::time {

namespace {

/// Time after the beginning of the step at which the force vanishes: bisection on "in contact and pushing", because a
/// clamped law releases while the bodies still overlap.
double release(const Contact& contact, const CubicHermite& motion, const contact::ContactMemory& memory) {
    double held = 0;
    double open = motion.h;
    for (int i = 0; i < 60 && open - held > 1e-16 * motion.h; ++i) {
        const double middle = 0.5 * (held + open);
        const contact::Motion m{motion.value(middle), motion.rate(middle)};
        const bool in_contact =
            opens_by_force(*contact.law) ? held_response(*contact.law, m, memory).force > 0 : m.indentation > 0;
        (in_contact ? held : open) = middle;
    }
    return 0.5 * (held + open);
}

/// The largest value of a force in a step of length 1. Golden-section search, because laws have a kink where their force is
/// clamped.
template <class Force>
double largest_inside(const Force& force) {
    constexpr double golden = 0.6180339887498949;
    double low = 0;
    double high = 1;
    double left = 1 - golden;
    double right = golden;
    double at_left = force(left);
    double at_right = force(right);
    for (int i = 0; i < 40; ++i) {
        if (at_left < at_right) {
            low = std::exchange(left, right);
            at_left = at_right;
            right = low + golden * (high - low);
            at_right = force(right);
        } else {
            high = std::exchange(right, left);
            at_right = at_left;
            left = high - golden * (high - low);
            at_left = force(left);
        }
    }
    return std::max(at_left, at_right);
}

/// dF/dt of a side. \param second derivative of the indentation
double force_rate(const SideState& side, double second) {
    return side.response.stiffness * side.motion.rate + side.response.damping * second;
}

/// With damping the maximum of the force precedes that of the indentation. At an onset a force that grows faster than the
/// indentation has no derivative yet.
/// \param a0, a1 second derivatives of the indentation at the ends
bool has_largest_force(const SideState& before, const SideState& after, double a0, double a1) {
    return !(force_rate(before, a0) < 0) && force_rate(after, a1) < 0;
}

/// The largest force within a step in contact, on the quintic of the indentation.
double force_on_quintic(const contact::Law& law, const SideState& before, const SideState& after, double h, double a0,
                        double a1) {
    const double moved = after.motion.indentation - before.motion.indentation;
    return largest_inside([&](double t) {
        const auto sum = [&](const Quintic& at) {
            return at.of(moved, h * before.motion.rate, h * after.motion.rate, h * h * a0, h * h * a1);
        };
        const double indentation = before.motion.indentation + sum(Quintic::value(t));
        return held_response(law, {indentation, sum(Quintic::rate(t)) / h}, before.memory).force;
    });
}

}  // namespace

void ImpactLog::bind(const System& system) {
    system_ = &system;
    side_contact_.assign(static_cast<std::size_t>(system.sides), 0);
    within_one_step_.assign(static_cast<std::size_t>(system.sides), 0);
    for (std::size_t c = 0; c < system.contacts.size(); ++c) {
        const Contact& contact = system.contacts[c];
        for (int s = 0; s < contact.gap.sides(); ++s)
            side_contact_[static_cast<std::size_t>(contact.first_side + s)] = static_cast<int>(c);
    }
}

void ImpactLog::begin(const System& system, const State& state) {
    bind(system);
    inside_ = state;
    impacts_.clear();
    missed_ = 0;
    floored_ = 0;
    clamped_impulse_ = 0;
    fell_through_ = 0;
    falling_.assign(static_cast<std::size_t>(system.sides), 0);
    running_.assign(static_cast<std::size_t>(system.sides), -1);
    left_indented_ = running_;
    live_.assign(static_cast<std::size_t>(system.sides), {});
    unfinished_.clear();
    count_.assign(system.contacts.size(), 0);
    impacts_.reserve(64);
    for (int s = 0; s < system.sides; ++s) {
        const SideState& side = state.sides[static_cast<std::size_t>(s)];
        if (!side.memory.closed) continue;
        open_phase(s, side);
        live_[static_cast<std::size_t>(s)].work = side.response.stored_energy;  // may be recovered
    }
}

void ImpactLog::open_phase(int side, const SideState& state) {
    const std::size_t c = static_cast<std::size_t>(side_contact_[static_cast<std::size_t>(side)]);
    const Contact& contact = system_->contacts[c];
    Impact impact;
    impact.contact = static_cast<int>(c);
    impact.number = ++count_[c];
    impact.side = all_round(*system_, contact) ? 0 : static_cast<int>(contact.gap.sign(side - contact.first_side));
    impact.time_in = state.memory.onset_time;
    impact.speed_in = state.memory.impact_speed;
    impact.restitution_asked = contact.law->restitution_asked;
    impact.rigid = contact.law->rigid;
    impact.peak_force = state.response.force;
    impact.max_indentation = std::max(state.motion.indentation, 0.0);
    // Below the floor the law's dissipation is that of the floor, and a contact without an onset would stick.
    if (!impact.rigid && contact.law->restitution_asked && state.memory.impact_speed < contact.law->minimum_speed) ++floored_;
    impacts_.push_back(impact);  // first: if the disk is full, no side refers to a missing row
    running_[static_cast<std::size_t>(side)] = static_cast<int>(impacts_.size()) - 1;
    live_[static_cast<std::size_t>(side)] = impact;
}

namespace {
/// A contact whose rate keeps its sign, without tension and without a force maximum inside the step.
bool goes_on(const SideState& before, const SideState& after) {
    return before.memory.closed && after.memory.closed && before.motion.rate * after.motion.rate > 0 &&
           !(before.motion.rate > 0 && after.response.damping > 0) &&
           !(before.response.clamped > 0 || after.response.clamped > 0);
}

/// Far from the stop and without a change of direction.
bool stays_away(const SideState& before, const SideState& after) {
    return !before.memory.closed && !after.memory.closed && after.motion.indentation <= 0 &&
           !(before.motion.rate > 0 && after.motion.rate < 0);
}
}  // namespace

void ImpactLog::accepted(const AcceptedStep& step) {
    const std::size_t count = running_.size();
    for (std::size_t s = 0; s < count; ++s) {
        const SideState& before = step.before.sides[s];
        const SideState& after = step.after.sides[s];
        if (left_indented_[s] < 0) {
            // The common cases.
            if (stays_away(before, after)) {
                falling_[s] = 0;
                continue;
            }
            if (goes_on(before, after)) {
                falling_[s] = 0;
                within_one_step_[s] = 0;
                add_step(s, step);
                continue;
            }
        }
        accept_side(s, step);
    }
}

void ImpactLog::add_step(std::size_t s, const AcceptedStep& step) {
    const SideState& after = step.after.sides[s];
    Impact& impact = live_[s];
    const StepWork::Side did = side_work(step, s);
    impact.impulse += did.impulse;
    impact.work += did.work;
    impact.peak_force = std::max(impact.peak_force, after.response.force);
    impact.max_indentation = std::max(impact.max_indentation, after.motion.indentation);
}

void ImpactLog::accept_side(std::size_t s, const AcceptedStep& step) {
    const bool certain = step.stepper != nullptr && step.stepper->sees_all_contacts();
    const SideState& before = step.before.sides[s];
    const SideState& after = step.after.sides[s];
    const bool was = before.memory.closed;
    const bool is = after.memory.closed;
    if (!is && left_indented_[s] >= 0 && apart(s, after)) {
        if (!was) push_within(s, step);
        left_indented_[s] = -1;
    }
    if (stays_away(before, after)) {
        falling_[s] = 0;
        return;
    }
    const double clamped = before.response.clamped + after.response.clamped;
    if (clamped > 0) clamped_impulse_ += 0.5 * clamped * (step.after.time - step.before.time);
    // A located onset ends its step on the surface to round-off: only a side that began inside has turned back there. A long step
    // may begin inside as well, leave, and return to the surface.
    const double rounding =
        1e-9 * (std::abs(before.motion.indentation) + after.motion.rate * (step.after.time - step.before.time));
    const bool inside = !is && before.motion.indentation > 0 && after.motion.indentation > rounding && after.motion.rate > 0;
    if (!inside) {
        if (is || !(after.motion.indentation > 0)) falling_[s] = 0;
    } else if (falling_[s] == 0 && system_->contacts[static_cast<std::size_t>(side_contact_[s])].law->transition->latches) {
        falling_[s] = 1;
        ++fell_through_;
    }
    if (!was && !is) {
        // Both ends are open: the path between them may still have touched the stop, unless the method excludes it.
        if (!certain && before.motion.rate > 0 && after.motion.rate < 0 && depth(before.motion, before.memory) <= 0) {
            const double surface = before.memory.permanent_indentation;
            if (side_path(before, after, step.after.time - step.before.time).maximum() > surface) ++missed_;
        }
        return;
    }
    const double h = step.after.time - step.before.time;
    if (!was && !push_again(s)) {
        open_phase(static_cast<int>(s), after);
        if (depth(before.motion, before.memory) > 0) {
            // The force returned while the bodies still overlapped.
            Impact& impact = live_[s];
            impact.time_in = step.before.time + release(system_->contacts[static_cast<std::size_t>(side_contact_[s])],
                                                        {h, after.motion.indentation, -after.motion.rate,
                                                         before.motion.indentation, -before.motion.rate},
                                                        after.memory);
            impact.speed_in = std::max(after.motion.rate, 0.0);
        }
        store(s, running_[s]);
    }
    add_step(s, step);
    Impact& impact = live_[s];
    const Contact& contact = system_->contacts[static_cast<std::size_t>(impact.contact)];
    const contact::Law& law = *contact.law;
    if (searches_peaks_ && was && is && !impact.rigid && before.motion.rate > 0 &&
        (after.motion.rate < 0 || after.response.damping > 0)) {
        const int k = static_cast<int>(s) - contact.first_side;
        double a0 = side_acceleration(contact, k, *system_, step.before);
        double a1 = side_acceleration(contact, k, *system_, step.after);
        if (!std::isfinite(a0 + a1)) std::tie(a0, a1) = side_path(before, after, h).second_at_ends();
        if (has_largest_force(before, after, a0, a1)) {
            const std::optional<double> known = force_within(s, step);
            impact.peak_force = std::max(impact.peak_force, known ? *known : force_on_quintic(law, before, after, h, a0, a1));
        }
    }
    if (was && is && before.motion.rate > 0 && after.motion.rate < 0) {
        const double deepest = side_path(before, after, h).maximum();
        impact.max_indentation = std::max(impact.max_indentation, deepest);
        if (!impact.rigid) impact.peak_force = std::max(impact.peak_force, held_response(law, {deepest, 0}, before.memory).force);
        // The whole contact is in one step: a quadrature over the ends of the step gives no more than that.
        within_one_step_[s] = step.before.time == impact.time_in && step.work() == nullptr ? 1 : 0;
    } else {
        within_one_step_[s] = 0;
    }
    if (!certain && was && is && before.motion.rate < 0 && after.motion.rate > 0) {
        const CubicHermite open{h, -depth(before.motion, before.memory), -before.motion.rate, -depth(after.motion, after.memory),
                                -after.motion.rate};
        if (open.maximum() > 0) ++missed_;
    }
    if (!is) {
        const CubicHermite motion = side_path(before, after, h);
        const double at = release(system_->contacts[static_cast<std::size_t>(side_contact_[s])], motion, before.memory);
        close_phase(static_cast<int>(s), step.before.time + at, -motion.rate(at), after);
    }
}

std::optional<double> ImpactLog::force_within(std::size_t side, const AcceptedStep& step) {
    auto* motion = dynamic_cast<DenseMotion*>(step.stepper);
    if (inside_.sides.empty()) inside_ = step.before;  // the log of a resumed run
    if (motion == nullptr || !motion->within(step.before, 0, inside_)) return {};
    const double h = step.after.time - step.before.time;
    const auto c = static_cast<std::size_t>(side_contact_[side]);
    const Contact& contact = system_->contacts[c];
    // Where the force is clamped its derivative jumps through zero, and is bracketed there as well.
    const auto falls = [&](double t) {
        if (t == 0) return -1.0;
        (void)motion->within(step.before, t * h, inside_);
        return -force_rate(inside_.sides[side],
                           side_acceleration(contact, static_cast<int>(side) - contact.first_side, *system_, inside_));
    };
    constexpr double enough = 1e-9;  // of the step: the force errs by the square of it
    (void)motion->within(step.before, bracketed_root_of_values(falls, 0, 1, enough) * h, inside_);
    return inside_.sides[side].response.force;
}

void ImpactLog::close_phase(int side, double time, double speed, const SideState& after) {
    const std::size_t s = static_cast<std::size_t>(side);
    Impact& impact = live_[s];
    impact.time_out = time;
    impact.speed_out = speed;
    const contact::Law& law = *system_->contacts[static_cast<std::size_t>(impact.contact)].law;
    store(s, running_[s]);
    left_indented_[s] = std::exchange(running_[s], -1);
    if (!pushes_again(law) || apart(s, after)) left_indented_[s] = -1;
}

bool ImpactLog::apart(std::size_t side, const SideState& now) const {
    // A contact that begins at the surface is on either side by rounding; a body that still moves out may be pushed
    // again.
    const double rounding = 1e-9 * live_[side].max_indentation;
    return depth(now.motion, now.memory) <= (now.motion.rate > 0 ? rounding : 0);
}

void ImpactLog::push_within(std::size_t side, const AcceptedStep& step) {
    const SideState& before = step.before.sides[side];
    const SideState& after = step.after.sides[side];
    if (!(depth(before.motion, before.memory) > 0 && depth(after.motion, before.memory) < 0)) return;
    Impact& impact = live_[side];
    const contact::Law& law = *system_->contacts[static_cast<std::size_t>(impact.contact)].law;
    const double surface = before.memory.permanent_indentation;
    const CubicHermite path = side_path(before, after, step.after.time - step.before.time);
    const auto above = [&](double t) { return std::pair{path.value(t) - surface, path.rate(t)}; };
    const double parting = bracketed_root(above, 0, path.h);
    const auto force = [&](double t) { return closed_response(law, {path.value(t), path.rate(t)}, before.memory).force; };
    if (!contact::last_push(force, parting)) return;
    impact.time_out = step.before.time + parting;
    impact.speed_out = -path.rate(parting);
    store(side, left_indented_[side]);
}

bool ImpactLog::push_again(std::size_t side) {
    if (left_indented_[side] < 0) return false;
    running_[side] = std::exchange(left_indented_[side], -1);
    Impact& impact = live_[side];
    impact.time_out.reset();
    impact.speed_out.reset();
    return true;
}

void ImpactLog::switched(const SwitchedState& event) {
    for (const Switch& w : event.switches) {
        const std::size_t s = static_cast<std::size_t>(w.side);
        const SideState& before = event.before.sides[s];
        const SideState& after = event.after.sides[s];
        if (w.what == Switch::What::turned || w.what == Switch::What::reloaded) {
            Impact& impact = live_[s];
            impact.max_indentation = std::max(impact.max_indentation, before.motion.indentation);
            continue;
        }
        if (w.what == Switch::What::opened && running_[s] < 0 && w.impulse == 0) continue;
        if (w.what == Switch::What::opened && running_[s] >= 0) {
            if (within_one_step_[s] != 0) ++missed_;
            within_one_step_[s] = 0;
            // A contact that slid around to the opposite face of its slot has its own face before it again.
            const bool turned = before.normal[0] * after.normal[0] + before.normal[1] * after.normal[1] < 0;
            close_phase(w.side, event.before.time, turned ? after.motion.rate : -after.motion.rate, after);
            continue;
        }
        if (running_[s] < 0 && !push_again(s)) {
            open_phase(w.side, after);
            Impact& impact = live_[s];
            impact.time_in = event.after.time;
            impact.speed_in =
                std::max(after.motion.rate - surface_of(*system_->contacts[static_cast<std::size_t>(side_contact_[s])].law,
                                                        before.memory, event.after.time)
                                                 .first,
                         0.0);
            if (w.impulse != 0 || impact.rigid) impact.speed_in = std::max(before.motion.rate, 0.0);
            store(s, running_[s]);
        }
        Impact& impact = live_[s];
        impact.impulse += w.impulse;
        impact.work += 0.5 * w.impulse * (before.motion.rate + after.motion.rate);
        if (w.what != Switch::What::closed) close_phase(w.side, event.after.time, -after.motion.rate, after);
    }
}

void ImpactLog::end(const State& state) {
    for (std::size_t s = 0; s < running_.size(); ++s) {
        if (running_[s] >= 0) live_[s].work -= state.sides[s].response.stored_energy;
    }
    settle();
}

}  // namespace jounce::time
