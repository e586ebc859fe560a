// The first event within a step, found by trial steps that end at it.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "time/events/events.hpp"
#include "time/stepper/integrator.hpp"
#include "time/stepper/march_report.hpp"

namespace jounce::time {

/// Takes a step up to the first event in it. References must outlive it.
class EventLocation {
  public:
    EventLocation(Stepper& stepper, EventWatch& watch, MarchReport& report) : stepper_(stepper), watch_(watch), report_(report) {}

    enum class Outcome {
        at_begin,  ///< the event is at the start: no step is taken
        at_end,    ///< the trial step ends at the event
        none,      ///< the trial step has no event: the interpolation was wrong
        failed     ///< Newton did not converge in a trial step
    };
    struct Result {
        Outcome outcome = Outcome::none;
        EventCandidate event;
        double together = 0;  ///< [s]; events closer than this are one
        double size = 0;      ///< of the trial step [s]
        StepReport step;      ///< of the trial step
    };

    /// \param after the result of `step` for all of h; `watch` has examined it and found candidates. Receives the last
    /// trial.
    [[nodiscard]] Result find(const State& before, State& after, double h, double end_time);
    /// Does a stick break there whose force, and so what it can hold, is zero?
    [[nodiscard]] static bool without_force(const EventCandidate& event, const State& state);
    /// A step to an instant behind `before`, where the force of such a stick has a direction.
    void look_ahead(const EventCandidate& event, const State& before, State& after, double h, double end_time);
    /// One step, counted.
    StepReport try_step(const State& before, State& after, double h, double end_time) {
        const StepReport step = stepper_.step(before, after, h, end_time);
        report_.newton_iterations += step.iterations;
        report_.law_evaluations += step.evaluations;
        return step;
    }

  private:
    /// For a force that returns at the very begin of a step of size h, where it has just let go: the size of a shorter step at
    /// whose end there is none, which a longer one did not resolve; 0 if there is no such step. \param after receives the last
    /// trial
    double pause_of_force(const EventCandidate& event, const State& before, State& after, double h);

    Stepper& stepper_;
    EventWatch& watch_;
    MarchReport& report_;
};

}  // namespace jounce::time
