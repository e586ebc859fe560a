// Error messages of a march, from the numbers of a failed step.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include "base/messages/error.hpp"
#include "system/state/system.hpp"
#include "time/events/events.hpp"
#include "time/stepper/integrator.hpp"

namespace jounce::time {

/// For the log: a step of size h from `time` that did not converge is tried as two halves. \param own_steps as below
[[nodiscard]] std::string step_halved(const System& system, const StepReport& report, double time, double h, bool own_steps);
[[nodiscard]] Error not_finite(const System& system, double time);
/// A run's [s]: outside, the loads may not be defined.
struct RunInterval {
    double begin = 0, end = 0;
};
/// For a step of size h from `time` in `run` that did not converge. \param own_steps the method chooses its own steps and
/// locates its events
[[nodiscard]] Error step_failed(const System& system, const StepReport& report, double time, double h, bool own_steps,
                                const RunInterval& run);
/// For more than `count` events before t = `time` within `duration` [s]. \param last of them, which is named
[[nodiscard]] Error events_without_end(const System& system, int count, double time, double duration,
                                       const std::optional<EventCandidate>& last);

}  // namespace jounce::time
