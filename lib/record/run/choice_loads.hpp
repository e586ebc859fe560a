// What the loads of a run demand of a method: jumps, pulses, functions of the script, the vibration they begin.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "record/run/run.hpp"
#include "system/state/state.hpp"
#include "system/state/system.hpp"
#include "time/advice/recommended_step.hpp"

namespace jounce::record {

inline constexpr double fewest_records = 500, most_records = 20000;

/// The recorded time [s].
[[nodiscard]] double window(const RunOptions& options);

/// How often the motion is expected to repeat, and how it begins. The frequency of a pulse lasts as long as the pulse, and that
/// of the fast modes in an initial velocity is not one of the displacements.
struct Course {
    double periods = 0;   ///< of the loads, and of the displacements that the start or a pulse begins: the larger number
    double impacts = 0;   ///< of one gap: three a period of the load or of its response to a push; ten follow a throw at least
    bool thrown = false;  ///< does an initial velocity or a pulse begin the motion?
    double drive = 0;     ///< largest static deflection of a gap by the peaks of the steady loads, over its clearance
};
[[nodiscard]] Course course(const System& system, const State& start, const RunOptions& options, const time::StepBasis& basis);

/// The steps in the contacts of a single gap that a steady load drives far beyond its clearance: each impact with a restitution
/// above 0.6 multiplies the errors of those before it, the more so the larger the speeds are. By (drive/4)^1.5 finer, at most ten
/// times; from 1.4e-3 to 0.1 without it (cantilevers of 40 to 80 elements, 10 to 20 impacts, drives of 7 and 14).
[[nodiscard]] time::StepBasis for_chains_of_impacts(const System& system, time::StepBasis basis, const Course& motion);

inline constexpr double usual_tolerance = 1e-6;

/// Of the slow pushes at the rigid stops of a mesh: the fastest one, and the smallest damping ratio.
struct RigidPush {
    double frequency = 0;  ///< [rad/s]
    double damping = 0;
    double node = 0;  ///< largest mass at a node with a stop, of the mass of its slow push
    std::string gap;
};
/// \returns nothing without a mesh, without rigid stops, and where one is at a part without support
[[nodiscard]] std::optional<RigidPush> push_of_rigid_stops(const System& system);

/// Of event_driven for three digits: errors pass from one gap to the next and grow, and from one impact to the next after a
/// throw, by up to a thousand in thirty impacts.
[[nodiscard]] double tolerance_of_flights(const System& system, const Course& motion);

/// Where the loads or their slopes jump.
[[nodiscard]] std::vector<double> jumps_of(const std::vector<time::SampledLoad>& sampled);

/// Records for event_driven, whose steps end at them, so that a pulse of a sampled load does not lie between two of them; at
/// least `records`.
[[nodiscard]] double records_for(const std::vector<time::SampledLoad>& sampled, const RunOptions& options, double records);

/// Is each load known ahead, in closed form, by its frequency or by samples with few jumps? One that was zero at all samples, or
/// failed at one, is not.
[[nodiscard]] bool knows_loads(const System& system, const time::StepBasis& basis);

/// Flights under cubics, which replace loads without a closed form: their number at this tolerance. Infinite where
/// a signal without one moves a support.
[[nodiscard]] double cubics(const System& system, const RunOptions& options, double tolerance);

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
