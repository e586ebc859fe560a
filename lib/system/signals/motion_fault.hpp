// Checks by sampling that value and derivatives of a user's function are consistent.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "system/signals/signal.hpp"

namespace jounce::signals {

/// A sample of a motion: a derivative from differences depends on the function within its reach [s] on both sides; a returned
/// derivative has reach 0.
struct SampledMotion {
    SignalSample sample;
    double first_reach = 0;
    double second_reach = 0;
};

struct MotionFault {
    int derivative = 0;        ///< wrong is the derivative of: 0 the value, 1 the slope
    bool jumps = false;        ///< the value (slope) jumps; otherwise the returned derivative does not match it
    bool differenced = false;  ///< the derivatives in the comparison are differences
    double time = 0;           ///< near this instant [s]
    double within = 0;         ///< at most this far from it [s]
};

/// The first fault found on [from, to] (docs/theory/damping-and-signals.md, eq. 10). The value must not jump; with `smooth_slope`
/// the slope must not jump either and must match the second derivative. The check ends at the first instant at which `motion`
/// throws.
/// \param step of the run: a change within a much shorter time counts as a jump
[[nodiscard]] std::optional<MotionFault> motion_fault(const std::function<SampledMotion(double)>& motion, double from, double to,
                                                      double step, bool smooth_slope);
/// All instants at which the slope jumps, each once or more often, and, of differences, those beside which it may jump,
/// ascending; with those before `from` and after `to` that are within the reach of differences, for which `motion` is called up
/// to twice that reach outside, where it may throw.
[[nodiscard]] std::vector<MotionFault> slope_faults(const std::function<SampledMotion(double)>& motion, double from, double to,
                                                    double step);

}  // namespace jounce::signals
