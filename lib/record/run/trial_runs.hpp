// Runs with long steps, to see which step serves.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "record/run/run.hpp"
#include "system/state/state.hpp"
#include "system/state/system.hpp"

namespace jounce::record {

/// What the errors of impacts and sticks do to a motion, whether they grow or decay, follows from no formula: runs by Newmark's
/// method without records, each with half the step of the one before, tell by their differences.
struct TrialRuns {
    double coarse = 0, fine = 0;  ///< the steps of the last two [s]
    double difference = 0;        ///< largest, over the largest motion: of the gaps' coordinates, and of (q' M q)^1/2
    double error = 0;             ///< of the finer run after the whole duration, for an error that grows with h^2 and with t
    std::int64_t closings = 0;    ///< contacts that began, in the whole duration
    /// Is the error below 1e-2 and 1/2 to 1/10 of that of the step before, so that `step` follows from it?
    bool conclusive = false;
    /// The step with an error of 4e-4, between half the probable one and `coarse`; without a conclusion at most the probable one
    /// [s].
    double step = 0;
};

/// \param start of the run \param step [s], the probable one \param share of the duration that the runs last, in (0, 1]
/// \param jumps instants at which steps end
/// \param multiples of the probable step, each half of the one before, until one is conclusive
/// \returns nothing where fewer than two successive runs reached the end
[[nodiscard]] std::optional<TrialRuns> trial_runs(const System& system, const State& start, const RunOptions& options,
                                                  double step, double share, const std::vector<double>& jumps,
                                                  std::span<const double> multiples);

}  // namespace jounce::record
