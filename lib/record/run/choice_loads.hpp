// What the loads of a run demand of a method: jumps, pulses, functions of the script, the vibration they begin.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "record/run/run.hpp"
#include "system/state/system.hpp"
#include "time/advice/recommended_step.hpp"

namespace jounce::record {

inline constexpr double fewest_records = 500, most_records = 20000;

/// The recorded time [s].
[[nodiscard]] double window(const RunOptions& options);

/// Where the loads or their slopes jump.
[[nodiscard]] std::vector<double> jumps_of(const std::vector<time::SampledLoad>& sampled);

/// Records for event_driven, whose steps end at them, so that a pulse of a sampled load does not lie between two of them; at
/// least `records`.
[[nodiscard]] double records_for(const std::vector<time::SampledLoad>& sampled, const RunOptions& options, double records);

/// Is each load known ahead, in closed form, by its frequency or by samples with few jumps? One that was zero at all samples, or
/// failed at one, is not.
[[nodiscard]] bool knows_loads(const System& system, const RunOptions& options, const time::StepBasis& basis);

/// Flights under cubics, which replace loads without a closed form: their number at the tolerance of event_driven. Infinite where
/// a signal without one moves a support.
[[nodiscard]] double cubics(const System& system, const RunOptions& options);

/// Do the steps of event_driven resolve the functions of the script among the loads? They follow the motion, and end at records
/// and at jumps: a pulse may lie within one of them.
[[nodiscard]] bool resolves_functions(const System& system, const RunOptions& options, const time::StepBasis& basis);

/// The free vibration that begins with a load: at this step newmark's phase error of it stays below 5e-4, as (w h)^2/12 w t,
/// until it has decayed.
struct FreeVibration {
    double step = std::numeric_limits<double>::infinity();  ///< [s]
    double frequency = 0;                                   ///< [rad/s]
    double highest = 0;                                     ///< of all loads [rad/s]
    std::string load;
};
[[nodiscard]] FreeVibration free_vibration(const System& system, const RunOptions& options);

}  // namespace jounce::record
