// Sticks that cannot hold: at a start, and behind a step or an event.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "system/state/state.hpp"
#include "system/state/system.hpp"

namespace jounce::time {

/// Where friction f sticks with a force outside its cone, by more than the location of an event leaves (a part of 1e-9), it slips
/// along this force. \returns does it slip now?
bool let_go_outside_cone(const System& system, State& state, std::size_t f);

/// The same for the one whose force is farthest outside, since each slip changes the forces of the other sticks.
/// \param least_directions 1: of all frictions; 2: of those in planes. \returns false when every stick holds
[[nodiscard]] bool let_go_of_worst_stick(const System& system, State& state, int least_directions);

}  // namespace jounce::time
