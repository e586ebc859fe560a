// The first event within a step, found by trial steps that end at it.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/events/event_location.hpp"

#include <cmath>

namespace jounce::time {

EventLocation::Result EventLocation::find(const State& before, State& after, double h, double end_time) {
    const double begin = before.time;
    const double tolerance = std::fmax(1e-12 * h, 4e-16 * std::abs(begin));  // in time
    const double together = std::fmax(1e-9 * h, tolerance);
    EventCandidate first = watch_.candidates().front();
    double low = 0;
    double high = h;
    EventWatch::Value at_low = watch_.value(first.side, first.event, before);
    EventWatch::Value at_high = watch_.value(first.side, first.event, after);
    bool known_high = first.at_end;
    double trial = first.after;
    if (trial <= tolerance) return {Outcome::at_begin, first, together, 0, {}};
    StepReport step;
    for (int iteration = 0;; ++iteration) {
        trial = std::fmin(trial, h);
        step = try_step(before, after, trial, trial == h ? end_time : begin + trial);
        ++report_.trial_steps;
        if (!step.converged) return {Outcome::failed, first, together, trial, step};
        if (watch_.examine(before, after)) {
            const EventCandidate& now = watch_.candidates().front();
            if (now.side != first.side || now.event != first.event) {
                // Another side is earlier.
                if (now.after <= tolerance) return {Outcome::at_begin, now, together, 0, {}};
                first = now;
                low = 0;
                at_low = watch_.value(first.side, first.event, before);
            }
            if (!now.at_end) {
                // Only the interpolation crosses: look there, or, when that leads nowhere, take the step as it is.
                if (now.after >= trial - tolerance || iteration > 40) return {Outcome::none, first, together, trial, step};
                trial = now.after;
                continue;
            }
            high = trial;
            at_high = watch_.value(first.side, first.event, after);
            known_high = true;
        } else {
            low = trial;
            at_low = watch_.value(first.side, first.event, after);
            if (!known_high && low >= high - tolerance) return {Outcome::none, first, together, trial, step};
        }
        // Where the event is, from the end of this trial.
        const EventWatch::Value value = watch_.value(first.side, first.event, after);
        double next = low;
        if (value.slope > 0) {
            next = trial - value.value / value.slope;
        } else if (known_high && at_high.value > at_low.value) {
            next = low - at_low.value * (high - low) / (at_high.value - at_low.value);
            // The secant closes in from one side only; every third trial halves the bracket.
            if (iteration % 3 == 2) next = 0.5 * (low + high);
        }
        const bool found = std::abs(next - trial) <= tolerance && value.slope > 0;
        if (found || (known_high && high - low <= tolerance) || value.value == 0) break;
        // Newton creeps towards a grazing root; every fourth trial halves the bracket.
        if (known_high && iteration % 4 == 3) next = 0.5 * (low + high);
        if (!(next > low && next < high)) next = known_high ? 0.5 * (low + high) : high;
        // Halved every fourth time, the bracket is below every other error by then.
        if (iteration > 240) break;
        trial = next;
    }
    return {Outcome::at_end, first, together, trial, step};
}

}  // namespace jounce::time
