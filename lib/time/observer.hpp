// Observers see accepted steps: recorders, the impact log, the energy account and the progress bar are observers.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "system/state.hpp"
#include "system/system.hpp"
#include "time/integrator.hpp"

namespace jounce::time {

/// One accepted step. Both states are alive only during the call.
struct AcceptedStep {
    const State& before;
    const State& after;
    const StepReport& report;
};

class Observer {
  public:
    virtual ~Observer() = default;
    /// The initial state, complete; called once before the first step.
    virtual void begin(const System& /*system*/, const State& /*state*/) {}
    virtual void accepted(const AcceptedStep& step) = 0;
    /// The last state, also when the run fails or is interrupted: everything so far must be complete on disk afterwards.
    virtual void end(const State& /*state*/) {}
};

}  // namespace jounce::time
