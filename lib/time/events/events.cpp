// Where contacts begin and end within a step: event functions of the sides, examined at both ends and between them.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/events/events.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/roots.hpp"
#include "time/contact/side_path.hpp"
#include "time/events/friction_events.hpp"

namespace jounce::time {

namespace {

constexpr double round_off = 1e-11;  // of a kept compression

/// Time in (low, high) where the cubic passes zero; its ends differ in sign.
double crossing(const CubicHermite& motion, double low, double high) {
    return bracketed_root([&](double t) { return std::pair{motion.value(t), motion.rate(t)}; }, low, high);
}

}  // namespace

EventWatch::EventWatch(const System& system) {
    for (std::size_t c = 0; c < system.contacts.size(); ++c) {
        const contact::Law& law = *system.contacts[c].law;
        const bool anywhere = force_closes_apart(law);
        for (int s = 0; s < system.contacts[c].gap.sides(); ++s) sides_.push_back({&law, static_cast<int>(c), anywhere});
    }
    largest_before_.resize(sides_.size());
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

// As if in contact: with the impact speed that the contact had, for it is that contact which comes back.
double EventWatch::force(int side, const contact::Motion& motion, const contact::ContactMemory& memory) const {
    return closed_response(law(side), motion, memory).force;
}

void EventWatch::examine_open(int side, const State& from, const State& to, bool first) {
    const SideState& before = from.sides[static_cast<std::size_t>(side)];
    const SideState& after = to.sides[static_cast<std::size_t>(side)];
    const double h = to.time - from.time;
    const contact::Law& law = this->law(side);
    const auto examine_force_of_open = [&] {
        examine_force(side, before, force(side, before.motion, before.memory), after, force(side, after.motion, before.memory), h,
                      ContactEvent::onset_by_force, {0, h});
    };
    if (sides_[static_cast<std::size_t>(side)].anywhere) return examine_force_of_open();
    // Above the surface, which moves with x_f.
    const auto [d0, v0] = above_surface(law, before.motion, before.memory, from.time);
    const auto [d1, v1] = above_surface(law, after.motion, before.memory, to.time);
    const CubicHermite motion{h, d0, v0, d1, v1};
    const double kept = before.memory.kept_compression;
    if (kept > 0 && std::abs(d0) <= round_off * kept) {
        // Just let go: gap and rate are zero there. Nothing happens before it has left round-off.
        if (d1 <= round_off * kept || !(v1 > 0)) return;
        const double low = v0 < 0 ? motion.first_turn() : 0.0;
        const double bottom = motion.value(low);
        if (bottom < 0)
            candidates_.push_back({side, ContactEvent::onset, crossing(motion, low, h), true});
        else
            candidates_.push_back({side, ContactEvent::onset, 0.5 * h, true});
        return;
    }
    if (d1 > 0) {
        if (d0 < 0) return candidates_.push_back({side, ContactEvent::onset, motion.crossing(), true});
        if (v0 < 0 && v1 > 0) {
            // Left the stop and came back within the step, or only nearly left it.
            const double low = motion.first_turn();
            if (motion.value(low) < 0) return candidates_.push_back({side, ContactEvent::onset, crossing(motion, low, h), true});
        }
        if (d0 == 0 || rigid(side)) return candidates_.push_back({side, ContactEvent::onset, 0.0, true});
        if (force_closes_indented(law)) examine_force_of_open();
        return;
    }
    // On the stop and moving into it: the stroke lies at the begin.
    if (first && d0 == 0 && v0 > 0) return candidates_.push_back({side, ContactEvent::onset, 0.0, true});
    if (d0 >= 0 || !(v0 > 0 && v1 < 0)) return;
    const double top = motion.first_turn();
    if (motion.value(top) > 0) candidates_.push_back({side, ContactEvent::onset, crossing(motion, 0, top), false});
}

void EventWatch::examine_force(int side, const SideState& before, double before_force, const SideState& after, double after_force,
                               double h, ContactEvent event, Stretch stretch) {
    const double sign = event == ContactEvent::release_by_force ? -1 : 1;
    const contact::ContactMemory& memory = before.memory;
    const CubicHermite motion = side_path(before, after, h);
    const auto at = [&](double t) { return sign * force(side, {motion.value(t), motion.rate(t)}, memory); };
    double last = stretch.begin > 0 ? at(stretch.begin) : sign * before_force;
    const double f1 = sign * after_force;
    if (f1 > 0) {
        const double zero = stretch.begin + linear_zero(last, f1, h - stretch.begin);
        return candidates_.push_back({side, event, zero, true});
    }
    // It may have passed zero twice in between; a force that is far from it at both ends has not.
    if (last > 0 || (stretch.end == h && std::max(last, f1) < 0.3 * std::min(last, f1))) return;
    double since = stretch.begin;
    for (const double share : {0.25, 0.5, 0.75}) {
        const double t = stretch.begin + share * (stretch.end - stretch.begin);
        const double now = at(t);
        if (now > 0) return candidates_.push_back({side, event, since + linear_zero(last, now, t - since), false});
        last = now;
        since = t;
    }
}

void EventWatch::examine_closed(int side, const State& from, const State& to) {
    const SideState& before = from.sides[static_cast<std::size_t>(side)];
    const SideState& after = to.sides[static_cast<std::size_t>(side)];
    const double h = to.time - from.time;
    const contact::Law& law = this->law(side);
    if (law.rigid) {
        if (after.response.force < 0)
            candidates_.push_back(
                {side, ContactEvent::release_by_force, linear_zero(-before.response.force, -after.response.force, h), true});
        return;
    }
    const double surface = before.memory.permanent_indentation;
    const double d0 = before.motion.indentation - surface;
    const double d1 = after.motion.indentation - surface;
    const double v0 = before.motion.rate;
    const double v1 = after.motion.rate;
    double opens = h;
    const bool far = sides_[static_cast<std::size_t>(side)].anywhere;  // pushes before the bodies touch
    const CubicHermite above{h, d0, v0, d1, v1};
    // Just closed: the stroke lies between the begin and the turn.
    const double turn = v0 > 0 ? above.first_turn() : 0;
    if (!far && d1 <= 0 && turn < h) {
        if (above.value(turn) > 0) {
            opens = crossing(above, turn, h);
        } else {
            opens = d0 > 0 ? crossing(above, 0, h) : 0;
        }
        candidates_.push_back({side, ContactEvent::release, opens, true});
    } else if (!far && v0 < 0 && v1 > 0 && d0 > 0) {
        const double low = above.first_turn();
        if (above.value(low) < 0) candidates_.push_back({side, ContactEvent::release, crossing(above, 0, low), false});
    }
    if (opens_by_force(law)) {
        // While a body comes in the force rises, be it from the zero of a contact just begun; beyond the surface there is none.
        const double begin = turn < h && above.value(turn) > 0 ? turn : 0;
        examine_force(side, before, before.response.force, after, after.response.force, h, ContactEvent::release_by_force,
                      {begin, opens});
    }
    if (law.turning_point && v0 > 0 && v1 < 0) {
        // A turn changes something only where it is the deepest yet: behind a located one, whose rate is round-off, nothing does;
        // without one, the turn may lie at the begin of the step, to round-off.
        const CubicHermite motion = side_path(before, after, h);
        const double margin = before.memory.unloading ? 1e-14 : -1e-12;
        if (motion.maximum() > std::max(before.memory.max_indentation, 0.0) * (1 + margin))
            candidates_.push_back({side, ContactEvent::turning, motion.first_turn(), true});
    }
    if (law.turning_point && before.motion.indentation < before.memory.max_indentation * (1 - 1e-12) &&
        after.motion.indentation > before.memory.max_indentation && d0 >= 0 && v0 > 0) {
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
    if (event == ContactEvent::onset_by_force) at.force = force(side, s.motion, s.memory);
    return event_value(event, law(side), s.memory, at, largest_before_[static_cast<std::size_t>(side)]);
}

}  // namespace jounce::time
