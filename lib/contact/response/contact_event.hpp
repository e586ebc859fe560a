// The possible events of one side of a gap within a step, as zeros of event functions.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>

#include "contact/response/status.hpp"

namespace jounce::contact {

/// An event is an upward zero crossing of its function. The order is the usual sequence in a contact.
enum class ContactEvent {
    onset,             ///< delta - x_f(t) of an open side: the bodies touch
    onset_by_force,    ///< F of an open side, as if in contact: the force begins or returns
    turning,           ///< -d(delta)/dt of a closed side: maximum indentation
    kink,              ///< +-(delta - place) of a closed side: a derivative of the force jumps; with reloading also the memory
    release_by_force,  ///< -F of a closed side: the force vanishes
    release,           ///< -delta of a closed side, relative to the permanent indentation: the bodies part
    peak,              ///< -dF/dt of a closed side: maximum force; the state does not change
    slip_ends,         ///< of a friction: minus the speed along its direction
    stick_breaks,      ///< of a friction: |force| exceeds the static limit
    band_left          ///< of a friction: its speed beyond the dead band
};

[[nodiscard]] inline bool begins_contact(ContactEvent event) noexcept {
    return event == ContactEvent::onset || event == ContactEvent::onset_by_force;
}
[[nodiscard]] inline bool ends_contact(ContactEvent event) noexcept {
    return event == ContactEvent::release || event == ContactEvent::release_by_force;
}

/// Does the slope of its function need the acceleration?
[[nodiscard]] inline bool needs_acceleration(ContactEvent event) noexcept {
    return event == ContactEvent::turning || event == ContactEvent::onset_by_force || event == ContactEvent::release_by_force ||
           event == ContactEvent::peak;
}

/// One side at one instant.
struct EventSample {
    Motion motion;
    double acceleration = std::numeric_limits<double>::quiet_NaN();  ///< d2(delta)/dt2 [m/s2]; NaN: not known
    double time = 0;                                                 ///< [s]
    double force = 0, stiffness = 0, damping = 0;  ///< of the law, as if in contact, not clamped; of a rigid stop its force
};

struct EventValue {
    double value = 0;
    double slope = 0;  ///< d(value)/dt; 0 if unknown
};

/// The event function of one side's contact, (law, memory, sample) -> (value, slope); zero for events of frictions, which do not
/// depend on one side alone.
/// \param place,way of a kink: its indentation [m], and the direction of passage (1: inwards, -1: outwards)
[[nodiscard]] inline EventValue event_value(ContactEvent event, const Law& law, const ContactMemory& memory,
                                            const EventSample& at, double place = 0, double way = 1) noexcept {
    const bool accelerated = at.acceleration == at.acceleration;
    // dF/dt = F_delta delta' + F_rate delta''
    const double force_rate = accelerated ? at.stiffness * at.motion.rate + at.damping * at.acceleration : 0;
    switch (event) {
        case ContactEvent::onset: {
            const Motion above = above_surface(law, at.motion, memory, at.time);
            return {above.indentation, above.rate};
        }
        case ContactEvent::release:
            return {-depth(at.motion, memory), -at.motion.rate};
        case ContactEvent::turning:
            return {-at.motion.rate, accelerated ? -at.acceleration : 0};
        case ContactEvent::kink:
            return {way * (at.motion.indentation - place), way * at.motion.rate};
        case ContactEvent::onset_by_force:
            return {at.force, force_rate};
        case ContactEvent::release_by_force:
            return {-at.force, -force_rate};
        case ContactEvent::peak:
            return {-force_rate, 0};
        case ContactEvent::slip_ends:
        case ContactEvent::stick_breaks:
        case ContactEvent::band_left:
            break;
    }
    return {};
}

}  // namespace jounce::contact
