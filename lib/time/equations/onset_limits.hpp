// Step size limits of explicit methods due to contacts, in addition to the error of the whole motion.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "contact/response/status.hpp"
#include "system/state/state.hpp"

namespace jounce::time {

/// Allowed error of a contact's speed in a step, relative to its onset speed: a tighter limit costs more than it saves,
/// a looser one produces spurious events.
inline constexpr double of_impact_speed = 1e-3;

/// A first step of a side that has just closed, at most `size` [s]: for a force that grows as a fractional power, the
/// step is so short that the force changes the speed only slightly.
/// \param mobility change of the rate in unit time by a unit force [1/kg] \param allowed change of the rate [m/s]
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
