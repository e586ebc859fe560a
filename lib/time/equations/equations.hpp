// One interface to the equations of motion, M a + constraint forces = r(q, v, t) - contact forces: it suffices to
// complete a state.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>

#include "contact/response/status.hpp"
#include "system/state/state.hpp"
#include "system/state/system.hpp"

namespace jounce::time {

/// Models: StructureEquations (constant matrices, rows of B) and MechanismDynamics (frames and joints).
///
/// place(state): moves everything to the time, q and v of a state; state.a = r without contacts, state.load_values.
/// sides(): the sides as they were moved: motion, normal, law, instead() (SideState::instead).
/// rub(state): frictions of a state whose sides are complete, where they are among these equations.
/// subtract(side, N, T, r): r -= the generalised force of N along the normal and T along the tangent.
/// accelerate(state): state.a = r becomes the acceleration; the forces of constraints go into the state.
template <class E>
concept EquationsOfMotion = requires(E e, State& state, const typename E::Side& side, double* r) {
    { e.system() } -> std::convertible_to<const System&>;
    e.place(state);
    { e.sides()[0] } -> std::convertible_to<const typename E::Side&>;
    e.subtract(side, 0.0, 0.0, r);
    e.accelerate(state);
    { side.motion } -> std::convertible_to<const contact::Motion&>;
    { side.law } -> std::convertible_to<const contact::Law*>;
    { side.normal[0] } -> std::convertible_to<double>;
    { side.instead() } -> std::convertible_to<int>;
};

/// Treatment of tension in a closed side that is released by it.
enum class Tension {
    kept,  ///< as in the law, so that its zero can be located
    cut    ///< at the end of a step that was located, the force is zero to round-off
};

/// The response of a side with known motion, according to its status.
inline void respond(const contact::Law& law, double time, Tension tension, SideState& side) {
    if (!side.memory.closed) {
        side.response = open_response(law, side.memory, time);
        return;
    }
    side.memory.max_indentation = std::max(side.memory.max_indentation, side.motion.indentation);
    turn_if_due(law, side.motion, 0, side.memory);
    side.response = status_response(law, side.motion, side.memory);
    if (tension == Tension::cut && !law.adhesion) side.response.force = std::max(side.response.force, 0.0);
}

/// Sides, frictions and loads of a state that has time, q, v, statuses and memories; state.a = r less the contact forces.
template <EquationsOfMotion E>
void complete_sides(E& equations, State& state, Tension tension) {
    equations.place(state);
    for (std::size_t s = 0; s < state.sides.size(); ++s) {
        const typename E::Side& at = equations.sides()[s];
        SideState& side = state.sides[s];
        side.motion = at.motion;
        side.normal = {at.normal[0], at.normal[1]};
        side.instead = at.instead();
        respond(*at.law, state.time, tension, side);
        if (side.response.force != 0) equations.subtract(at, side.response.force, 0.0, state.a.data());
    }
    if constexpr (requires { equations.rub(state); }) equations.rub(state);
}

/// The same, with accelerations and constraint forces.
template <EquationsOfMotion E>
void complete(E& equations, State& state, Tension tension) {
    complete_sides(equations, state, tension);
    equations.accelerate(state);
}

}  // namespace jounce::time
