// The state of a run as a value: copying it is a snapshot, assigning it a rollback.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "contact/families/law.hpp"
#include "linalg/basics/types.hpp"
#include "system/state/friction_state.hpp"

namespace jounce {

/// One side of a gap at an instant: its motion, the response of the law and the committed memory.
struct SideState {
    contact::Motion motion;
    contact::Response response;  ///< force as applied (clamped)
    contact::ContactMemory memory;
    std::array<double, 2> normal{};  ///< of the contact, in the gap's local coordinates; the indentation grows along it
    int instead = -1;  ///< the side that takes a contact which begins here: at the round end of a slot both sides are equivalent
};

/// All data to continue a run, and for its observers.
struct State {
    double time = 0;
    std::int64_t step = 0;
    linalg::Vector q, v, a;        ///< free coordinates, velocities, accelerations (n each)
    std::vector<SideState> sides;  ///< one per contact side of the System
    std::vector<FrictionState> frictions;
    std::vector<double> load_values;  ///< signal value (or derivative) of each load at `time`
    linalg::Vector multipliers;       ///< multipliers of a mechanism's joint equations, at `time`; empty without joints
    linalg::Vector continuous;        ///< continuous contact memory (bristles, relaxing compressions); empty when unused
    linalg::Vector algorithm;         ///< internal variables of the integrator besides q, v, a; empty when unused
};

}  // namespace jounce
