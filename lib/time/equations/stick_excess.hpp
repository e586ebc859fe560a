// When a stick breaks.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "system/state/friction_state.hpp"

namespace jounce::time {

/// The force on a stick beyond what it can hold [N]; positive: it breaks. The rounding of the forces does not count: a stick
/// whose load rises exactly to what it can hold would break and hold again without end.
[[nodiscard]] inline double stick_excess(const contact::FrictionCone& cone, const FrictionState& friction) noexcept {
    return contact::norm(friction.force) - stick_bound(cone, friction) - rounding_of_largest_force * friction.largest_force;
}

}  // namespace jounce::time
