// Events that end a step in contact early, detected at the nodes and located on the closed form of the motion.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cmath>

#include "base/numbers/limits.hpp"
#include "base/numbers/roots.hpp"
#include "contact/response/status.hpp"
#include "contact/response/tension_cut.hpp"
#include "time/adaptive/collocation_steps.hpp"
#include "time/events/side_events.hpp"
#include "time/exact/first_rise.hpp"

namespace jounce::time {

namespace {

/// Relative to the impact speed: a slower reversal is not visible in any log.
constexpr double slow_turn = 1e-6;

/// way f(s) + shift of a force's polynomial f, by its Taylor coefficients at s.
Rising rising(const RowForce& force, double way, double shift, double s, double reach) {
    std::array<double, RowForce::powers> c = force.coefficient;
    for (std::size_t done = 0; done < c.size(); ++done) {
        for (std::size_t m = c.size() - 1; m-- > done;) c[m] += s * c[m + 1];
    }
    double curvature = 0;
    for (std::size_t m = c.size(); m-- > 2;) curvature = curvature * reach + static_cast<double>(m * (m - 1)) * std::abs(c[m]);
    return {way * c[0] + shift, way * c[1], curvature, reach};
}

}  // namespace

CollocationSteps::Value CollocationSteps::value(const Event& e, double s) {
    flight_.at(s);
    const Collocation::Side& side = *e.side;
    const contact::SideMotion at = contact_.motion(side);
    const contact::Response response = closed_response(*side.law, at.motion, side.memory);
    const double acceleration = contact_.acceleration(side, at);
    const contact::EventSample sample{at.motion,      acceleration,       from_time_ + s,
                                      response.force, response.stiffness, response.damping};
    const contact::EventValue found = event_value(e.event, *side.law, side.memory, sample, e.place, e.way);
    double enough = round_off(side);
    if (e.event == contact::ContactEvent::turning) enough = epsilon * std::abs(side.memory.impact_speed);
    if (e.event == contact::ContactEvent::release_by_force || e.cut)
        enough = std::max(2 * epsilon * std::abs(response.damping * at.motion.rate),
                          0.5 * round_off(side) * std::abs(response.stiffness));
    if (e.cut)
        return {e.way * response.force, e.way * (response.stiffness * at.motion.rate + response.damping * acceleration), enough};
    return {found.value, found.slope, enough};
}

std::optional<double> CollocationSteps::locate(const Event& e) {
    const Value low = value(e, e.low), high = value(e, e.high);
    if (!(high.value > 0)) return std::abs(high.value) <= high.enough ? std::optional(e.high) : std::nullopt;
    if (low.value > 0) return e.low;
    RootBracket bracket(e.low, e.high);
    bracket.set_low(e.low, low.value, low.slope);
    bracket.set_high(e.high, high.value, high.slope);
    double at = e.guess > e.low && e.guess < e.high ? e.guess : bracket.next();
    for (int i = 0; i < 80; ++i) {
        const Value now = value(e, at);
        bracket.add(at, now.value, now.slope);
        if (std::abs(now.value) <= now.enough) return at;
        const double next = bracket.next();
        if (next == bracket.low() || next == bracket.high() || bracket.width() <= 2 * epsilon * bracket.high()) break;
        at = next;
    }
    return bracket.high();
}

CollocationSteps::Candidates CollocationSteps::events_between(const State& from, const Collocation::Side& side, double begin,
                                                              const contact::Motion& a, double a_force, double end,
                                                              const contact::Motion& b, double b_force, bool first) const {
    using contact::ContactEvent;
    const SideStretch stretch{.law = side.law,
                              .memory = &side.memory,
                              .begin = from.time + begin,
                              .length = end - begin,
                              .from = a,
                              .to = b,
                              .force_from = a_force,
                              .force_to = b_force,
                              .size = std::abs(side.contact->gap.clearance),
                              .margin = round_off(side)};
    Candidates found;
    if (const auto release = release_within(stretch))
        found[0] = Event{release->event, &side, begin + release->low, begin + release->high, begin + release->after, 0, 0};
    // At a start at the turning point itself the rate is round-off. A vibration negligible beside the impact may
    // reverse undetected, unless the law changes there.
    const bool turns = side.law->turning_point && !side.memory.unloading;
    const double slow = turns ? 0 : slow_turn * std::max(side.memory.impact_speed, side.law->minimum_speed);
    const bool inwards = a.rate > (first && !turns ? std::max(slow, 1e-4 * std::abs(b.rate)) : slow);
    if (inwards && b.rate <= 0) {
        const double at = begin + (end - begin) * a.rate / (a.rate - b.rate);
        found[1] = Event{ContactEvent::turning, &side, begin, end, at, 0, 0};
    }
    const double to = inwards && b.rate <= 0 ? std::max(a.indentation, b.indentation) : b.indentation;
    if (const double place = kink_on_way(*side.law, side.memory, a.indentation, to, first ? 2 * round_off(side) : 0);
        std::isfinite(place)) {
        const double way = place > a.indentation ? 1 : -1;
        const double share = (place - a.indentation) / (to - a.indentation);
        found[2] = Event{ContactEvent::kink, &side, begin, end, begin + share * (end - begin), place, way};
    }
    if (cuts_tension(*side.law)) {
        const double force = closed_response(*side.law, a, side.memory).force,
                     other = closed_response(*side.law, b, side.memory).force;
        if (force * other < 0) {
            const double at = begin + (end - begin) * force / (force - other);
            found[3] = Event{ContactEvent::kink, &side, begin, end, at, 0, force > 0 ? -1.0 : 1.0, true};
        }
    }
    return found;
}

std::optional<CollocationSteps::Found> CollocationSteps::first_pull(const State& from, const Collocation::Side& side, double h,
                                                                    double end) {
    if (side.contact->gap.coordinates() != 1 || !opens_by_force(*side.law)) return {};
    // The force is near zero only where its polynomial is: only there the law is evaluated.
    const RowForce& polynomial = contact_.forces()[side.unknown];
    const double sign = side.contact->gap.sign(side.within);
    const double near = 8 * defect_[side.number];
    const auto law = [&](double s, double reach) {
        flight_.at(s, reach);
        const contact::SideMotion at = contact_.motion(side);
        const Rising force = rising_force(*side.law, side.memory, at.motion, contact_.acceleration(side, at),
                                          flight_.row(side.row).third_bound, reach);
        return Rising{-force.value, -force.slope, force.curvature, force.reach};
    };
    const double least = 1e-6 * end;
    const bool begins = depth(from.sides[side.number].motion, side.memory) <= round_off(side);
    double s = begins ? std::min(force_nodes.place[0] * h, end) : 0;
    bool above = false;
    while (s < end) {
        const auto falls = first_rise([&](double t, double reach) { return rising(polynomial, -sign, near, s + t, reach); },
                                      end - s, least, above);
        if (!falls) return {};
        s += *falls;
        const double rises = s + first_rise([&](double t, double reach) { return rising(polynomial, sign, -near, s + t, reach); },
                                            end - s, least, true)
                                     .value_or(end - s);
        const double length = std::max(rises - s, std::min(least, end - s));
        if (const auto pull = first_rise([&](double t, double reach) { return law(s + t, reach); }, length, 1e-6 * length, false))
            return Found{contact::ContactEvent::release_by_force, s + *pull};
        s += length;
        above = true;
    }
    return {};
}

std::optional<CollocationSteps::Found> CollocationSteps::first_event(const State& from, double h, double end) {
    using contact::ContactEvent;
    std::optional<Found> first;
    std::vector<int>& sides = ended_;
    sides.clear();
    std::fill(turned_.begin(), turned_.end(), 0);
    double last = end;
    const double instant = 8 * epsilon * std::max(std::abs(from.time), end);
    for (const Collocation::Side& side : contact_.sides()) {
        contact::Motion a = from.sides[side.number].motion;
        double a_force = status_response(*side.law, a, side.memory).force, begin = 0;
        const std::optional<Found> pull = first_pull(from, side, h, last);
        for (std::size_t i = 0; i < force_nodes.size() && begin < last; ++i) {
            double to = force_nodes.place[i] * h;
            contact::Motion b = side.place[i].motion;
            double b_force = side.response[i].force;
            if (to > last) {
                to = last;
                flight_.at(to);
                b = contact_.motion(side).motion;
                b_force = status_response(*side.law, b, side.memory).force;
            }
            std::optional<Found> earliest;
            if (pull && pull->after <= to) earliest = pull;
            for (const auto& candidate : events_between(from, side, begin, a, a_force, to, b, b_force, begin == 0)) {
                if (!candidate) continue;
                const auto at = locate(*candidate);
                if (!at || *at > last || (earliest && *at >= earliest->after)) continue;
                if (*at <= instant && !ends_contact(candidate->event)) continue;  // it is at the beginning of the step
                earliest = Found{candidate->event, *at};
            }
            if (earliest) {
                if (!first || earliest->after < first->after) {
                    first = earliest;
                    last = earliest->after;
                    sides.clear();
                    std::fill(turned_.begin(), turned_.end(), 0);
                }
                if (ends_contact(earliest->event)) sides.push_back(static_cast<int>(side.number));
                turned_[side.number] = earliest->event == ContactEvent::turning && side.law->turning_point ? 1 : 0;
                break;
            }
            a = b;
            a_force = b_force;
            begin = to;
        }
    }
    return first;
}

}  // namespace jounce::time
