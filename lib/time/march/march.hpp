// The march: repeats steps of one integrator, ends them at events, halves them where Newton fails, and tells the observers.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "time/stepper/integrator.hpp"
#include "time/stepper/march_report.hpp"
#include "time/stepper/observer.hpp"

namespace jounce::time {

struct MarchOptions {
    double step = 0;      ///< [s]; the last step is shortened when the duration is not a multiple
    double duration = 0;  ///< [s]
    /// Methods that control their own steps: up to this time several nominal steps are taken as one.
    double stride_until = 0;
    int max_halvings = 10;
    /// > 0: steps whose estimated local error (relative) exceeds it are halved, again and again; `step` is the largest one.
    double tolerance = 0;
    int max_refinements = 30;        ///< halvings for the tolerance
    Events events = Events::locate;  ///< as the stepper was bound
    /// Of the method: jumps of a signal's value end a step of second-order methods, jumps of its slope one of third order, ...
    int order = 2;
    /// Events within one nominal step beyond which the run ends in an error.
    int max_events_per_step = 10000;
    /// The state is complete (a run that goes on): it is not started again.
    bool begun = false;
    /// Asked now and then (every few milliseconds of computing); true ends the march cleanly after the current
    /// nominal step, or by an Error (interrupted) within one that takes thousands of steps of the method's own.
    std::function<bool()> interrupted = {};
    /// Called between two nominal steps with the state there: whenever `interrupted` has been asked, before every
    /// `between_every`-th step, and behind the last one.
    std::function<void(const State&, const MarchPosition&)> between = {};
    std::int64_t between_every = 0;  ///< 0: at no particular step
    /// Goes on from here. The `state` given is the one of this position; the stepper's `start` and the observers' `begin` are
    /// not called, as the observers know what came before.
    std::optional<MarchPosition> resume = {};
    /// One line when something worth knowing happens (a step halved, ...).
    std::function<void(const std::string&)> log = {};
};

/// Starts from `state` (time, q, v; with `begun` all of it) or goes on from it, ends with the last accepted state in it.
/// \throws Error (computation) naming the contact, the time and the residual when Newton fails at the smallest step; the
/// observers' `end` has been called then, with the last accepted state.
MarchReport march(const System& system, Stepper& stepper, const MarchOptions& options, State& state,
                  std::span<Observer* const> observers);

}  // namespace jounce::time
