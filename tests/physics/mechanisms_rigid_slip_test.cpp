// Physics: friction laws that are functions of the slip speed, or have bristles, beside rigid stops in a clearance joint: a block
// that slides on the lower face of its guide under its weight, and one that drops onto it with a slip. References: m s' = -m g
// f(s, z) of all such laws, integrated by an adaptive rule of order 16 (both corners slip alike, and their normal forces add up
// to the weight); Coulomb's regularised law in closed form; impulses (1 + e) v_n f(s) at the slip before the impact. Methods: all
// that know joints.
// SPDX-License-Identifier: BSD-3-Clause
#include "friction_matrix.hpp"
#include "mechanisms.hpp"
#include "support/extrapolation.hpp"

namespace jounce::test::mechanisms_rigid_slip_test {
namespace {

constexpr double g = 9.81, mass = 0.4, clearance = 0.01, restitution = 0.5;

System block(const Value& friction, double slip, double height) {
    Mechanisms m;
    m.body("block", mass, 3e-4, {});
    m.add("translational_clearance",
          {{"name", "guide"},
           {"body", "block"},
           {"length", 0.1},
           {"height", 0.02},
           {"clearance", clearance},
           {"law", table({{"family", "law"}, {"kind", "rigid"}, {"restitution", restitution}, {"minimum_speed", 1e-6}})},
           {"friction", friction}});
    m.add("gravity", {{"acceleration", vector(0, -g, 0)}});
    m.add("initial", {{"node", "block"}, {"y", height - clearance}, {"vx", slip}});
    return m.system();
}

struct RigidSlip : testing::TestWithParam<const char*> {
    [[nodiscard]] bool exact() const { return std::string(GetParam()) == "event_driven"; }
    [[nodiscard]] time::MethodPointer make() const {
        return exact() ? events(1e-11) : std::string(GetParam()) == "baumgarte" ? method("baumgarte") : alpha(0.8);
    }
};

/// Way and speed after `duration`.
std::pair<double, double> slid(const contact::FrictionLaw& law, double speed, double duration) {
    Reals<3> y{0, speed, 0}, scale{speed * duration, speed, 1e-6L};
    Real t = 0;
    const auto rates = [&](Real, const Reals<3>& at) {
        const contact::Slip s{static_cast<double>(at[1]), 0}, z{static_cast<double>(at[2]), 0};
        const contact::FrictionResponse now = law.evaluate(s, mass * g, {z, s, 0});
        return Reals<3>{at[1], -now.force[0] / mass, law.has_bristle ? now.bristle_rate[0] : 0};
    };
    integrate(rates, t, y, duration, 1e-5L, 1e-13L, scale, [](Real, const Reals<3>&, Real, const Reals<3>&) { return true; });
    return {static_cast<double>(y[0]), static_cast<double>(y[1])};
}

TEST_P(RigidSlip, EveryLawOfTheSlipResistsABlockOnItsFace) {
    constexpr double speed = 0.05, duration = 0.02;
    int laws = 0;
    for (const friction_matrix::Case& law : friction_matrix::cases()) {
        if (law.law->cone) continue;
        SCOPED_TRACE(law.kind + " " + std::to_string(law.sample));
        const auto [way, after] = slid(*law.law, speed, duration);
        const System system = block(law.settings, speed, 0);
        const MechanismRun run = run_mechanism(system, *make(), 2e-5, duration);
        // Of second order where the slip passes kinks of a law; the rate of a bristle has one where the slip reverses.
        const double tolerance = !exact() ? 2e-5 : law.law->has_bristle ? 1e-6 : 1e-8;
        EXPECT_NEAR(probe(system, run.end, "block.x"), way, tolerance * speed * duration);
        EXPECT_NEAR(probe(system, run.end, "block.vx"), after, tolerance * speed);
        EXPECT_LT(after, 0.95 * speed) << "control: without friction it would keep its speed";
        ++laws;
    }
    EXPECT_GE(laws, 8);
}

// G(s) = sqrt(s^2 + v^2) - v asinh(v/s) falls with mu g.
TEST_P(RigidSlip, RegularisedCoulombsInClosedForm) {
    constexpr double mu = 0.3, v = 0.02, speed = 0.2, duration = 0.05;
    const System system =
        block(table({{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", mu}, {"regularisation_speed", v}}), speed, 0);
    const MechanismRun run = run_mechanism(system, *make(), 2e-5, duration);
    const auto G = [](double s) { return std::hypot(s, v) - v * std::asinh(v / s); };
    EXPECT_NEAR(G(speed) - G(probe(system, run.end, "block.vx")), mu * g * duration, (exact() ? 1e-9 : 1e-6) * mu * g * duration);
    const double after = probe(system, run.end, "block.vx");
    EXPECT_NEAR(run.energy.friction, 0.5 * mass * (speed * speed - after * after),
                (exact() ? 1e-9 : 1e-6) * mass * speed * speed);
}

TEST_P(RigidSlip, AnImpactTakesTheShareOfTheSlipBefore) {
    constexpr double mu = 0.3, v = 0.02, height = 1e-3;
    for (const double speed : {0.01, 0.2}) {
        const System system =
            block(table({{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", mu}, {"regularisation_speed", v}}), speed,
                  height);
        const double fall = std::sqrt(2 * height / g);
        const MechanismRun run = run_mechanism(system, *make(), 1e-4, fall + 1e-3);
        ASSERT_EQ(run.impacts.size(), 2u);
        const double taken = std::min(speed, mu * speed / std::hypot(speed, v) * (1 + restitution) * g * fall);
        EXPECT_NEAR(probe(system, run.end, "block.vx"), speed - taken, 1e-8 * speed);
        EXPECT_GT(taken, 0.1 * speed);
    }
}

INSTANTIATE_TEST_SUITE_P(Methods, RigidSlip, testing::Values("event_driven", "generalized_alpha", "baumgarte"),
                         [](const auto& method) { return std::string(method.param); });

}  // namespace
}  // namespace jounce::test::mechanisms_rigid_slip_test
