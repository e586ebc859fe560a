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

// Two rods, nearly straight, come to rest on a stop each, and a friction holds the second one: it holds a mechanism whose speed
// along it is 500 times smaller than elsewhere, so that the rounding of a joint, 1e-17 m over h^2, is 1e-4 m/s^2 of acceleration.
// It ended in "does not converge" at ever shorter steps. Each stop bears its rod, since nothing else turns it about the hinge
// between them; what the friction adds by its arm is a thousandth. Control: without friction the same.
TEST(MechanismAlpha, AStickThatNearlyStopsItLeavesRoundingAlone) {
    for (const double normal_force : {100.0, 0.0}) {
        Mechanisms m;
        m.body("one", 1, 0.005, {{"A", pair_of(-0.1, 0)}, {"B", pair_of(0.1, 0)}});
        m.body("two", 0.5, 0.002, {{"B", pair_of(-0.1, 0)}});
        m.hinge("A", pair_of(0, 0), "one.A");
        m.hinge("B", "one.B", "two.B");
        m.guess({{"one", -0.0099}, {"two", 1e-4}});
        m.add("gravity", {{"acceleration", vector(0, -9.81, 0)}});
        for (const auto& [node, clearance] : {std::pair{"one", 1e-3}, {"two", 2e-3}}) {
            m.add("gap", {{"name", std::string("under_") + node},
                          {"node", node},
                          {"direction", vector(0, -1, 0)},
                          {"clearance", clearance},
                          {"sides", "positive"},
                          {"law", table({{"family", "law"}, {"kind", "kelvin_voigt"}, {"stiffness", 1e6}, {"damping", 2e3}})}});
        }
        if (normal_force > 0) {
            m.add("friction", {{"name", "stick"},
                               {"node", "two"},
                               {"direction", vector(1, 0, 0)},
                               {"normal_force", normal_force},
                               {"friction", table({{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", 0.5}})}});
        }
        const System system = m.system();
        const MechanismRun run = run_mechanism(system, *alpha(0.8), 2e-5, 0.1);
        EXPECT_EQ(run.report.halvings, 0) << normal_force;
        EXPECT_LT(run.end.v.cwiseAbs().maxCoeff(), 1e-6) << normal_force;
        const double tan_one = std::tan(probe(system, run.end, "one.angle")),
                     tan_two = std::tan(probe(system, run.end, "two.angle"));
        const double stick = normal_force > 0 ? probe(system, run.end, "stick.friction_force") : 0;
        EXPECT_NEAR(probe(system, run.end, "under_one.force"), 9.81 + 2 * stick * (tan_one - tan_two), 5e-3) << normal_force;
        EXPECT_NEAR(probe(system, run.end, "under_two.force"), 0.5 * 9.81 + stick * tan_two, 5e-3) << normal_force;
    }
}

}  // namespace
}  // namespace jounce::test::mechanism_alpha_test
