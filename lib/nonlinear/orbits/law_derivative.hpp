// How the force of a closed side depends on its motion, and on the impact speed that its law has frozen.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include "base/limits.hpp"
#include "contact/response.hpp"
#include "system/state/state.hpp"
#include "system/state/system.hpp"

namespace jounce::nonlinear {

/// What a closed side answers, with the tangent that its indentation can tell: less than the rounding of the indentation deep,
/// where the tangent of a law may be infinite, it is the one at that depth.
[[nodiscard]] inline contact::Response resolved_response(const Contact& contact, const SideState& side) {
    const double depth = 8 * epsilon * (std::abs(contact.gap.clearance) + std::abs(side.motion.indentation));
    if (!(side.motion.indentation < depth)) return side.response;
    contact::Response out = status_response(*contact.law, {depth, side.motion.rate}, side.memory);
    out.force = side.response.force;
    return out;
}

/// dF/dv0 [N s/m], by a difference of fourth order in v0, which errs by 4e-12 of a force proportional to 1/v0. Zero under the
/// law's `minimum_speed`, where the floor stands in the place of v0.
[[nodiscard]] inline double by_impact_speed(const contact::Law& law, const contact::Motion& motion,
                                            const contact::ContactMemory& memory) {
    constexpr double part = 1e-3;
    const double v0 = memory.impact_speed;
    if (!(v0 * (1 - 2 * part) > law.minimum_speed)) return 0;
    contact::ContactMemory other = memory;
    const auto force = [&](double share) {
        other.impact_speed = v0 * (1 + share * part);
        return status_response(law, motion, other).force;
    };
    const double ahead = force(1), behind = force(-1);
    if (ahead == behind) return 0;
    return (8 * (ahead - behind) - (force(2) - force(-2))) / (12 * part * v0);
}

}  // namespace jounce::nonlinear
