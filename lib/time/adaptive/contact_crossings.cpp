// Events that end a step in contact early: crossings located from the end of a trial, and passes between substeps.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "base/numbers/hermite.hpp"
#include "base/numbers/limits.hpp"
#include "base/numbers/roots.hpp"
#include "time/adaptive/contact_steps.hpp"

namespace jounce::time {

void ContactSteps::value(Crossing& c) const {
    const double clock = flow_.clock();
    if (!c.event) {
        c.value = end_[flow_.unknowns() - flow_.closed().size() - 1] - limit_;
        c.slope = clock;
        c.enough = 4 * epsilon * limit_;
        return;
    }
    const ContactFlow::Side& side = flow_.sides()[c.side];
    const contact::Motion& motion = side.motion.motion;
    const double way = begin_[c.side].indentation < c.place ? 1 : -1;
    const contact::Response response =
        side.closed && side.clamps ? closed_response(*side.law, motion, side.memory) : side.response;
    const contact::EventSample at{motion,
                                  needs_acceleration(*c.event) ? flow_.side_acceleration(c.side) : 0.0,
                                  from_time_ + after_,
                                  response.force,
                                  response.stiffness,
                                  response.damping};
    const contact::EventValue found = event_value(*c.event, *side.law, side.memory, at, c.place, way);
    c.value = found.value;
    c.slope = clock * found.slope;
    switch (*c.event) {
        case ContactEvent::turning:
            c.enough = 1e-10 * std::abs(begin_[c.side].rate);
            break;
        case ContactEvent::onset: {
            // A side that begins on the surface (to the residual indentation of the previous contact) has to rise above
            // it. A rigid stop just left is met again at the same place: otherwise every bounce would gain height.
            const double begin = begin_[c.side].indentation;
            c.value -= side.law->rigid ? std::max(begin, 0.0) : begin >= -round_off(c.side) ? outside(c.side) : 0.0;
            c.enough = round_off(c.side);
            break;
        }
        case ContactEvent::onset_by_force:
            if (!side.closed) {
                if (!(motion.indentation > side.memory.permanent_indentation) && !side.anywhere) c.value = -1;
                c.enough = 0;
                break;
            }
            [[fallthrough]];  // a tension that is no longer cut
        case ContactEvent::release_by_force:
            c.enough = 4 * epsilon * std::abs(begin_[c.side].force);
            // A spring and a damper that cancel leave their rounding, and the position has the rounding of its terms.
            c.enough = std::max(c.enough, 2 * epsilon * std::abs(response.damping * motion.rate));
            if (!side.rooted) c.enough = std::max(c.enough, 0.5 * round_off(c.side) * std::abs(response.stiffness));
            break;
        default:
            c.enough = round_off(c.side);
    }
}

double ContactSteps::kink(std::size_t side) const {
    const ContactFlow::Side& s = flow_.sides()[side];
    return kink_on_way(*s.law, s.memory, begin_[side].indentation, s.motion.motion.indentation, 2 * round_off(side));
}

std::optional<ContactSteps::Crossing> ContactSteps::cut(std::size_t side) const {
    const ContactFlow::Side& s = flow_.sides()[side];
    if (!s.closed || !s.clamps || begin_[side].force == 0) return {};
    Crossing c{begin_[side].force > 0 ? ContactEvent::release_by_force : ContactEvent::onset_by_force, side};
    value(c);
    const bool begins_there = std::abs(begin_[side].force) <= c.enough;
    return c.value > c.enough && !begins_there ? std::optional(c) : std::nullopt;
}

std::optional<ContactSteps::Crossing> ContactSteps::earliest(double h) const {
    std::optional<Crossing> first;
    double first_at = 2 * h;
    const auto add = [&](const Crossing& c) {
        const double at = c.slope > 0 ? std::max(h - c.value / c.slope, 0.0) : 0.5 * h;
        if (at < first_at) {
            first_at = at;
            first = c;
        }
    };
    const auto consider = [&](std::optional<ContactEvent> event, std::size_t side, double place = 0) {
        Crossing c{event, side, 0, 0, 0, place};
        value(c);
        if (c.value > c.enough) add(c);
    };
    consider({}, 0);
    for (std::size_t k = 0; k < begin_.size(); ++k) {
        const ContactFlow::Side& side = flow_.sides()[k];
        if (side.closed) {
            // At a start at the turning point itself the rate is round-off.
            if (begin_[k].rate > 1e-4 * std::abs(side.motion.motion.rate)) consider(ContactEvent::turning, k);
            if (const double place = kink(k); std::isfinite(place)) consider(ContactEvent::kink, k, place);
            if (!side.pulls) consider(ContactEvent::release_by_force, k);
            if (const auto at = cut(k)) add(*at);
            if (side.opens_by_depth()) consider(ContactEvent::release, k);
        } else if (const auto event = closes_by(k)) {
            consider(*event, k);
        }
    }
    return first;
}

bool ContactSteps::locate(Crossing crossing, double& h) {
    RootBracket bracket(0, h);
    const auto pursue = [&](const Crossing& now) {
        crossing = now;
        bracket = RootBracket(0, h);
        bracket.set_high(h, now.value, now.slope);
    };
    pursue(crossing);
    while (trials_ < most_trials) {
        if (std::abs(crossing.value) <= crossing.enough) {
            // No other event may have happened before.
            const auto other = earliest(h);
            if (!other) return true;
            pursue(*other);
        }
        const double next = bracket.next();
        // An event at the very start: it cannot be separated from the start.
        const bool at_begin =
            bracket.low() == 0 && h == bracket.high() && after_ <= 4 * epsilon * std::max(std::abs(from_time_), limit_);
        if (next == bracket.low() || next == bracket.high() || bracket.width() <= 2 * epsilon * bracket.high() || at_begin) {
            // No number is between the ends of the bracket: the crossing is at its upper end.
            if (h != bracket.high() && !trial(bracket.high())) return false;
            h = bracket.high();
            // The round-off of a force can exceed `enough`; a state before the crossing is still valid.
            Crossing limit;
            value(limit);
            if (!crossing.event || limit.value <= limit.enough) return true;
            pursue(limit);
            continue;
        }
        h = next;
        if (!trial(next)) {
            bracket.cut(next);
            crossing.value = infinite;
            continue;
        }
        value(crossing);
        bracket.add(h, crossing.value, crossing.slope);
    }
    return false;
}

double ContactSteps::close_pass(double h) const {
    const std::size_t count = flow_.samples();
    double first = 0;
    for (std::size_t k = 0; k < begin_.size(); ++k) {
        if (flow_.sides()[k].closed || flow_.sides()[k].anywhere) continue;
        // Released while still indented: it first has to be outside.
        bool was_outside = begin_[k].indentation <= outside(k);
        double left = 0;
        ContactFlow::Sample before{0, begin_[k].indentation, begin_[k].rate};
        for (std::size_t i = 0; i < count; ++i) {
            ContactFlow::Sample now = flow_.sample(i, k);
            const contact::Motion over = above(k, now.indentation, now.rate, now.time);
            now.indentation = over.indentation;
            now.rate = over.rate;
            const double span = now.time - before.time;
            if (!was_outside) {
                const CubicHermite way_out{span, -before.indentation, -before.rate, -now.indentation, -now.rate};
                const double there = h * static_cast<double>(i + 1) / static_cast<double>(count);
                if (now.indentation <= 0) {
                    was_outside = true;
                    left = there;
                } else if (before.rate < 0 && now.rate > 0 && span > 0 && way_out.maximum() > 0) {
                    // Out and in again between two samples.
                    const double at = there - 0.5 * h / static_cast<double>(count);
                    first = first > 0 ? std::min(first, at) : at;
                    break;
                }
                before = now;
                continue;
            }
            if (left > 0 && now.indentation > 0) {
                first = first > 0 ? std::min(first, left) : left;
                break;
            }
            if (before.rate > 0 && now.rate < 0 && span > 0) {
                const CubicHermite path{span, before.indentation, before.rate, now.indentation, now.rate};
                // The samples are those of one row, before extrapolation: they have an error of a few per cent of the
                // change between them.
                const double doubt = 0.02 * span * (before.rate - now.rate);
                if (path.maximum() + doubt > 0) {
                    const double share = before.rate / (before.rate - now.rate);
                    const double at = h * (static_cast<double>(i) + share) / static_cast<double>(count);
                    if (share > 0.02 || i > 0) first = first > 0 ? std::min(first, at) : at;
                    break;
                }
            }
            if (now.indentation > outside(k) && i + 1 < count) {
                const double at = h * static_cast<double>(i + 1) / static_cast<double>(count);
                first = first > 0 ? std::min(first, at) : at;
                break;
            }
            before = now;
        }
    }
    return first;
}

void ContactSteps::add_released(std::vector<int>& located) const {
    const auto& closed = flow_.closed();
    const std::size_t first = flow_.unknowns() - closed.size();
    for (std::size_t j = 0; j < closed.size(); ++j) {
        const ContactFlow::Side& side = flow_.sides()[closed[j]];
        bool apart = side.rooted && end_[first + j] <= 2 * floor_ && side.motion.motion.rate < 0;
        if (side.opens_by_depth()) {
            Crossing open{ContactEvent::release, closed[j]};
            value(open);
            apart = open.value >= -open.enough && open.slope > 0;
        }
        Crossing pull{ContactEvent::release_by_force, closed[j]};
        value(pull);
        const bool let_go = !side.pulls && pull.slope > 0 && pull.value >= -pull.enough && end_[first + j] > floor_;
        if (apart || let_go) located.push_back(static_cast<int>(closed[j]));
    }
    for (std::size_t k = 0; k < begin_.size(); ++k) {
        const ContactFlow::Side& side = flow_.sides()[k];
        if (side.closed) continue;
        const auto event = closes_by(k);
        if (!event) continue;
        Crossing c{*event, k};
        value(c);
        // The rate of a side that begins on the surface is round-off: it must rise first.
        const bool begun = !side.anywhere && end_[first - 1] == 0 && begin_[k].indentation >= -round_off(k);
        if (!begun && c.value >= -c.enough && c.slope > 0) located.push_back(static_cast<int>(k));
    }
}

}  // namespace jounce::time
