// Physics: the iteration of generalized_alpha with joints, in long steps: it closes the joints itself, and what sticks on a belt
// goes with the belt.
// References: the joints' equations, to round-off; of the belt A sin(w t), which Newmark's formulas follow to second order.
// Control: a mass that slides leaves the belt.
// SPDX-License-Identifier: BSD-3-Clause
#include "mechanisms.hpp"

namespace jounce::test::mechanism_alpha_test {
namespace {

// A pendulum that turns by a fifth of a radian in each step, and a spring-loaded crank: without a converged iteration the hinges
// are open by 1e-3 m.
TEST(MechanismAlpha, ClosesItsJointsInLongSteps) {
    Mechanisms m;
    m.body("upper", 1, 0.02, {{"O", pair_of(-0.2, 0)}, {"end", pair_of(0.3, 0)}});
    m.body("lower", 2, 0.03, {{"O", pair_of(-0.25, 0)}});
    m.hinge("O", pair_of(0, 0), "upper.O");
    m.hinge("A", "upper.end", "lower.O");
    m.add("gravity", {{"acceleration", vector(0, -9.81, 0)}});
    m.guess({{"upper", 0.2}, {"lower", 1.0}});
    m.add("initial", {{"node", "upper"}, {"vangle", 7}});
    m.add("initial", {{"node", "lower"}, {"vangle", -5}});
    const System system = m.system();
    for (const double radius : {0.5, 0.8, 1.0}) {
        Drift drift(system);
        double turn = 0;
        (void)run_mechanism(system, *alpha(radius), 0.03, 0.9, [&](const State& state) {
            drift(state);
            turn = std::max(turn, 0.03 * std::abs(probe(system, state, "upper.vangle")));
        });
        EXPECT_LT(drift.position, 1e-13) << radius;
        EXPECT_LT(drift.rate, 1e-12) << radius;
        EXPECT_GT(turn, 0.2) << "control: the steps are long";
    }
}

/// The largest distance of a mass from where it was set on a belt that shakes by 1 mm.
double left_behind(double step, double normal_force) {
    constexpr double A = 1e-3, frequency = 20, w = 2 * pi * frequency;
    Mechanisms m;
    m.body("arm", 1, 0.02, {{"O", pair_of(-0.2, 0)}});
    m.hinge("O", pair_of(0, 0), "arm.O");
    m.add("node", {{"name", "belt"}, {"at", vector(0, 0, 0)}});
    m.add("prescribe", {{"node", "belt"},
                        {"dof", "ux"},
                        {"motion", table({{"family", "signal"}, {"kind", "sine"}, {"amplitude", A}, {"frequency", frequency}})}});
    m.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 0.5}, {"free", list({"ux"})}});
    m.add("friction", {{"from", "belt"},
                       {"to", "p"},
                       {"direction", vector(1, 0, 0)},
                       {"normal_force", normal_force},
                       {"friction", table({{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", 0.3}})}});
    m.add("initial", {{"node", "p"}, {"velocity", vector(A * w, 0, 0)}});
    const System system = m.system();
    double out = 0;
    (void)run_mechanism(system, *alpha(0.8), step, 0.1, [&](const State& state) {
        out = std::max(out, std::abs(probe(system, state, "p.ux") - A * std::sin(w * state.time)) / A);
    });
    return out;
}

TEST(MechanismAlpha, WhatSticksGoesWithTheBelt) {
    const double coarse = left_behind(1e-3, 40), fine = left_behind(5e-4, 40);
    EXPECT_LT(coarse, 0.02);
    EXPECT_NEAR(std::log2(coarse / fine), 2, 0.2);
    EXPECT_GT(left_behind(1e-3, 4), 0.2) << "control: 1.2 N do not hold it";
}

}  // namespace
}  // namespace jounce::test::mechanism_alpha_test
