// A point of a bifurcation diagram: the settled motion, sampled once per period of the load.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/fields/output.hpp"
#include "record/run/run.hpp"
#include "sweep/result.hpp"
#include "sweep/table.hpp"

namespace jounce::sweep {

struct DiagramSettings {
    double period = 0;  ///< of the load [s]
    int settle = 400;   ///< periods that are not evaluated
    int keep = 64;      ///< periods that are evaluated
    std::vector<std::string> probes;
    time::MethodPointer method;  ///< null: event_driven
    std::optional<double> step;  ///< of a fixed-step method [s]
    double tolerance = 1e-4;     ///< relative to the range of a probe: closer values are the same
};

/// The run of `settle` and `keep` periods, of which the latter are recorded.
[[nodiscard]] record::RunOptions diagram_run(const System& system, const DiagramSettings& settings,
                                             const record::Beginning& initial);

/// The row: label, impacts, sticks, periods, peak_force, smallest_opening; and the section.
///
/// label: "(m, n)" for a section that repeats after n periods with m contacts that begin in them; "(m + s, n)" where
/// the body sticks to a rigid stop s times, and m impacts are not part of the chatter before a stick phase
/// (nonlinear/statistics/sticks.hpp); "(0, 1)" for a body at rest, when its probes move by less than 1e-8 of the recorded sizes;
/// "unsettled" for a motion that approaches such a repetition from the first half of the kept periods to the second, or
/// is within a hundredth of the range of one; else "aperiodic". impacts, sticks and periods: m, s and n, absent without
/// such a label. peak_force [N]: largest of the contacts in the kept periods, for rigid stops that of a stick phase (an
/// impulse has no force), absent where there is none. smallest_opening [m]: of all gaps, negative where bodies deform.
[[nodiscard]] Result diagram_point(const record::Run& run, const DiagramSettings& settings);

/// The columns of that row.
[[nodiscard]] const OutputList& diagram_outputs();
[[nodiscard]] std::vector<std::string> diagram_columns();
/// Units of those columns.
[[nodiscard]] Units diagram_units();

}  // namespace jounce::sweep
