// When a stick breaks, and what is rounding of the forces beside frictions.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "system/state/state.hpp"

namespace jounce::time {

/// The force on a stick beyond what it can hold [N]; positive: it breaks. The rounding of the forces does not count: a stick
/// whose load rises exactly to what it can hold would break and hold again without end.
[[nodiscard]] inline double stick_excess(const contact::FrictionCone& cone, const FrictionState& friction) noexcept {
    return contact::norm(friction.force) - stick_bound(cone, friction) - rounding_of_largest_force * friction.largest_force;
}

/// Rounding of the forces on bodies that frictions hold or brake [N].
[[nodiscard]] inline double rounding_of_frictions(const State& state) noexcept {
    double largest = 0;
    for (const FrictionState& friction : state.frictions) largest = std::fmax(largest, friction.largest_force);
    return rounding_of_largest_force * largest;
}

}  // namespace jounce::time
