// Counters of a march, and its position between two nominal steps.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace jounce::time {

struct MarchReport {
    std::int64_t steps = 0;
    std::int64_t newton_iterations = 0;
    std::int64_t law_evaluations = 0;
    std::int64_t steps_in_contact = 0;
    int halvings = 0;
    std::int64_t refinements = 0;  ///< steps halved for the tolerance
    std::int64_t events = 0;       ///< located: contacts that began, ended or turned, rigid impacts
    std::int64_t trial_steps = 0;  ///< taken and discarded to locate events
    double wall_seconds = 0;       ///< of steps and observers
    bool interrupted = false;
};

/// Position of a march between two nominal steps: with the State it suffices for a bitwise identical continuation.
struct MarchPosition {
    double start = 0;        ///< start time of the march [s]
    std::int64_t steps = 0;  ///< nominal steps done
    std::int64_t of = 0;     ///< nominal steps in all
    MarchReport report;      ///< so far
};

}  // namespace jounce::time
