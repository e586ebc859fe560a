// The words of switches that have no end, and of impacts that cannot be determined.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "system/state/state.hpp"
#include "system/state/system.hpp"

namespace jounce::time {

/// Rigid stops that are touched in a state, if there are several: "'a' and 'b' touch there: ..."; else nothing.
[[nodiscard]] std::string without_room(const System& system, const State& state);

/// Of switches without end: where, and in which run.
struct Endless {
    bool at_rigid_stop = false;
    bool rubs = false;     ///< at a rigid stop with friction of its own
    bool located = false;  ///< by the method itself: it is the one that others are told to use
};

/// Why the switches have no end, and the ways out.
[[nodiscard]] std::string remedy(const System& system, const State& state, const Endless& switches);

/// Is a rigid stop in the way of a friction's coordinates?
[[nodiscard]] bool beside_rigid_stop(const System& system, const Friction& friction);

}  // namespace jounce::time
