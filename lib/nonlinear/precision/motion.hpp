// One run in detail: its probes at common sample times, its impacts, its energy remainder.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "system/probes/probe.hpp"
#include "time/account/impacts.hpp"
#include "time/march/march.hpp"

namespace jounce::nonlinear {

/// The data of a run for comparisons.
struct Motion {
    std::vector<std::vector<double>> values;  ///< of each probe, at the sample times
    std::vector<time::Impact> impacts;
    std::optional<double> energy_remainder;  ///< largest |remainder| at the samples over the work done; empty without an account
    time::MarchReport report;
};

struct MotionOptions {
    double step = 0;      ///< [s]
    double duration = 0;  ///< [s]
    int samples = 0;      ///< intervals: sample i is at start + i duration/samples, i = 0 ... samples
    bool energy = true;
    time::Events events = time::Events::locate;  ///< as given to the stepper
    int order = 2;                               ///< of the method
    /// A stepper of the same method and System: gives the motion inside an accepted step by a shorter step from its start, for
    /// methods with steps too long for interpolation. Null: cubic Hermite interpolation.
    time::Stepper* inside = nullptr;
    std::function<bool()> interrupted = {};
};

/// Marches from the System's initial state. Between accepted steps a probe is the cubic Hermite interpolant of its values and
/// rates at both ends, or comes from `inside`; at the end of a step it is the value of the state. Samples do not affect the
/// march.
/// \param probes displacements and velocities, resolved on `system`
/// \throws Error (computation) when the march fails
[[nodiscard]] Motion sampled_motion(const System& system, time::Stepper& stepper, const std::vector<Probe>& probes,
                                    const MotionOptions& options);

}  // namespace jounce::nonlinear
