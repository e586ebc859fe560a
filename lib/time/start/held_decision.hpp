// What the complementarity problem of closed rigid sides and sticks at one instant changes in a State.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "system/state/state.hpp"
#include "system/state/system.hpp"
#include "time/contact/held_accelerations.hpp"

namespace jounce::time {

/// Adds a line or a plane: friction `f` under the force of the normal at index `normal`, or under its own one where that is -1.
void add_tangent(HeldAccelerations& at, const System& system, const State& state, std::size_t f, int normal);

/// Sticks that slip are set first: a slip has less force than a stick may have, so what opens is decided in the next round.
/// \param numbers of each row of `at`: its side or its friction; \param may_open do sides open at all?
/// \param carried_off receives the sides that open
/// \returns whether the State has changed
/// \throws Error (computation) where the problem has no solution
bool apply_held_decision(const HeldAccelerations& at, const System& system, std::span<const std::size_t> numbers, bool may_open,
                         State& state, std::vector<std::size_t>& carried_off);

}  // namespace jounce::time
