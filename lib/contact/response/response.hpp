// The response of the law of one side with the common rules of all laws: floor of the impact speed, continuation beyond the
// surface, removal of tension.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <limits>

#include "contact/families/law.hpp"

namespace jounce::contact {

/// Does the contact end at the downward zero crossing of the force? Otherwise it ends when the bodies part.
[[nodiscard]] inline bool opens_by_force(const Law& law) noexcept { return law.transition->opens_by_force && !law.adhesion; }

/// The smallest indentation of a contact on this surface: used for the limit of a law at the surface.
[[nodiscard]] inline double just_inside(double surface) noexcept {
    return surface > 0 ? std::nextafter(surface, std::numeric_limits<double>::infinity()) : std::numeric_limits<double>::min();
}

/// The response of the law with the floored impact speed. Here and below a response is built in place and never copied, because a
/// copy of just written members costs as much as a law.
[[nodiscard]] inline Response floored_response(const Law& law, const Motion& motion, const ContactMemory& memory) {
    if (memory.impact_speed < law.minimum_speed) [[unlikely]] {
        ContactMemory floored = memory;
        floored.impact_speed = law.minimum_speed;
        return law.evaluate(motion, floored);
    }
    return law.evaluate(motion, memory);
}

/// Force and derivatives of a closed side as a smooth function of the motion, neither clamped nor cut off. Below delta = 0 (or
/// the permanent indentation) the law continues along its tangent there, and only laws without loss store energy, so that they
/// remain without loss. The contact ends at the zero of the force.
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

/// Removes the tension of a force that may not pull; the stored energy does not change.
inline void clamp_tension(const Law& law, Response& r) noexcept {
    if (!(r.force < 0) || law.adhesion) return;
    r.clamped = -r.force;
    r.force = r.stiffness = r.damping = 0;
}

/// closed_response with clamped tension, for a side with the status closed during Newton's iterations, also below delta = 0. A
/// force that jumps at the onset (a damper's) thus remains one function of the motion; otherwise a step that ends just after the
/// onset may have no solution, neither open nor closed.
[[nodiscard]] inline Response held_response(const Law& law, const Motion& motion, const ContactMemory& memory) {
    Response r = closed_response(law, motion, memory);
    clamp_tension(law, r);
    return r;
}

/// The response of a closed side with fixed status: a contact that ends at zero force keeps the tension, which indicates the end;
/// any other contact is clamped.
[[nodiscard]] inline Response status_response(const Law& law, const Motion& motion, const ContactMemory& memory) {
    return opens_by_force(law) ? closed_response(law, motion, memory) : held_response(law, motion, memory);
}

/// The response of the law with the common rules: zero when open, floored impact speed, tension clamped unless the law may pull
/// (force and derivatives are then zero; the stored energy does not change).
[[nodiscard]] inline Response contact_response(const Law& law, const Motion& motion, const ContactMemory& memory) {
    return motion.indentation > memory.permanent_indentation ? held_response(law, motion, memory) : Response{};
}

}  // namespace jounce::contact
