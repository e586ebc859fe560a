// Finds a returning force of a law after its end, while the bodies separate.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <optional>

#include "base/numbers/roots.hpp"

namespace jounce::contact {

/// The first indentation on the way out with a positive force; none if the force does not return.
/// \param force at an indentation, at the rate of the flight -> {force [N], its derivative [N/m]}
/// \param depth start of the flight [m] \param surface at which the bodies part [m]
template <class Force>
[[nodiscard]] std::optional<double> returning_push(const Force& force, double depth, double surface) {
    constexpr int sample_count = 4000;
    const double width = depth - surface;
    double inside = depth;
    for (int i = 1; i < sample_count + 100; ++i) {
        // Evenly down to the last sample, then geometrically: near the surface a damper may vanish faster than the spring.
        const double share = i < sample_count ? static_cast<double>(sample_count - i) / sample_count
                                              : std::pow(0.7, i + 1 - sample_count) / sample_count;
        const double at = surface + width * share;
        if (force(at).first > 0) return bracketed_root(force, inside, at);
        inside = at;
    }
    return {};
}

}  // namespace jounce::contact
