// Observers receive accepted steps: recorders, the impact log, the energy account and the progress bar are observers.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "system/state/state.hpp"
#include "system/state/system.hpp"
#include "time/stepper/integrator.hpp"

namespace jounce::time {

/// One accepted step. Both states are alive only during the call.
struct AcceptedStep {
    const State& before;
    const State& after;
    const StepReport& report;
    bool grid = true;  ///< does it end a nominal step? Steps that end at events or halvings do not
    Stepper* stepper = nullptr;

    /// See Stepper::work.
    [[nodiscard]] const StepWork* work() const { return stepper != nullptr ? stepper->work(before, after) : nullptr; }
};

/// One side that changed its status at an event.
struct Switch {
    int side = 0;
    /// struck: impulse of a rigid stop; turned: for a law that changes there; reloaded: passes its largest indentation
    enum class What { closed, opened, struck, turned, reloaded } what = What::closed;
    double impulse = 0;  ///< [N s], of a rigid stop
};

/// Both states are at the same time and alive only during the call.
struct SwitchedState {
    const State& before;
    const State& after;
    std::span<const Switch> switches;
};

class Observer {
  public:
    virtual ~Observer() = default;
    /// The initial state, complete; called once before the first step.
    virtual void begin(const System& /*system*/, const State& /*state*/) {}
    virtual void accepted(const AcceptedStep& step) = 0;
    /// An event at one instant, after `accepted` of the step that ended there: statuses (and velocities, with rigid
    /// stops) have changed.
    virtual void switched(const SwitchedState& /*event*/) {}
    /// The last state, also when the run fails or is interrupted: everything so far must be complete on disk afterwards.
    virtual void end(const State& /*state*/) {}
};

}  // namespace jounce::time
