// Derivatives of the force of a closed side by its motion, and by the impact speed stored by its law.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include "base/numbers/limits.hpp"
#include "contact/response/tension_cut.hpp"
#include "system/state/state.hpp"
#include "system/state/system.hpp"

namespace jounce::nonlinear {

/// The response of a closed side. At an indentation below its own rounding, where the tangent of a law may be infinite, the
/// tangent is taken at the rounding.
[[nodiscard]] inline contact::Response resolved_response(const Contact& contact, const SideState& side) {
    const double depth = 8 * epsilon * (std::abs(contact.gap.clearance) + std::abs(side.motion.indentation));
    if (!(side.motion.indentation < depth)) return side.response;
    contact::Response out = status_response(*contact.law, {depth, side.motion.rate}, side.memory);
    out.force = side.response.force;
    return out;
}

/// Is the tension of a closed side cut within a step of the march, which ends where that begins or ends? There one of the ends
/// has the rounding of the force alone.
[[nodiscard]] inline bool cut_within(const contact::Law& law, const SideState& from, const SideState& to) {
    if (!from.memory.closed || !cuts_tension(law)) return false;
    const double first = closed_response(law, from.motion, from.memory).force;
    const double last = closed_response(law, to.motion, from.memory).force;
    return (std::abs(first) > std::abs(last) ? first : last) < 0;
}

/// The response of a closed side within a step without such a cut: a tension is rounding.
[[nodiscard]] inline contact::Response uncut_response(const Contact& contact, const SideState& side) {
    if (!cuts_tension(*contact.law) || !(side.response.clamped > 0)) return resolved_response(contact, side);
    return closed_response(*contact.law, side.motion, side.memory);
}

/// dF/dv0 [N s/m], by a difference of fourth order in v0, with an error of 4e-12 for a force proportional to 1/v0. Zero below the
/// law's `minimum_speed`, which then replaces v0.
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
