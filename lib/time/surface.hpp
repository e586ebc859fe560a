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

}  // namespace jounce::time
