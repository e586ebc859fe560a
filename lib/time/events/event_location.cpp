// The first event within a step, found by trial steps that end at it.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/events/event_location.hpp"

#include <cmath>

#include "base/numbers/limits.hpp"
#include "base/numbers/roots.hpp"

namespace jounce::time {

EventLocation::Result EventLocation::find(const State& before, State& after, double h, double end_time) {
    const double begin = before.time;
    const double tolerance = std::fmax(1e-12 * h, 4e-16 * std::abs(begin));  // in time
    const double together = std::fmax(1e-9 * h, tolerance);
    EventCandidate first = watch_.candidates().front();
    // `examine` decides which end of a trial is behind the event: the value there may be zero.
    RootBracket bracket(0, h);
    const auto pursue = [&](const EventCandidate& now) {
        first = now;
        bracket = RootBracket(0, h);
        bracket.set_low(0, watch_.value(first.side, first.event, before).value);
    };
    pursue(first);
    if (first.at_end) bracket.set_high(h, watch_.value(first.side, first.event, after).value);
    double trial = first.after;
    if (trial <= tolerance) {
        const double pause = first.at_end ? pause_of_force(first, before, after, h) : 0;
        if (first.at_end && !(pause > 0)) return {Outcome::at_begin, first, together, 0, {}};
        if (pause > 0) bracket.set_low(pause, watch_.value(first.side, first.event, after).value);
        trial = pause > 0 ? bracket.next() : std::fmax(0.25 * h, tolerance);
    }
    double last = h;
    StepReport step;
    for (int iteration = 0; iteration <= 240; ++iteration) {
        // A remaining step shorter than the rounding of time is merged with its end.
        const bool all = trial >= h - tolerance;
        if (all) trial = h;
        step = try_step(before, after, trial, trial == h ? end_time : begin + trial);
        ++report_.trial_steps;
        if (!step.converged) {
            // Almost there: at its surface a law may be too steep for a balance to round-off. The event is behind.
            const bool near = bracket.known_high() && trial < bracket.high() && std::abs(trial - last) <= 1e-6 * h;
            if (!near) return {Outcome::failed, first, together, trial, step};
            bracket.widen(trial);
            trial = bracket.width() <= tolerance ? bracket.high() : bracket.next();
            if (!(trial > bracket.low())) trial = bracket.high();
            last = trial;
            continue;
        }
        const bool behind = watch_.examine(before, after);
        if (after.time < begin + trial - tolerance) {  // the method ended the step early
            if (!behind) return {Outcome::none, first, together, trial, step};
            trial = after.time - begin;
        }
        if (behind) {
            const EventCandidate& now = watch_.candidates().front();
            if (now.side != first.side || now.event != first.event) {
                // Another side has an earlier event.
                if (now.after <= tolerance && now.at_end) return {Outcome::at_begin, now, together, 0, {}};
                pursue(now);
            }
            if (!now.at_end) {
                // Only the interpolation crosses: try a step to there or, if that fails, accept the step as it is. At
                // the start, where the event function begins at zero, the round-off of a short step may cross: shorter
                // steps decide.
                const bool at_begin = now.after <= tolerance;
                const bool nowhere = trial <= tolerance || now.after >= trial - tolerance || iteration > (at_begin ? 8 : 40);
                if (nowhere) return {Outcome::none, first, together, trial, step};
                trial = at_begin ? std::fmax(0.25 * trial, tolerance) : now.after;
                continue;
            }
        } else if (!bracket.known_high() && trial >= bracket.high() - tolerance) {
            return {Outcome::none, first, together, trial, step};
        }
        const EventWatch::Value value = watch_.value(first.side, first.event, after);
        const double newton = value.slope > 0 ? trial - value.value / value.slope : infinite;
        const bool found = std::abs(newton - trial) <= tolerance;
        behind ? bracket.set_high(trial, value.value, value.slope) : bracket.set_low(trial, value.value, value.slope);
        if (found || value.value == 0 || (bracket.known_high() && bracket.width() <= tolerance)) break;
        last = trial;
        trial = bracket.next();
        // The end is already known: a guess at the end is replaced by the middle.
        if (all && trial >= h - tolerance) trial = 0.5 * (bracket.low() + bracket.high());
        // No point behind the event is known yet: go where the slope points, or to the end.
        if (!bracket.known_high()) trial = newton > bracket.low() && newton < bracket.high() ? newton : bracket.high();
    }
    return {Outcome::at_end, first, together, trial, step};
}

double EventLocation::pause_of_force(const EventCandidate& event, const State& before, State& after, double h) {
    if (event.event != ContactEvent::onset_by_force) return 0;
    if (before.sides[static_cast<std::size_t>(event.side)].memory.kept_time != before.time) return 0;
    constexpr double shortest = 1e-3;
    for (double part = 0.25; part > shortest; part *= 0.25) {
        ++report_.trial_steps;
        if (!try_step(before, after, part * h, before.time + part * h).converged) return 0;
        if (!(watch_.value(event.side, event.event, after).value > 0)) return part * h;
    }
    return 0;
}

bool EventLocation::without_force(const EventCandidate& event, const State& state) {
    return event.event == ContactEvent::stick_breaks &&
           !(contact::norm(state.frictions[static_cast<std::size_t>(event.side)].force) > 0);
}

void EventLocation::look_ahead(const EventCandidate& event, const State& before, State& after, double h, double end_time) {
    constexpr double instant = 1e-3;  // of the step
    ++report_.trial_steps;
    const bool taken = try_step(before, after, instant * h, before.time + instant * h).converged;
    if (!taken || without_force(event, after)) (void)try_step(before, after, h, end_time);
}

}  // namespace jounce::time
