// The surface that bodies meet: at zero indentation, or where a law that leaves an indentation behind has left it.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include "contact/law.hpp"
#include "system/state.hpp"

namespace jounce::time {

/// How far a side is behind its surface [m]; contact begins and ends where this is zero.
[[nodiscard]] inline double depth(const SideState& side) { return side.motion.indentation - side.memory.permanent_indentation; }

/// At a turning point, where it is located, and at the end of each step, where it is not: what remains of the deepest
/// indentation.
inline void leave_behind(const contact::Law& law, contact::ContactMemory& memory) {
    if (!law.turning_point) return;
    memory.permanent_indentation = std::fmax(memory.permanent_indentation, law.permanent_indentation(memory.max_indentation));
}

/// The first indentation strictly on the way from one to another where a derivative of a closed side's force jumps: a kink of the
/// law, or the deepest place of before, from which on laws with a turning point load anew; none: infinity.
/// \param margin one this close to `from` is where the way begins [m]
[[nodiscard]] inline double kink_on_way(const contact::Law& law, const contact::ContactMemory& memory, double from, double to,
                                        double margin) noexcept {
    const double kink = contact::kink_between(law, from, to, margin);
    const double deepest = memory.max_indentation;
    const bool anew = law.turning_point && memory.permanent_indentation > 0 && deepest > from + margin && deepest < to;
    return anew ? std::fmin(kink, deepest) : kink;
}

}  // namespace jounce::time
