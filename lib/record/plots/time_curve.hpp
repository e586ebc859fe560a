// A probe over time as it is drawn: the dense output, and the peaks of contacts between records.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "base/files/long_vector.hpp"
#include "record/series/section.hpp"
#include "record/series/series.hpp"
#include "system/state/system.hpp"
#include "time/account/impacts.hpp"

namespace jounce::record {

/// Of equal length; times ascend, twice the same at an event.
struct TimeCurve {
    std::vector<double> times, values;
};

/// A contact on one side of a gap: its force rises from zero at its onset and falls to zero at its release.
struct ContactPeak {
    double onset = 0, release = 0;  ///< [s]
    double force = 0;               ///< the largest one [N]
};

/// The interpolant over a stretch, through both sides of events: a straight line in a contact of several steps.
[[nodiscard]] TimeCurve time_curve(const Series& series, const Column& column, const Stretch& stretch);

/// The same; where an interval of several steps exceeds its interpolant, through the extremes of these steps, in its middle
/// third. \param known contacts in ascending order whose peaks `add_peaks` adds: an interval in which one of them begins has no
/// extremes of its own
[[nodiscard]] TimeCurve drawn_curve(const Series& series, const Column& column, const Stretch& stretch,
                                    const std::vector<ContactPeak>& known);

/// The contacts of the gap whose force has this name that begin and end in a stretch, in order; none for other probes, for rigid
/// stops, and where both sides of a gap can push at once.
[[nodiscard]] std::vector<ContactPeak> contact_peaks(const System& system, const LongVector<time::Impact>& impacts,
                                                     const std::string& probe, const Stretch& stretch);

/// Adds the peaks that the curve misses by more than a thousandth: beside the largest point of the contact, half-way to its
/// larger neighbour, or, without a point in the contact, in its middle; and its ends without force.
void add_peaks(TimeCurve& curve, const std::vector<ContactPeak>& peaks);

}  // namespace jounce::record
