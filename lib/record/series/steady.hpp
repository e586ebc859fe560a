// The steady state of a run under a periodic load: its period, impacts and extremes.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "record/series/series.hpp"
#include "time/account/impacts.hpp"

namespace jounce::record {

struct SteadyOptions {
    double period = 0;        ///< of the load [s]
    double tolerance = 1e-4;  ///< difference after a period, relative to the range of a probe, below which it repeats
    double extent = 0;        ///< of the model [m], to compare rotations with displacements; 0: not known
};

struct Steady {
    /// The period found, in periods of the load; 0 when the motion does not repeat within half of the recorded time.
    int period = 0;
    int impacts = 0;  ///< contacts that begin within the period found (period 0: in all periods examined)
    int over = 0;     ///< periods of the load in which the extremes are taken
    struct Extremes {
        std::string probe;
        double min = 0, max = 0;  ///< of the dense output, both sides of events
    };
    std::vector<Extremes> probes;
    double difference = 0;  ///< the largest difference over the last period found, relative
    std::string note;       ///< that the extremes include a transient; empty when the motion repeats
};

inline constexpr int steady_samples = 64;  ///< in one period of the load

/// The value of a column, by its number, at the instant `end - i period/steady_samples` before the end of the record.
using SteadySample = std::function<double(std::size_t column, std::size_t i)>;

/// Examines the end of a record. The period is the smallest n for which every continuous probe (displacements,
/// openings; all probes when there are none) repeats after n periods of the load over the last 2 n of them.
/// \throws Error (bad_case) when less than two periods were recorded. Probes that hold only the round-off of the
/// recorded motion repeat (record/series/motion_scale.hpp).
/// \param sample instead of the cubics of `series`, which miss a kink between two rows
[[nodiscard]] Steady steady_state(const Series& series, std::span<const time::Impact> impacts, const SteadyOptions& options,
                                  const SteadySample& sample = {});

}  // namespace jounce::record
