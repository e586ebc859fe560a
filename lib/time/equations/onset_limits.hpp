// What contacts ask of the steps of an explicit method beside the error of the motion as a whole.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "contact/status.hpp"
#include "system/state/state.hpp"

namespace jounce::time {

/// What a step may err in a contact's speed, of that at its onset: tighter costs more than it saves, looser shows events that are
/// none.
inline constexpr double of_impact_speed = 1e-3;

/// A first step of a side that has just closed, at most `size` [s]: a force that grows by a broken power lets it go only as far
/// as the force changes the speed by little.
/// \param mobility rate that a unit force gives the side in unit time [1/kg] \param allowed change of the rate [m/s]
[[nodiscard]] inline double onset_step(const contact::Law& law, const SideState& side, double mobility, double allowed,
                                       double size) {
    const auto pushed = [&](double h) {
        const contact::Motion then{side.motion.indentation + side.motion.rate * h, side.motion.rate};
        return mobility * status_response(law, then, side.memory).force * h;
    };
    for (int i = 0; i < 40 && side.motion.rate > 0 && pushed(size) > allowed; ++i) size *= 0.5;
    return size;
}

}  // namespace jounce::time
