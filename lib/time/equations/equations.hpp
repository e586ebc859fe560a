// One interface to the equations of motion, M a + constraint forces = r(q, v, t) - contact forces: it suffices to
// complete a state.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>

#include "contact/status.hpp"
#include "system/state/state.hpp"
#include "system/state/system.hpp"

namespace jounce::time {

/// Models: StructureEquations (constant matrices, rows of B) and MechanismDynamics (frames and joints).
///
/// place(state): moves everything to the time, q and v of a state; state.a = r without contacts, state.load_values.
/// sides(): the sides at that position: motion, normal, law, instead() (SideState::instead); where pairs of frames
/// touch, slip
///     [m/s] and friction (index, -1: none).
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

/// Force and status of the friction of a side with known normal force; its bristle is that of the state.
inline void apply_friction(const contact::FrictionLaw& law, double slip, const SideState& side, FrictionState& friction) {
    friction.velocity = {slip, 0};
    friction.normal_force = side.memory.closed ? std::max(side.response.force, 0.0) : 0.0;
    if (friction.normal_force > 0) {
        const contact::FrictionResponse response =
            law.evaluate(friction.velocity, friction.normal_force, {friction.bristle, friction.velocity, 0});
        friction.force = response.force;
        friction.stored_energy = response.stored_energy;
        friction.status = FrictionStatus::slip;
        return;
    }
    friction.force = {};
    friction.stored_energy = 0;
    friction.status = FrictionStatus::open;
    if (!side.memory.closed) friction.bristle = {};
}

/// Sides, frictions and loads of a state with time, q, v, statuses and memories; state.a = r minus the contact forces.
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
        double friction_force = 0;
        if constexpr (requires { at.slip; }) {
            if (at.friction >= 0) {
                const auto f = static_cast<std::size_t>(at.friction);
                apply_friction(*equations.system().frictions[f].law, at.slip, side, state.frictions[f]);
                friction_force = state.frictions[f].force[0];
            }
        }
        if (side.response.force != 0 || friction_force != 0)
            equations.subtract(at, side.response.force, friction_force, state.a.data());
    }
}

/// The same, with accelerations and constraint forces.
template <EquationsOfMotion E>
void complete(E& equations, State& state, Tension tension) {
    complete_sides(equations, state, tension);
    equations.accelerate(state);
}

}  // namespace jounce::time
