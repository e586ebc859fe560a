// The scale of an impact's depth, before its motion is known.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

namespace jounce::contact {

struct StoppingLength {
    double length = 0;              ///< [m]
    const char* failure = nullptr;  ///< why there is none
};

/// A depth at which the force times the depth is the energy that there is.
/// \param force [N] at a depth [m] > 0, at the speed of the impact \param energy [J] > 0
/// \throws Error that `force` threw, where it ends before anything is known of it
[[nodiscard]] StoppingLength stopping_length(const std::function<double(double)>& force, double energy);

}  // namespace jounce::contact
