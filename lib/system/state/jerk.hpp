// The rate of the acceleration, which makes accelerations and forces smooth between two states.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "system/state/state.hpp"
#include "system/state/system.hpp"

namespace jounce {

/// Is it known for this System? It is where M = 1 (modal coordinates), all gaps are plane and yielding, and nothing is
/// prescribed.
[[nodiscard]] bool has_jerk(const System& system);

/// jerk = F' - C a - K v - B^T df/dt at a state whose accelerations are consistent. Does not allocate.
/// \param jerk n numbers
void jerk(const System& system, const State& state, linalg::Vector& jerk);

}  // namespace jounce
