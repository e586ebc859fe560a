// Contacts that begin closed because a motion at rest presses them.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>

#include "contact/response/status.hpp"
#include "system/state/state.hpp"
#include "system/state/system.hpp"

namespace jounce::time {

/// Closes the compliant sides that rest on their surface and are accelerated into it: the location of their onset would find a
/// speed that depends on the tolerance, or a different time for each side.
/// \param rounding(contact) of a place, (Contact) -> [m] \param rest speeds up to this are zero [m/s]
/// \param acceleration of the indentation, or another number of its sign, (side) -> [m/s2] \returns was there any?
template <class Rounding, class Acceleration>
bool close_pressed(const System& system, State& state, const Rounding& rounding, double rest, const Acceleration& acceleration) {
    bool any = false;
    for (const Contact& contact : system.contacts) {
        for (int s = 0; s < contact.gap.sides() && !contact.law->rigid; ++s) {
            const auto at = static_cast<std::size_t>(contact.first_side + s);
            SideState& side = state.sides[at];
            if (side.memory.closed || !(std::abs(side.motion.rate) <= rest) ||
                !(std::abs(depth(side.motion, side.memory)) <= rounding(contact)) || !(acceleration(at) > 0))
                continue;
            side.memory.closed = any = true;
            contact::set_onset(*contact.law, state.time, 0, side.memory);
        }
    }
    return any;
}

}  // namespace jounce::time
