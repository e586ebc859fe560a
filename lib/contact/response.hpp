// What the law of one side answers under the rules that all laws share: floored impact speed, continuation beyond the surface,
// tension taken off.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <limits>

#include "contact/law.hpp"

namespace jounce::contact {

/// Does the contact end where the force falls through zero? Otherwise where the bodies part.
[[nodiscard]] inline bool opens_by_force(const Law& law) noexcept { return law.transition->opens_by_force && !law.adhesion; }

/// The smallest indentation of a contact on this surface: the limit of a law there is taken at it.
[[nodiscard]] inline double just_inside(double surface) noexcept {
    return surface > 0 ? std::nextafter(surface, std::numeric_limits<double>::infinity()) : std::numeric_limits<double>::min();
}

/// The law's answer with the impact speed floored. Here and below a response is built where it is wanted, never copied: to copy
/// what has just been written in smaller pieces costs as much as a law.
[[nodiscard]] inline Response floored_response(const Law& law, const Motion& motion, const ContactMemory& memory) {
    if (memory.impact_speed < law.minimum_speed) [[unlikely]] {
        ContactMemory floored = memory;
        floored.impact_speed = law.minimum_speed;
        return law.evaluate(motion, floored);
    }
    return law.evaluate(motion, memory);
}

/// Force and derivatives of a side whose status is closed, as a smooth function of the motion: neither clamped nor cut off.
/// Beyond delta = 0 (beyond the permanent indentation, where there is one) the law goes on along its tangent there, and nothing
/// is stored but by laws without loss, which stay so. Where the force passes zero the contact ends.
[[nodiscard]] inline Response closed_response(const Law& law, const Motion& motion, const ContactMemory& memory) {
    const double surface = memory.permanent_indentation;
    const bool beyond = !(motion.indentation > surface);
    const Motion inside{beyond ? just_inside(surface) : motion.indentation, motion.rate};
    Response r = floored_response(law, inside, memory);
    if (beyond) {
        const bool lossless = r.damping == 0 && r.force == r.elastic_force;
        const double way = motion.indentation - surface;
        r.force += r.stiffness * way;
        r.elastic_force = lossless ? r.force : 0;
        r.stored_energy = lossless ? 0.5 * r.stiffness * way * way : 0;
    }
    return r;
}

/// Takes tension off a force that may not pull; the stored energy remains what it is.
inline void clamp_tension(const Law& law, Response& r) noexcept {
    if (!(r.force < 0) || law.adhesion) return;
    r.clamped = -r.force;
    r.force = r.stiffness = r.damping = 0;
}

/// closed_response with tension clamped, for a side whose status is held closed while Newton runs, also beyond delta = 0. A force
/// that jumps at the onset (a damper's) so remains one function of the motion; without this a step that ends just behind the
/// onset may have no solution, neither open nor closed.
[[nodiscard]] inline Response held_response(const Law& law, const Motion& motion, const ContactMemory& memory) {
    Response r = closed_response(law, motion, memory);
    clamp_tension(law, r);
    return r;
}

/// The answer of a closed side while its status is held: a contact that ends where its force vanishes keeps the tension that
/// shows the end, every other one is clamped.
[[nodiscard]] inline Response status_response(const Law& law, const Motion& motion, const ContactMemory& memory) {
    return opens_by_force(law) ? closed_response(law, motion, memory) : held_response(law, motion, memory);
}

/// The law's answer with the rules every law shares: nothing when open, the impact speed floored, tension clamped unless the
/// law may pull (then force and derivatives vanish together; the stored energy remains what it is).
[[nodiscard]] inline Response contact_response(const Law& law, const Motion& motion, const ContactMemory& memory) {
    return motion.indentation > memory.permanent_indentation ? held_response(law, motion, memory) : Response{};
}

}  // namespace jounce::contact
