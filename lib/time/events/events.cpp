// Where contacts begin and end within a step: event functions of the sides, examined at both ends and between them.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/events/events.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "time/contact/rigid_stops.hpp"
#include "time/contact/side_path.hpp"
#include "time/equations/held_motions.hpp"
#include "time/equations/stick_excess.hpp"
#include "time/events/friction_events.hpp"
#include "time/events/side_events.hpp"
#include "time/events/stop_pushes.hpp"

namespace jounce::time {

namespace {

SideStretch stretch_of(const contact::Law& law, const State& from, const State& to, const SideState& before,
                       const SideState& after) {
    return {.law = &law,
            .memory = &before.memory,
            .begin = from.time,
            .length = to.time - from.time,
            .from = before.motion,
            .to = after.motion,
            .force_from = before.response.force,
            .force_to = after.response.force};
}

}  // namespace

EventWatch::EventWatch(const System& system, bool follows, HeldMotions* motions) : system_(&system) {
    for (std::size_t c = 0; c < system.contacts.size(); ++c) {
        const contact::Law& law = *system.contacts[c].law;
        const bool anywhere = force_closes_apart(law);
        const bool plain = !law.rigid && !law.turning_point && !anywhere;
        for (int s = 0; s < system.contacts[c].gap.sides(); ++s) sides_.push_back({&law, static_cast<int>(c), anywhere, plain});
    }
    largest_before_.resize(sides_.size());
    candidates_.reserve(4 * sides_.size() + 2 * system.frictions.size());
    auto frictions = std::make_unique<FrictionWatch>(system, follows);
    if (!frictions->empty()) {
        frictions_ = std::move(frictions);
        if (motions == nullptr) own_ = std::make_unique<HeldMotions>(system);
        motions_ = motions != nullptr ? motions : own_.get();
    }
    const auto rigid = [](const Side& side) { return side.law->rigid; };
    // With friction, the forces of stops and of sticks depend on each other, and with joints every accepted state has
    // the forces of the acceleration level: those of the step are kept.
    if (std::any_of(sides_.begin(), sides_.end(), rigid) && system.frictions.empty() && !system.mechanism)
        stops_ = std::make_unique<StopPushes>(system);
}

EventWatch::~EventWatch() = default;

void EventWatch::examine_frictions(const State& before, const State& after) { frictions_->examine(before, after, candidates_); }

void EventWatch::sort() {
    std::sort(candidates_.begin(), candidates_.end(), [](const EventCandidate& a, const EventCandidate& b) {
        return a.after != b.after ? a.after < b.after : a.side < b.side;
    });
}

// As if in contact, with the impact speed of the previous contact, which is the one that returns.
double EventWatch::force(int side, const contact::Motion& motion, const contact::ContactMemory& memory) const {
    return closed_response(law(side), motion, memory).force;
}

double EventWatch::push(int side, const State& state) const {
    const auto s = static_cast<std::size_t>(side);
    if (stops_ && rigid(side)) return stops_->at(state)[s].response.force;
    return state.sides[s].response.force;
}

void EventWatch::examine_open(int side, const State& from, const State& to) {
    const SideState& before = from.sides[static_cast<std::size_t>(side)];
    const SideState& after = to.sides[static_cast<std::size_t>(side)];
    SideStretch stretch = stretch_of(law(side), from, to, before, after);
    const Contact& gap = system_->contacts[static_cast<std::size_t>(contact(side))];
    stretch.margin = surface_rounding(gap.gap);
    // A side without clearance has no other rounding than that of the terms of its place. One that opens at a distance from the
    // origin is still inside by it.
    if (!rigid(side) && before.motion.indentation > 0)
        stretch.margin = std::fmax(stretch.margin, any_place_rounding(*system_, gap, from));
    const double close = rigid(side) ? touching(*system_, gap, from) : 0;
    if (rigid(side) && before.motion.indentation > -close) {
        // On its way out it is inside by the rounding of its place at first, and as slow as rounding.
        stretch.slow = RigidStops::at_rest(law(side));
        stretch.margin = close;
    }
    // Only at the first step of a run: later, a side on its stop has just been released.
    stretch.strikes_at_begin = from.step == 0;
    const auto found = onset_within(stretch);
    // The onset of a side whose distance sticks hold is rounding.
    if (!found || (motions_ && motions_->hold(from, static_cast<std::size_t>(side)))) return;
    candidates_.push_back({side, found->event, found->after, found->at_end});
}

void EventWatch::examine_closed(int side, const State& from, const State& to) {
    const SideState& before = from.sides[static_cast<std::size_t>(side)];
    const SideState& after = to.sides[static_cast<std::size_t>(side)];
    const double h = to.time - from.time;
    const contact::Law& law = this->law(side);
    SideStretch stretch = stretch_of(law, from, to, before, after);
    stretch.margin = surface_rounding(system_->contacts[static_cast<std::size_t>(contact(side))].gap);
    if (law.rigid) {
        stretch.force_to = push(side, to);
        if (stretch.force_to < 0 && -stretch.force_to <= rounding_of_frictions(to)) stretch.force_to = 0;
        if (stretch.force_to < 0) stretch.force_from = push(side, from);
    }
    if (const auto found = release_within(stretch)) candidates_.push_back({side, found->event, found->after, found->at_end});
    const double v0 = before.motion.rate;
    const double v1 = after.motion.rate;
    if (law.turning_point && v0 > 0 && v1 < 0) {
        // A turn matters only at the largest indentation so far: after a located turn, with a rate of round-off,
        // nothing changes; without one, the turn may be at the start of the step, to round-off.
        const CubicHermite motion = side_path(before, after, h);
        const double margin = before.memory.unloading ? 1e-14 : -1e-12;
        if (motion.maximum() > std::max(before.memory.max_indentation, 0.0) * (1 + margin))
            candidates_.push_back({side, ContactEvent::turning, motion.first_turn(), true});
    }
    if (law.turning_point && before.motion.indentation < before.memory.max_indentation * (1 - 1e-12) &&
        after.motion.indentation > before.memory.max_indentation && depth(before.motion, before.memory) >= 0 && v0 > 0) {
        CubicHermite motion = side_path(before, after, h);
        const double deepest = before.memory.max_indentation;
        motion.x0 -= deepest;
        motion.x1 -= deepest;
        largest_before_[static_cast<std::size_t>(side)] = deepest;
        candidates_.push_back({side, ContactEvent::kink, motion.crossing(), true});
    }
}

EventWatch::Value EventWatch::value(int side, ContactEvent event, const State& state) const {
    if (FrictionWatch::of_friction(event)) return frictions_->value(side, event, state);
    const SideState& s = state.sides[static_cast<std::size_t>(side)];
    contact::EventSample at{.motion = s.motion, .time = state.time, .force = s.response.force};
    if (event == ContactEvent::release_by_force) at.force = push(side, state);
    if (event == ContactEvent::onset_by_force) at.force = force(side, s.motion, s.memory);
    return event_value(event, law(side), s.memory, at, largest_before_[static_cast<std::size_t>(side)]);
}

}  // namespace jounce::time
