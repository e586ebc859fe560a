// Where contacts begin and end within a step: event functions of the sides, examined at both ends and between them.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/events.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/hermite.hpp"
#include "time/friction_events.hpp"

namespace jounce::time {

namespace {

/// The motion of one side over a step as a cubic.
CubicHermite path(const SideState& before, const SideState& after, double h) {
    return {h, before.motion.indentation, before.motion.rate, after.motion.indentation, after.motion.rate};
}

/// Time in (low, high) where the cubic passes zero; its ends differ in sign.
double crossing(const CubicHermite& motion, double low, double high) {
    return bracketed_root([&](double t) { return std::pair{motion.value(t), motion.rate(t)}; }, low, high);
}

/// Where the rate of the cubic passes zero between two times at which it differs in sign.
double turning_point(const CubicHermite& motion) {
    double low = 0;
    double high = motion.h;
    const bool rising = motion.v0 > 0;
    for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (low + high);
        ((motion.rate(middle) > 0) == rising ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

/// Zero of the straight line between two values of opposite sign.
double linear_zero(double before, double after, double h) { return before >= 0 ? 0.0 : h * before / (before - after); }

}  // namespace

EventWatch::EventWatch(const System& system) {
    for (std::size_t c = 0; c < system.contacts.size(); ++c) {
        for (int s = 0; s < system.contacts[c].gap.sides(); ++s)
            sides_.push_back({system.contacts[c].law.get(), static_cast<int>(c)});
    }
    candidates_.reserve(4 * sides_.size() + 2 * system.frictions.size());
    auto frictions = std::make_unique<FrictionWatch>(system);
    if (!frictions->empty()) frictions_ = std::move(frictions);
}

EventWatch::~EventWatch() = default;

void EventWatch::examine_frictions(const State& before, const State& after) { frictions_->examine(before, after, candidates_); }

void EventWatch::sort() {
    std::sort(candidates_.begin(), candidates_.end(), [](const EventCandidate& a, const EventCandidate& b) {
        return a.after != b.after ? a.after < b.after : a.side < b.side;
    });
}

double EventWatch::open_force(int side, const SideState& state) const {
    contact::ContactMemory memory = state.memory;
    // As if the contact began here.
    memory.impact_speed = std::max(memory.impact_speed, state.motion.rate);
    return closed_response(*sides_[static_cast<std::size_t>(side)].law, state.motion, memory).force;
}

void EventWatch::look_at_open(int side, const SideState& before, const SideState& after, double h, bool first) {
    const CubicHermite motion = path(before, after, h);
    const double d0 = before.motion.indentation;
    const double d1 = after.motion.indentation;
    const double v0 = before.motion.rate;
    const double v1 = after.motion.rate;
    if (d1 > 0) {
        if (d0 < 0) return candidates_.push_back({side, EventFunction::indentation, motion.crossing(), true});
        if (v0 < 0 && v1 > 0) {
            // Left the stop and came back within the step, or only nearly left it.
            const double low = turning_point(motion);
            if (motion.value(low) < 0)
                return candidates_.push_back({side, EventFunction::indentation, crossing(motion, low, h), true});
        }
        if (d0 == 0 || rigid(side)) return candidates_.push_back({side, EventFunction::indentation, 0.0, true});
        const double f1 = open_force(side, after);
        if (f1 > 0) candidates_.push_back({side, EventFunction::force, linear_zero(open_force(side, before), f1, h), true});
        return;
    }
    // On the stop and moving into it: the stroke lies at the begin.
    if (first && d0 == 0 && v0 > 0) return candidates_.push_back({side, EventFunction::indentation, 0.0, true});
    if (d0 >= 0 || !(v0 > 0 && v1 < 0)) return;
    const double top = turning_point(motion);
    if (motion.value(top) > 0) candidates_.push_back({side, EventFunction::indentation, crossing(motion, 0, top), false});
}

void EventWatch::look_at_closed(int side, const SideState& before, const SideState& after, double h) {
    const contact::Law& law = *sides_[static_cast<std::size_t>(side)].law;
    if (law.rigid) {
        if (after.response.force < 0)
            candidates_.push_back(
                {side, EventFunction::tension, linear_zero(-before.response.force, -after.response.force, h), true});
        return;
    }
    const double d0 = before.motion.indentation;
    const double d1 = after.motion.indentation;
    const double v0 = before.motion.rate;
    const double v1 = after.motion.rate;
    double opens = h;
    // Just closed by less than the location leaves, and still coming in: no opening.
    if (d1 <= 0 && !(d0 <= 0 && v0 > 0 && v1 > 0)) {
        const CubicHermite motion = path(before, after, h);
        double low = 0;
        // Just closed: the stroke lies between the begin and the crossing.
        if (v0 > 0) low = v1 < 0 ? turning_point(motion) : 0;
        if (motion.value(low) > 0) {
            opens = crossing(motion, low, h);
        } else {
            opens = d0 > 0 ? crossing(motion, 0, h) : 0;
        }
        candidates_.push_back({side, EventFunction::opening, opens, true});
    } else if (v0 < 0 && v1 > 0 && d0 > 0) {
        const CubicHermite motion = path(before, after, h);
        const double low = turning_point(motion);
        if (motion.value(low) < 0) candidates_.push_back({side, EventFunction::opening, crossing(motion, 0, low), false});
    }
    if (!law.adhesion && after.response.force < 0) {
        candidates_.push_back(
            {side, EventFunction::tension, linear_zero(-before.response.force, -after.response.force, h), true});
    }
    if (law.turning_point && !after.memory.unloading && v0 > 0 && v1 < 0) {
        candidates_.push_back({side, EventFunction::turning, turning_point(path(before, after, h)), true});
    }
}

EventWatch::Value EventWatch::value(int side, EventFunction function, const State& state) const {
    if (FrictionWatch::of_friction(function)) return frictions_->value(side, function, state);
    const SideState& s = state.sides[static_cast<std::size_t>(side)];
    switch (function) {
        case EventFunction::indentation:
            return {s.motion.indentation, s.motion.rate};
        case EventFunction::opening:
            return {-s.motion.indentation, -s.motion.rate};
        case EventFunction::force:
            return {open_force(side, s), 0};
        case EventFunction::tension:
            return {-s.response.force, 0};
        case EventFunction::turning:
            return {-s.motion.rate, 0};
        case EventFunction::slip_ends:
        case EventFunction::stick_breaks:
        case EventFunction::band_left:
            break;
    }
    return {};
}

}  // namespace jounce::time
