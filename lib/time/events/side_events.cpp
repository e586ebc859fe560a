// Begin and end of the contact of one side on a stretch of its motion with both ends known.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/events/side_events.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/numbers/limits.hpp"
#include "base/numbers/roots.hpp"

namespace jounce::time {

namespace {

constexpr double round_off = 1e-11;  // of a kept compression
constexpr double at_rest = 1e-9;     // of a force: a body at rest keeps it

/// Time in (low, high) at which the cubic passes zero; its ends differ in sign.
double crossing(const CubicHermite& path, double low, double high) {
    return bracketed_root([&](double t) { return std::pair{path.value(t), path.rate(t)}; }, low, high);
}

/// Is the displacement within the round-off of the position? The cubic through both ends would then be noise.
bool is_short(const SideStretch& s) {
    const double size = std::max({s.size, std::abs(s.from.indentation), std::abs(s.to.indentation)});
    return s.length * std::max(std::abs(s.from.rate), std::abs(s.to.rate)) < 1e6 * epsilon * size;
}

/// The end of a short stretch follows from the rates.
SideStretch resolved(SideStretch s) {
    if (is_short(s)) s.to.indentation = s.from.indentation + 0.5 * s.length * (s.from.rate + s.to.rate);
    return s;
}

/// As if in contact, with the impact speed of the previous contact, which is the one that returns.
double force_at(const SideStretch& s, double t) {
    const CubicHermite path{s.length, s.from.indentation, s.from.rate, s.to.indentation, s.to.rate};
    const double rate = is_short(s) ? s.from.rate + t / s.length * (s.to.rate - s.from.rate) : path.rate(t);
    return closed_response(*s.law, {path.value(t), rate}, *s.memory).force;
}

/// Where a force rises through zero (onset) or falls through it (release) between `low` and `high`, both in the
/// stretch.
/// \param f0, f1 at low and at the stretch's end [N]
std::optional<SideEvent> force_within(const SideStretch& s, ContactEvent event, double low, double high, double f0, double f1) {
    const double sign = event == ContactEvent::release_by_force ? -1 : 1;
    // A force no larger than the residual force of the previous release counts as zero.
    const double least = event == ContactEvent::release_by_force ? 0 : s.force_margin;
    const auto at = [&](double t) { return sign * force_at(s, t); };
    double last = sign * f0, since = low;
    const double end = sign * f1;
    constexpr double shares[] = {0.25, 0.5, 0.75};
    const auto place = [&](double share) { return low + share * (high - low); };
    if (last > 0) {
        // Just switched, to round-off of the force: the force has to pass zero in the other direction first, or the
        // event is here.
        for (const double share : shares) {
            const double now = at(place(share));
            if (now > 0) continue;
            last = now;
            since = place(share);
            break;
        }
        if (since == low) {
            // A residue of the release falls; a force that stays acts on a body that something else has stopped.
            if (!(end > least) || (least > 0 && end < (1 - at_rest) * last)) return {};
            return SideEvent{event, low, low, s.length, true};
        }
    }
    if (end > least) return SideEvent{event, since + linear_zero(last, end, s.length - since), since, s.length, true};
    // It may have passed zero twice in between, but not if it is far from zero at both ends.
    if (high == s.length && std::max(last, end) < 0.3 * std::min(last, end)) return {};
    for (const double share : shares) {
        const double t = place(share);
        if (t <= since) continue;
        const double now = at(t);
        if (now > least) return SideEvent{event, since + linear_zero(last, now, t - since), since, t, false};
        last = now;
        since = t;
    }
    return {};
}

}  // namespace

std::optional<SideEvent> onset_within(const SideStretch& given) {
    const SideStretch s = resolved(given);
    const contact::Law& law = *s.law;
    const contact::ContactMemory& memory = *s.memory;
    const double h = s.length;
    const auto by_force = [&] {
        return force_within(s, ContactEvent::onset_by_force, 0, h, closed_response(law, s.from, memory).force,
                            closed_response(law, s.to, memory).force);
    };
    if (force_closes_apart(law)) return by_force();
    // Above the surface, which moves with x_f.
    const auto [d0, v0] = above_surface(law, s.from, memory, s.begin);
    const auto [d1, v1] = above_surface(law, s.to, memory, s.begin + h);
    const CubicHermite path{h, d0, v0, d1, v1};
    const SideEvent at_begin{ContactEvent::onset, 0, 0, h, true};
    const double kept = law.transition->relaxes ? memory.kept_compression : 0;
    if (kept > 0 && std::abs(d0) <= round_off * kept) {
        // Just released: gap and rate are zero there. Nothing happens before the gap exceeds round-off.
        if (d1 <= round_off * kept || !(v1 > 0)) return {};
        const double low = v0 < 0 ? path.first_turn() : 0.0;
        if (path.value(low) < 0) return SideEvent{ContactEvent::onset, crossing(path, low, h), low, h, true};
        return SideEvent{ContactEvent::onset, 0.5 * h, 0, h, true};
    }
    if (force_closes_indented(law) && d0 > s.margin && d1 <= s.margin) {
        if (const auto found = contact::last_push([&](double t) { return force_at(s, t); }, d1 < 0 ? crossing(path, 0, h) : h))
            return SideEvent{ContactEvent::onset_by_force, found->first, found->second, found->first, false};
    }
    if (d1 > 0) {
        // At rest on a rigid surface, and still there, or inside by an error of the method although it moves out.
        const bool rests = law.rigid && std::abs(d0) <= s.margin && std::abs(v0) <= s.slow;
        if (rests && (d1 <= s.margin || v1 < 0)) return {};
        if (d0 < 0) return SideEvent{ContactEvent::onset, path.crossing(), 0, h, true};
        // Left the stop and came back, or only nearly left it.
        const double low = v0 < 0 ? path.first_turn() : h;
        if (low < h && path.value(low) < 0) return SideEvent{ContactEvent::onset, crossing(path, low, h), low, h, true};
        const bool on_surface = d0 <= s.margin;
        // It does not begin to move inwards, and the time is too short for it to be outside, or it is on its way out. If it moves
        // inwards at the end, the onset is at the beginning of the next step: a slip that ends in between may turn it back.
        if (law.rigid && v0 <= s.slow && (v1 < 0 || (on_surface && d1 <= s.margin))) return {};
        if (law.rigid) return at_begin;
        const bool dips = v0 > 0 && v1 < 0 && path.value(path.first_turn()) > s.margin;  // in and out again
        if (on_surface && d1 <= s.margin && !dips) return {};
        if (on_surface && !(v0 < 0)) return at_begin;
        if (force_closes_indented(law)) return by_force();
        return on_surface && v1 > 0 ? std::optional(at_begin) : std::nullopt;
    }
    // On the stop and moving into it: the onset is at the start.
    if (s.strikes_at_begin && d0 == 0 && v0 > 0) return at_begin;
    if (d0 >= 0 || !(v0 > 0 && v1 < 0)) return {};
    const double top = path.first_turn();
    if (!(path.value(top) > 0)) return {};
    return SideEvent{ContactEvent::onset, crossing(path, 0, top), 0, top, false};
}

std::optional<SideEvent> release_within(const SideStretch& given) {
    const SideStretch s = resolved(given);
    const contact::Law& law = *s.law;
    const double h = s.length;
    if (law.rigid) {
        if (!(s.force_to < 0)) return {};
        return SideEvent{ContactEvent::release_by_force, linear_zero(-s.force_from, -s.force_to, h), 0, h, true};
    }
    const double d0 = depth(s.from, *s.memory), d1 = depth(s.to, *s.memory);
    const double v0 = s.from.rate, v1 = s.to.rate;
    const CubicHermite path{h, d0, v0, d1, v1};
    // It moves inwards at both ends and is no farther from its surface than the rounding of its place: the cubic between is
    // noise.
    if (v0 > 0 && v1 > 0 && std::max(std::abs(d0), std::abs(d1)) <= s.margin && !force_closes_apart(law)) return {};
    const bool by_force = opens_by_force(law);
    const bool by_distance =
        !(by_force && force_closes_apart(law));  // otherwise in contact before the bodies touch and after they separate
    std::optional<SideEvent> first;
    double opens = h;
    // Just closed: the onset is between the start and the turn.
    const double turn = v0 > 0 ? path.first_turn() : 0;
    if (by_distance && d1 <= 0 && turn < h) {
        const double low = path.value(turn) > 0 ? turn : 0;
        opens = low > 0 || d0 > 0 ? crossing(path, low, h) : 0;
        first = SideEvent{ContactEvent::release, opens, low, h, true};
    } else if (by_distance && v0 < 0 && v1 > 0 && d0 > 0) {
        const double low = path.first_turn();
        if (path.value(low) < 0) first = SideEvent{ContactEvent::release, crossing(path, 0, low), 0, low, false};
    }
    // Just closed and approaching throughout: tension there is round-off of the position.
    const bool comes_in = by_distance && d0 <= 0 && turn >= h;
    if (!by_force || comes_in) return first;
    // During the approach the force rises, also from zero when it has just begun; beyond the surface there is none.
    const double begin = turn < h && path.value(turn) > 0 ? turn : 0;
    const double force = begin > 0 ? force_at(s, begin) : s.force_from;
    const auto pull = force_within(s, ContactEvent::release_by_force, begin, opens, force, s.force_to);
    return pull && (!first || pull->after < first->after) ? pull : first;
}

}  // namespace jounce::time
