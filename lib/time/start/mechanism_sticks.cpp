// Which frictions of a System with joints stick where a motion begins or goes on behind an event, and which way the others slip.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <stdexcept>

#include "base/messages/text.hpp"
#include "linalg/dense/dense.hpp"
#include "time/contact/frictional_contacts.hpp"
#include "time/start/let_go.hpp"
#include "time/start/mechanism_stepper.hpp"

namespace jounce::time {

using linalg::Matrix;
using linalg::Vector;

namespace {
using HeldRate = MechanismDynamics::HeldRate;

// Of the terms of an acceleration.
constexpr double of_terms = 1e-11;

/// The problem of the accelerations of closed rigid sides and of sticks along lines, sticks in planes being held.
struct Accelerations {
    std::vector<HeldRate> rates;  // normals, tangents, and the components of slips in planes
    Eigen::Index normals = 0, tangents = 0;
    Matrix W;
    Vector free, noise;

    [[nodiscard]] FrictionalContacts contacts() const {
        const Eigen::Index k = normals + tangents, planes = free.size() - k;
        FrictionalContacts out;
        out.W = W.topLeftCorner(k, k);
        out.c = -free.head(k);
        for (Eigen::Index j = 0; j < k + 1 && planes > 0; ++j) {
            const Vector right = j < k ? Vector(W.block(k, j, planes, 1)) : Vector(-free.tail(planes));
            const Vector taken = W.topRightCorner(k, planes) * linalg::least_solution(W.bottomRightCorner(planes, planes), right);
            if (j < k) out.W.col(j) -= taken;
            if (j == k) out.c -= taken;
        }
        return out;
    }
};
}  // namespace

bool MechanismStepper::decide_lines(State& state) {
    Accelerations at;
    for (std::size_t s = 0; s < state.sides.size(); ++s) {
        if (dynamics_.sides()[s].law->rigid && state.sides[s].memory.closed) at.rates.push_back({s, false, 0});
    }
    at.normals = static_cast<Eigen::Index>(at.rates.size());
    const auto sticks = [&](std::size_t f) { return state.frictions[f].status == FrictionStatus::stick; };
    const auto in_plane = [&](std::size_t f) { return system_.frictions[f].directions == 2; };
    for (std::size_t f = 0; f < state.frictions.size(); ++f) {
        if (sticks(f) && !in_plane(f)) at.rates.push_back({f, true, 0});
    }
    at.tangents = static_cast<Eigen::Index>(at.rates.size()) - at.normals;
    if (at.tangents == 0) return false;
    for (std::size_t f = 0; f < state.frictions.size(); ++f) {
        for (std::size_t k = 0; k < 2 && sticks(f) && in_plane(f); ++k) at.rates.push_back({f, true, k});
    }
    dynamics_.free_accelerations(state, at.rates, at.W, at.free, at.noise);
    FrictionalContacts problem = at.contacts();
    for (Eigen::Index i = 0; i < at.tangents; ++i) {
        const std::size_t f = at.rates[static_cast<std::size_t>(at.normals + i)].number;
        const contact::FrictionCone& cone = *system_.frictions[f].law->cone;
        int normal = -1;
        for (Eigen::Index j = 0; j < at.normals; ++j) {
            if (dynamics_.sides()[at.rates[static_cast<std::size_t>(j)].number].friction == static_cast<int>(f))
                normal = static_cast<int>(j);
        }
        problem.pressed_by.push_back(normal);
        problem.coefficient.push_back(normal < 0 ? 1 : cone.static_coefficient);
        problem.normal_force.push_back(normal < 0 ? stick_bound(cone, state.frictions[f]) : 0);
    }
    const auto answer = problem.solve();
    if (!answer) {
        throw computation_failed("model '" + system_.name + "': which frictions stick cannot be told at t = " +
                                 time_text(state.time) + " s: the contacts with friction have no solution there");
    }
    bool slips = false;
    for (Eigen::Index i = at.normals; i < at.normals + at.tangents; ++i) {
        const std::size_t f = at.rates[static_cast<std::size_t>(i)].number;
        if (std::abs(answer->rates[i]) <= of_terms * answer->sizes[i] + at.noise[i]) continue;
        slip_along(*system_.frictions[f].law->cone, {answer->rates[i] < 0 ? 1.0 : -1.0, 0}, state.frictions[f]);
        slips = true;
    }
    return slips;
}

void MechanismStepper::break_sticks(State& to) {
    if (!set_valued_) return;
    bool broken = false;
    for (std::size_t f = 0; f < to.frictions.size(); ++f) broken |= let_go_outside_cone(system_, to, f);
    if (broken) complete(dynamics_, to, Tension::kept);
}

void MechanismStepper::decide_sticks(State& state) {
    if (!set_valued_) return;
    for (std::size_t round = 0;; ++round) {
        const bool changed = decide_lines(state);
        complete(dynamics_, state, Tension::kept);
        if (!changed && !let_go_of_worst_stick(system_, state, 2)) return;
        if (!changed) complete(dynamics_, state, Tension::kept);
        if (round > 2 * state.frictions.size() + 4) {
            throw computation_failed("model '" + system_.name +
                                     "': which frictions stick cannot be told at t = " + time_text(state.time) + " s");
        }
    }
}

}  // namespace jounce::time
