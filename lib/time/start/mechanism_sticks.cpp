// Which frictions of a System with joints stick where a motion begins or goes on behind an event, and which way the others slip.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "base/messages/text.hpp"
#include "time/start/held_decision.hpp"
#include "time/start/let_go.hpp"
#include "time/start/mechanism_stepper.hpp"

namespace jounce::time {

using HeldRate = MechanismDynamics::HeldRate;

bool MechanismStepper::decide_lines(State& state, std::vector<std::size_t>& carried_off) {
    HeldAccelerations at;
    std::vector<HeldRate> rates;  // normals, tangents, and the components of slips in planes
    for (std::size_t s = 0; s < state.sides.size(); ++s) {
        if (dynamics_.sides()[s].law->rigid && state.sides[s].memory.closed) rates.push_back({s, false, 0});
    }
    at.normals = static_cast<Eigen::Index>(rates.size());
    const auto sticks = [&](std::size_t f) { return state.frictions[f].status == FrictionStatus::stick; };
    const auto in_plane = [&](std::size_t f) { return system_.frictions[f].directions == 2; };
    for (std::size_t f = 0; f < state.frictions.size(); ++f) {
        if (sticks(f) && !in_plane(f)) rates.push_back({f, true, 0});
    }
    at.tangents = static_cast<Eigen::Index>(rates.size()) - at.normals;
    for (std::size_t f = 0; f < state.frictions.size(); ++f) {
        for (std::size_t k = 0; k < 2 && sticks(f) && in_plane(f); ++k) rates.push_back({f, true, k});
    }
    const bool all_in_planes = at.tangents == 0;
    if (all_in_planes && static_cast<Eigen::Index>(rates.size()) == at.normals) return false;
    dynamics_.free_accelerations(state, rates, at.W, at.free, at.noise);
    const bool contradict = at.contradict();
    if (all_in_planes && !contradict) return false;
    for (auto i = static_cast<std::size_t>(at.normals); i < rates.size();) {
        const std::size_t f = rates[i].number;
        i += static_cast<std::size_t>(system_.frictions[f].directions);
        int normal = -1;
        for (Eigen::Index j = 0; j < at.normals; ++j) {
            if (dynamics_.sides()[rates[static_cast<std::size_t>(j)].number].friction == static_cast<int>(f))
                normal = static_cast<int>(j);
        }
        add_tangent(at, system_, state, f, normal);
    }
    std::vector<std::size_t> numbers;
    for (const HeldRate& rate : rates) numbers.push_back(rate.number);
    // Tension alone opens a side elsewhere (Switching), which knows the tension of rounding.
    return apply_held_decision(at, system_, numbers, contradict, state, carried_off);
}

void MechanismStepper::break_sticks(State& to) {
    if (!set_valued_) return;
    bool broken = false;
    for (std::size_t f = 0; f < to.frictions.size(); ++f) broken |= let_go_outside_cone(system_, to, f);
    if (broken) complete(dynamics_, to, Tension::kept);
}

void MechanismStepper::decide_sticks(State& state) {
    if (!set_valued_) return;
    std::vector<std::size_t> carried_off;
    for (std::size_t round = 0;; ++round) {
        const bool changed = decide_lines(state, carried_off);
        complete(dynamics_, state, Tension::kept);
        if (!changed && !let_go_of_worst_stick(system_, state, 2)) return;
        if (!changed) {
            // What a stick in a plane was to carry off its stop may stay there.
            for (const std::size_t s : carried_off) state.sides[s].memory.closed = true;
            carried_off.clear();
            complete(dynamics_, state, Tension::kept);
        }
        if (round > 2 * state.frictions.size() + 4) {
            throw computation_failed("model '" + system_.name +
                                     "': which frictions stick cannot be told at t = " + time_text(state.time) + " s");
        }
    }
}

}  // namespace jounce::time
