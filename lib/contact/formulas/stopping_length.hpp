// The scale of an impact's indentation, estimated before the integration.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

namespace jounce::contact {

struct StoppingLength {
    double length = 0;              ///< [m]
    const char* failure = nullptr;  ///< reason for a missing length
};

/// A depth at which force times depth equals the energy.
/// \param force [N] at a depth [m] > 0, at the speed of the impact \param energy [J] > 0
/// \throws the Error of `force` if it fails at the smallest depths
[[nodiscard]] StoppingLength stopping_length(const std::function<double(double)>& force, double energy);

}  // namespace jounce::contact
