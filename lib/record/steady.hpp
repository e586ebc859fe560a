// The steady state of a run under a periodic load: its period, impacts and extremes.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "record/series.hpp"
#include "time/account/impacts.hpp"

namespace jounce::record {

struct SteadyOptions {
    double period = 0;        ///< of the load [s]
    double tolerance = 1e-4;  ///< difference after a period, relative to the range of a probe, below which it repeats
    double extent = 0;        ///< of the model [m], by which rotations compare with displacements; 0: not known
};

struct Steady {
    /// Found, in periods of the load; 0 when the motion repeats in none up to half of the time recorded.
    int period = 0;
    int impacts = 0;  ///< contacts that begin within the period found (0: in all periods looked at)
    int over = 0;     ///< periods of the load that the extremes are taken over
    struct Extremes {
        std::string probe;
        double min = 0, max = 0;  ///< of the dense output, both sides of events
    };
    std::vector<Extremes> probes;
    double difference = 0;  ///< the largest one over the last period found, relative
};

/// Looks at the end of a record. The period is the smallest n for which every probe that is continuous (displacements, openings;
/// any when there are none) repeats after n periods of the load over the last 2 n of them. \throws Error (bad_case) when less
/// than two periods were recorded. Probes that hold only the round-off of the recorded motion repeat (record/motion_scale.hpp).
[[nodiscard]] Steady steady_state(const Series& series, const std::vector<time::Impact>& impacts, const SteadyOptions& options);

}  // namespace jounce::record
