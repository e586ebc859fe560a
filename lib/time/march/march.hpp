// The march: repeats steps of one integrator, ends them at events, halves them if Newton fails, calls the observers.
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
    /// > 0: steps with an estimated local error (relative) above it are halved repeatedly; `step` is the largest one.
    double tolerance = 0;
    int max_refinements = 30;        ///< halvings for the tolerance
    Events events = Events::locate;  ///< as the stepper was bound
    /// Of the method: jumps of a signal's value end a step of second-order methods, jumps of its slope one of third order, ...
    int order = 2;
    /// Further instants at which a step ends, and the next one begins anew: jumps of a load that its signal does not know, each
    /// just after the jump; ascending [s].
    std::vector<double> jumps = {};
    /// More events than this within one nominal step end the run with an error.
    int max_events_per_step = 10000;
    /// The state is complete (a continued run): it is not started again. The end of a march is before a jump of a load or of a
    /// given motion at that instant: the march that begins with it passes the jump first, which changes nothing in a state behind
    /// it.
    bool begun = false;
    /// For `begun`: the state continues another motion, as `begin_from` tells. Rigid stops may have other speeds now than what
    /// rests on them, and strike it or leave it first.
    bool other_motion = false;
    /// Called every few milliseconds of computing; true ends the march cleanly after the current nominal step, or by an
    /// Error (interrupted) within one that takes thousands of the method's own steps.
    std::function<bool()> interrupted = {};
    /// Called between two nominal steps with the state there: whenever `interrupted` was called, before every
    /// `between_every`-th step, and after the last one.
    std::function<void(const State&, const MarchPosition&)> between = {};
    std::int64_t between_every = 0;  ///< 0: at no particular step
    /// Continues from this position. The given `state` is the one there; the stepper's `start` and the observers'
    /// `begin` are not called, because the observers know the earlier motion.
    std::optional<MarchPosition> resume = {};
    /// Receives one line for each notable event (a step halved, ...).
    std::function<void(const std::string&)> log = {};
};

/// Starts from `state` (time, q, v; with `begun` all of it) or continues from it; at the end `state` is the last
/// accepted state.
/// \throws Error (computation) naming the contact, the time and the residual when Newton fails at the smallest step; the
/// observers' `end` has been called then, with the last accepted state.
MarchReport march(const System& system, Stepper& stepper, const MarchOptions& options, State& state,
                  std::span<Observer* const> observers);

}  // namespace jounce::time
