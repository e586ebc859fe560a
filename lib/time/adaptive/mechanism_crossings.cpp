// event_driven for Systems with joints: events that end a step early, found on the trial step, located by others.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <limits>

#include "base/numbers/roots.hpp"
#include "time/adaptive/mechanism_steps.hpp"

namespace jounce::time {

namespace {
constexpr int sample_count = MechanismSamples::parts;
}  // namespace

void MechanismSteps::sample(std::size_t number, double time, double x, const double* q, const double* v) {
    dynamics_.set_time(time);
    if (!dynamics_.held().empty()) {
        const std::size_t n = flow_.coordinates();
        trial_[0] = time;
        std::copy_n(q, n, trial_.begin() + 1);
        std::copy_n(v, n, trial_.begin() + 1 + static_cast<std::ptrdiff_t>(n));
        for (std::size_t i = 1 + 2 * n; i < flow_.motion_size(); ++i) trial_[i] = y_[i] + x * increment_[i];
        flow_.rate(trial_.data(), rate_.data(), false);
    }
    samples_.take(number, q, v);
    slips_.take(number);
}

void MechanismSteps::between(const State& from, double h, double x) {
    const std::size_t n = flow_.coordinates();
    if (implicit_) {
        implicit_steps_.within(x * h, 1 + 2 * n, dense_.data());
        for (std::size_t i = 0; i < n; ++i) {
            q_[static_cast<Eigen::Index>(i)] = y_[1 + i] + dense_[1 + i];
            v_[static_cast<Eigen::Index>(i)] = y_[1 + n + i] + dense_[1 + n + i];
        }
        return;
    }
    // Quintic from q, v, a at the start and at the end.
    const double u = 1 - x;
    const double x3 = x * x * x;
    const double b0 = 1 - x3 * (10 - 15 * x + 6 * x * x), b1 = x * u * u * u * (1 + 3 * x), b2 = 0.5 * x * x * u * u * u;
    const double e0 = 1 - b0, e1 = -x3 * u * (4 - 3 * x), e2 = 0.5 * x3 * u * u;
    const double d0 = -30 * x * x * u * u, d1 = 1 - x * x * (18 - 32 * x + 15 * x * x),
                 d2 = x * (1 - x * (4.5 - x * (6 - 2.5 * x)));
    const double f1 = -x * x * (12 - 28 * x + 15 * x * x), f2 = 0.5 * x * x * (3 - 8 * x + 5 * x * x);
    for (std::size_t i = 0; i < n; ++i) {
        const auto at = static_cast<Eigen::Index>(i);
        const double q0 = from.q[at], v0 = from.v[at], a0 = start_[1 + n + i];
        const double dq = increment_[1 + i], v1 = v0 + increment_[1 + n + i], a1 = end_[1 + n + i];
        q_[at] = q0 + dq * e0 + h * (v0 * b1 + v1 * e1) + h * h * (a0 * b2 + a1 * e2);
        v_[at] = -dq * d0 / h + v0 * d1 + v1 * f1 + h * (a0 * d2 + a1 * f2);
    }
}

std::optional<MechanismSteps::Crossing> MechanismSteps::earliest(const State& from, double h, double end_time,
                                                                 StepReport& report) {
    set_end(end_time);
    if (samples_.empty() && slips_.empty()) return {};
    sample(sample_count, end_time, 1, at_end_.data() + 1, at_end_.data() + 1 + flow_.coordinates());
    const bool quiet = samples_.quiet(from.time, h, tolerance_);
    if (!slips_.quiet()) {
        samples_.watch_all();
    } else if (quiet) {
        return {};
    }
    dense_ready_ = false;
    const double resolution = tolerance_ * scales_.largest(from.v);
    for (std::size_t k = 1; k <= static_cast<std::size_t>(sample_count); ++k) {
        if (k < static_cast<std::size_t>(sample_count)) {
            const double x = static_cast<double>(k) / sample_count;
            between(from, h, x);
            sample(k, from.time + x * h, x, q_.data(), v_.data());
        }
        std::optional<Crossing> first;
        for (std::size_t s = 0; s < from.sides.size(); ++s) {
            if (!samples_.watched(s)) continue;
            std::optional<Crossing> found = samples_.crossing(s, k, from.time, h, tolerance_, resolution);
            if (!found) found = at_end_of_slot(from, s, k, h);
            if (!found || (!flow_.memory(s).closed && motions_.hold(from, s))) continue;
            if (is_smooth(*found) && passed_[s] != 0) continue;
            // An event without effect that cannot be separated from an end of the step does not end it.
            const auto apart = [&] {
                return !is_smooth(*found) || (found->guess > instant(from) && found->guess < h - instant(from));
            };
            if (!apart() || !predict(from, *found, h, report) || !apart()) continue;
            if (!first || found->guess < first->guess) first = found;
        }
        for (const std::size_t f : slips_.watched()) {
            std::optional<Crossing> found = slips_.crossing(f, k, h / sample_count, enough_of(fast_));
            if (!found || !predict(from, *found, h, report)) continue;
            if (!first || found->guess < first->guess) first = found;
        }
        if (first) return first;
    }
    return {};
}

std::optional<MechanismSteps::Crossing> MechanismSteps::at_end_of_slot(const State& from, std::size_t s, std::size_t k,
                                                                       double h) {
    const std::optional<double> turning = samples_.turning_in_slot(s, k, h);
    if (!turning) return {};
    between(from, h, *turning / h);
    dynamics_.set_time(from.time + *turning);
    dynamics_.move(q_.data(), v_.data(), false);
    const MechanismDynamics::Side& side = dynamics_.sides()[s];
    if (!(above_surface(*side.law, side.motion, flow_.memory(s), from.time + *turning).indentation > 0)) return {};
    const double low = h / sample_count * static_cast<double>(k - 1);
    return Crossing{ContactEvent::onset, s, low, *turning, 0.5 * (low + *turning)};
}

MechanismSteps::Value MechanismSteps::value(const Crossing& c, double time, const double* increment) {
    dynamics_.set_time(time);
    for (std::size_t i = 0; i < flow_.motion_size(); ++i) trial_[i] = y_[i] + increment[i];
    trial_[0] = time;
    const double* q = trial_.data() + 1;
    const double* v = q + flow_.coordinates();
    dynamics_.move(q, v, false);
    if (c.friction >= 0) return friction_value(c);
    const MechanismDynamics::Side& side = dynamics_.sides()[c.side];
    const contact::ContactMemory& memory = flow_.memory(c.side);
    contact::Response response = closed_response(*side.law, side.motion, memory);
    if (memory.closed && side.law->rigid) {
        flow_.rate(trial_.data(), rate_.data(), false);
        response.force = flow_.normal_force(c.side);
    }
    const contact::EventSample at{side.motion, std::numeric_limits<double>::quiet_NaN(), time, response.force};
    const contact::EventValue found = event_value(c.event, *side.law, memory, at, c.place, c.way);
    const double enough = enough_of(std::max(clearance_of(side), 1e-9 * scales_.reach()));
    switch (c.event) {
        case ContactEvent::turning:
            return {found.value, 0, MechanismSamples::slow_turn * std::abs(memory.impact_speed)};
        case ContactEvent::kink:
            if (c.cut)
                return {c.way * response.force, 0, MechanismSamples::zero_force * tolerance_ * samples_.deepest_force(c.side)};
            return {found.value, found.slope, samples_.same_place(c.side, c.place, tolerance_)};
        case ContactEvent::onset_by_force:
        case ContactEvent::release_by_force:
            return {found.value, 0, MechanismSamples::zero_force * tolerance_ * samples_.largest_force(c.side)};
        case ContactEvent::peak:
            return {0, 0, 1};
        default:
            // Bounces die out on a rigid side only where the depth of an impact gives less speed than they have.
            if (side.law->rigid)
                return {found.value, found.slope, std::min(enough, 16 * epsilon * std::max(clearance_of(side), scales_.reach()))};
            return {found.value, found.slope, enough};
    }
}

MechanismSteps::Value MechanismSteps::friction_value(const Crossing& c) {
    const auto f = static_cast<std::size_t>(c.friction);
    const bool stick = c.event == ContactEvent::stick_breaks;
    if (stick) flow_.rate(trial_.data(), rate_.data(), false);
    if (!stick) return {slips_.value(f, c.event), 0, enough_of(fast_)};
    const double enough = enough_of(slips_.largest_force(f));
    // Located where its load exceeds it: a slip that begins before would end at once, again and again.
    return {slips_.value(f, c.event) - 0.5 * enough, 0, 0.5 * enough};
}

bool MechanismSteps::predict(const State& from, Crossing& c, double h, StepReport& report) {
    if (c.event == ContactEvent::peak) return true;
    const bool passing = singular_.covers(from.time);
    if (!dense_ready_ && !passing && !implicit_)
        report.evaluations += steps_.prepare(flow_, y_.data(), end_.data(), h, increment_.data());
    dense_ready_ = true;
    const auto at = [&](double x) {
        const std::size_t count = flow_.motion_size();
        if (passing) {
            singular_.increment(from.time, from.time + x, count, dense_.data());
        } else if (implicit_) {
            implicit_steps_.within(x, count, dense_.data());
        } else {
            steps_.within(x / h, count, dense_.data());
        }
        return value(c, from.time + x, dense_.data());
    };
    // If a force is sensitive to the rate, the quintic may show a spurious tension: the step does not end there.
    const bool none = c.friction < 0 && c.event == ContactEvent::release_by_force && samples_.end_force(c.side) >= 0 &&
                      !dynamics_.sides()[c.side].law->turning_point;
    const bool may_be_none = c.friction >= 0 || c.event == ContactEvent::turning || c.event == ContactEvent::kink;
    const double f_low = at(c.low).value;
    double f_high = at(c.high).value;
    if (!(f_high > 0) && c.friction >= 0 && f_low < 0) {
        const auto excess_at = [&](double x) { return at(x).value; };
        const double middle = 0.5 * (c.low + c.high), f_middle = excess_at(middle);
        const bool between = f_middle >= f_low && f_middle >= f_high;  // is it largest between the ends?
        const auto above = f_middle > 0 ? std::optional(middle)
                           : between    ? place_above_zero(excess_at, {c.low, middle, c.high}, {f_low, f_middle, f_high})
                                        : std::nullopt;
        if (!above) return false;
        c.high = *above;
        c.guess = 0.5 * (c.low + c.high);
        f_high = excess_at(c.high);
    }
    if (!(f_high > 0)) return !may_be_none && !none;
    if (!(f_low < 0)) return !may_be_none || c.friction >= 0;  // of a friction: it is there at once
    RootBracket bracket(c.low, c.high);
    bracket.set_low(c.low, f_low);
    bracket.set_high(c.high, f_high);
    for (int i = 0; i < 60; ++i) {
        const Value f = at(c.guess);
        if (std::abs(f.value) <= 0.1 * f.enough) break;
        bracket.add(c.guess, f.value, f.slope);
        c.guess = bracket.next();
    }
    return true;
}

// A body that rests on a rigid stop and is pressed lies on it at once: by its depth, which is rounding, it would be free for the
// time of a fall through it.
bool MechanismSteps::rests_on_stop(const State& from, std::size_t s, double instant) {
    const MechanismDynamics::Side& side = dynamics_.sides()[s];
    const contact::Motion& motion = from.sides[s].motion;
    const double rest = 8 * epsilon * scales_.largest(from.v);
    if (!side.law->rigid || std::abs(motion.rate) > rest || std::abs(motion.indentation) > rounding(side)) return false;
    for (std::size_t i = 0; i < flow_.coordinates(); ++i) {
        const auto at = static_cast<Eigen::Index>(i);
        q_[at] = from.q[at] + instant * from.v[at];
        v_[at] = from.v[at] + instant * start_[1 + flow_.coordinates() + i];
    }
    dynamics_.set_time(from.time + instant);
    dynamics_.move(q_.data(), v_.data(), false);
    return side.motion.rate > rest;
}

bool MechanismSteps::locate(const State& from, const Crossing& c, double& h, StepReport& report) {
    // The function is negative at low, positive at high: trials have to confirm this. It may have other zeros outside.
    RootBracket bracket(c.low, c.high);
    const auto confirmed = [&] { return bracket.known_low() && bracket.known_high(); };
    bool widened = false;
    double at = std::clamp(c.guess, c.low, c.high);
    if (!(at > 0)) at = 0.5 * c.high;
    const double smallest = 16 * epsilon * std::max(std::abs(from.time), c.high);
    if (c.event == ContactEvent::onset && c.low == 0 && rests_on_stop(from, c.side, 1e-3 * c.high)) at = smallest;
    if (is_smooth(c) && implicit_) {
        // The order of the polynomial is not lower than that of the estimated error.
        implicit_steps_.within(at, increment_.size(), increment_.data());
        (void)value(c, from.time + at, increment_.data());
        h = at;
        finish(c, from.time + at);
        return true;
    }
    for (int i = 0; i < 80; ++i) {
        const auto result = integrate(from, at, report);
        if (!result.converged) {
            // Non-smoothness after the event disturbs the step before it: continue from a point in between.
            h = bracket.known_low() ? bracket.low() : std::min(result.next, 0.6 * at);
            return false;
        }
        const Value f = value(c, from.time + at, increment_.data());
        // If nothing jumps, the position from the dense output suffices: the maximum there differs in second order.
        if (is_smooth(c) || std::abs(f.value) <= f.enough || (bracket.width() <= smallest && (widened || confirmed()))) {
            h = at;
            finish(c, from.time + at);
            return true;
        }
        bracket.add(at, f.value, f.slope);
        if (bracket.width() <= smallest && !confirmed()) {
            // Events of other sides are beyond the bracket: up to its end nothing has happened here.
            if (!bracket.known_high() && bracket.high() < h - smallest) {
                h = bracket.high();
                return false;
            }
            widened = true;
            if (!bracket.known_low()) bracket.widen(0);
        }
        const double ahead = at + std::max(at - bracket.low(), 0.25 * (c.high - c.low));
        at = bracket.next();
        if (!bracket.known_high() && !(f.slope > 0) && ahead < bracket.high()) at = ahead;
    }
    h *= 0.5;
    return false;
}

std::optional<MechanismSteps::Crossing> MechanismSteps::earlier_event(const State& from, double h) {
    const double time = from.time + h;
    for (std::size_t s = 0; s < dynamics_.sides().size(); ++s) {
        const MechanismDynamics::Side& side = dynamics_.sides()[s];
        if (flow_.memory(s).closed) {
            // A turn just beyond a kink, which the samples did not separate from one just before it.
            const double place = turned_[s] == reloads ? infinite : samples_.kink_since_begin(s, tolerance_);
            if (std::isfinite(place)) return Crossing{ContactEvent::kink, s, 0, h, h, place, 1};
            continue;
        }
        if (std::ranges::count(located_, static_cast<int>(s)) > 0 || force_closes_apart(*side.law)) continue;
        const double allowed = 1e-2 * tolerance_ * system_.contacts[static_cast<std::size_t>(side.contact)].gap.clearance;
        const double depth = above_surface(*side.law, side.motion, flow_.memory(s), time).indentation;
        const double begin = samples_.at_begin(s, from.time);
        if (begin < -allowed && depth > allowed && !motions_.hold(from, s))
            return Crossing{ContactEvent::onset, s, 0, h, h * begin / (begin - depth)};
    }
    // A force of rounding seems to end a contact at once and is located later, behind the end of a slip.
    for (const std::size_t f : slips_.watched()) {
        const bool here =
            std::ranges::any_of(located_frictions_, [f](const auto& at) { return at.friction == static_cast<int>(f); });
        if (here) continue;
        if (const auto ended = slips_.passed_end(f, h, enough_of(fast_))) return ended;
    }
    return {};
}

void MechanismSteps::finish(const Crossing& c, double time) {
    if (c.friction >= 0) {
        located_frictions_.push_back({c.friction, c.event});
        return;
    }
    if (c.event == ContactEvent::turning) turned_[c.side] = dynamics_.sides()[c.side].law->turning_point ? turns : neither;
    if (c.event == ContactEvent::kink && !c.cut) turned_[c.side] = reloads;
    if (c.event == ContactEvent::turning || c.event == ContactEvent::peak || c.event == ContactEvent::kink) return;
    located_.push_back(static_cast<int>(c.side));
    if (c.event != ContactEvent::onset) return;
    for (std::size_t s = 0; s < dynamics_.sides().size(); ++s) {
        if (s == c.side || flow_.memory(s).closed || force_closes_apart(*dynamics_.sides()[s].law)) continue;
        const MechanismDynamics::Side& side = dynamics_.sides()[s];
        const double clearance = system_.contacts[static_cast<std::size_t>(side.contact)].gap.clearance;
        const double depth = above_surface(*side.law, side.motion, flow_.memory(s), time).indentation;
        if (side.motion.rate > 0 && std::abs(depth) <= 1e-11 * clearance) located_.push_back(static_cast<int>(s));
    }
}

}  // namespace jounce::time
