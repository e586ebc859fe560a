// Do value and derivatives of a user's function belong to one motion? Found out by asking it, as nothing else is known of it.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>

#include "system/signals/signal.hpp"

namespace jounce::signals {

/// A motion as it is sampled at an instant: a derivative that is differenced knows the function within its reach [s] on both
/// sides, one that the function returns has reach 0.
struct SampledMotion {
    SignalSample sample;
    double first_reach = 0;
    double second_reach = 0;
};

struct MotionFault {
    int derivative = 0;        ///< the one at fault is the derivative of: 0 the value, 1 the slope
    bool jumps = false;        ///< that one jumps; otherwise the derivative returned for it is another function's
    bool differenced = false;  ///< the derivatives it was held against do not come from the function
    double time = 0;           ///< near this instant [s]
};

/// The first fault met on [from, to] (docs/theory/damping-and-signals.md, eq. 10). The value may not jump; the slope may not
/// either, with a second derivative that fits, when `smooth_slope`. Instants at which `motion` throws, and later ones, are not
/// looked at.
/// \param step of the run: what lies much closer than that is a jump to it
[[nodiscard]] std::optional<MotionFault> motion_fault(const std::function<SampledMotion(double)>& motion, double from, double to,
                                                      double step, bool smooth_slope);

}  // namespace jounce::signals
