// The rate of the acceleration, for smooth interpolation of accelerations and forces between two states.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "system/state/state.hpp"
#include "system/state/system.hpp"

namespace jounce {

/// Is the jerk available for this System? Only if M = 1 (modal coordinates), all gaps are plane with a force law, and there is no
/// prescribed motion.
[[nodiscard]] bool has_jerk(const System& system);

/// jerk = F' - C a - K v - B^T df/dt at a state with consistent accelerations. Does not allocate.
/// \param jerk n numbers
void jerk(const System& system, const State& state, linalg::Vector& jerk);

}  // namespace jounce
