// Physics: a slip in a plane of a node beside joints that begins at rest: its friction has the direction that belongs to the
// force that would hold it. Reference: M a = F - B^T f of a point whose masses are coupled, written out. Bristles bend by what a
// step adds to them; the flow tells whether it responds as before. Tolerance: 1e-11 of the largest number. Control: a slip that
// follows itself has another acceleration. The work of a friction in fixed steps is its force times the way of a point that is
// braked evenly; tolerance 1e-9, as the trapezoidal rule is exact for powers that are linear in time.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/flow/mechanism_flow.hpp"

#include <Eigen/Eigenvalues>

#include "mechanisms.hpp"
#include "support/beginning_slip.hpp"
#include "time/account/dissipation.hpp"

namespace jounce::test::mechanism_flow_test {
namespace {

constexpr double mass = 0.5, coupling = 0.2, normal_force = 40, mu = 0.3, stiff = 70, soft = 30;

System point(const char* kind) {
    Mechanisms m;
    m.body("arm", 1, 0.02, {{"O", pair_of(-0.2, 0)}});
    m.hinge("O", pair_of(0, 0), "arm.O");
    m.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", mass}, {"free", list({"ux", "uy"})}});
    m.add("spring", {{"from", "p"}, {"direction", vector(1, 0, 0)}, {"stiffness", stiff}});
    m.add("spring", {{"from", "p"}, {"direction", vector(0, 1, 0)}, {"stiffness", soft}});
    Value law = table({{"family", "friction"}, {"kind", kind}, {"coefficient", mu}});
    if (std::string(kind) == "lugre")
        law = table({{"family", "friction"},
                     {"kind", kind},
                     {"coefficient", mu},
                     {"static_coefficient", 0.4},
                     {"stribeck_speed", 0.01},
                     {"bristle_stiffness", 2e3},
                     {"bristle_damping", 1.0}});
    m.add("friction", {{"name", "table"},
                       {"node", "p"},
                       {"directions", list({vector(0.6, 0.8, 0), vector(-0.8, 0.6, 0)})},
                       {"normal_force", normal_force},
                       {"friction", law}});
    m.add("gap", {{"node", "p"},
                  {"direction", vector(1, 0, 0)},
                  {"clearance", 5},
                  {"sides", "positive"},
                  {"law", table({{"family", "law"}, {"kind", "kelvin_voigt"}, {"stiffness", 1e3}, {"damping", 1.0}})}});
    System system = m.system();
    // A moment of inertia that couples both directions.
    const auto& names = system.coordinate_names;
    const auto x = static_cast<int>(std::find(names.begin(), names.end(), "p.ux") - names.begin());
    system.linear.M.coeffRef(x, x + 1) = system.linear.M.coeffRef(x + 1, x) = coupling;
    system.linear.M.coeffRef(x, x) = 2 * mass;
    return system;
}

void expect_to_follow_the_hold(double scale) {
    System system = point("coulomb");
    system.linear.M *= scale;
    const auto& names = system.coordinate_names;
    const auto at = static_cast<Eigen::Index>(std::find(names.begin(), names.end(), "p.ux") - names.begin());
    ASSERT_EQ(names[static_cast<std::size_t>(at) + 1], "p.uy");
    time::MechanismDynamics dynamics(system);
    time::MechanismFlow flow(dynamics);
    State from = time::initial_state(system);
    from.q.segment<2>(at) << 0.4, -0.9;
    from.v.segment<2>(at) << 0.02, 0.05;
    from.frictions[0].status = FrictionStatus::slip;
    from.frictions[0].direction = {1, 0};
    (void)flow.begin(from);
    std::vector<double> y(flow.size(), 0.0), dy(flow.size(), 0.0);
    flow.fill(from, y.data());
    const Eigen::Matrix2d M = scale * Eigen::Matrix2d{{2 * mass, coupling}, {coupling, mass}},
                          D{{0.6, 0.8}, {-0.8, 0.6}};  // slips: D v
    const Eigen::Vector2d spring(stiff * 0.4, -soft * 0.9);
    const Eigen::Matrix2d W = D * M.inverse() * D.transpose();
    const Eigen::Vector2d hold = W.inverse() * (D * M.inverse() * -spring), slip = D * from.v.segment<2>(at);
    const auto accelerated = [&](const Eigen::Vector2d& along) {
        return Eigen::Vector2d(M.inverse() * (-spring - D.transpose() * (mu * normal_force * along.normalized())));
    };
    const auto found = [&] {
        flow.rate(y.data(), dy.data());
        return Eigen::Vector2d(Eigen::Map<const Eigen::Vector2d>(dy.data() + 1 + system.size() + at));
    };
    EXPECT_NEAR((found() - accelerated(slip)).norm(), 0, 1e-11 * hold.norm() / scale) << "control";
    flow.follow_hold(0);
    const Eigen::Vector2d e = begins_along(W, hold, mu * normal_force), rise = D * accelerated(e);
    EXPECT_NEAR((found() - accelerated(e)).norm(), 0, 1e-11 * hold.norm() / scale);
    EXPECT_NEAR((rise - rise.norm() * e).norm(), 0, 1e-11 * hold.norm() / scale) << "the slip begins along its friction";
    EXPECT_GT((accelerated(e) - accelerated(slip)).norm(), 1 / scale) << "control";
    EXPECT_GT((accelerated(e) - accelerated(hold)).norm(), 1 / scale) << "control: as with equal masses";
    EXPECT_NEAR(std::hypot(flow.holding()[0] - hold[0], flow.holding()[1] - hold[1]), 0, 1e-11 * hold.norm());
    EXPECT_NEAR(flow.least_mobility(), Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d>(W).eigenvalues()[0], 1e-12 / scale);
    // The power on the slip.
    time::StepWork work;
    work.frictions.resize(1);
    work.sides.resize(1);
    flow.sort(dy.data(), work);
    EXPECT_NEAR(work.frictions[0], mu * normal_force * e.dot(slip), 1e-12);
    EXPECT_EQ(work.sum.friction, work.frictions[0]);
}

TEST(MechanismFlow, ASlipThatBeginsFollowsTheForceThatWouldHoldIt) {
    for (const double scale : {1.0, 1e-6, 1e6}) expect_to_follow_the_hold(scale);
}

TEST(MechanismFlow, BristlesBendByWhatAStepAdds) {
    const System system = point("lugre");
    time::MechanismDynamics dynamics(system);
    const time::MechanismFlow flow(dynamics);
    State state = time::initial_state(system);
    state.frictions[0].bristle = {0.01, -0.02};
    std::vector<double> increment(flow.size(), 0.0);
    increment[flow.motion_size() - 2] = 0.003;
    increment[flow.motion_size() - 1] = 0.004;
    flow.add_bristles(increment.data(), state);
    EXPECT_NEAR(state.frictions[0].bristle[0], 0.013, 1e-15);
    EXPECT_NEAR(state.frictions[0].bristle[1], -0.016, 1e-15);
}

// A flow that begins again responds as before unless a status has changed, or the memory of a closed side.
TEST(MechanismFlow, TellsWhetherItRespondsAsBefore) {
    const System system = point("coulomb");
    time::MechanismDynamics dynamics(system);
    time::MechanismFlow flow(dynamics);
    State from = time::initial_state(system);
    from.frictions[0].status = FrictionStatus::slip;
    from.frictions[0].direction = {1, 0};
    from.sides[0].memory = {.closed = true, .impact_speed = 0.3, .onset_time = 0.1, .permanent_indentation = 0.01};
    (void)flow.begin(from);
    EXPECT_TRUE(flow.begin(from));
    const auto changed = [&](auto change) {
        State other = from;
        change(other.sides[0].memory);
        const bool as_before = flow.begin(other);
        (void)flow.begin(from);
        return !as_before;
    };
    EXPECT_TRUE(changed([](contact::ContactMemory& m) { m.impact_speed = 0.4; }));
    EXPECT_TRUE(changed([](contact::ContactMemory& m) { m.onset_time = 0.2; }));
    EXPECT_TRUE(changed([](contact::ContactMemory& m) { m.permanent_indentation = 0.02; }));
    EXPECT_TRUE(changed([](contact::ContactMemory& m) { m.unloading = true; }));
    EXPECT_TRUE(changed([](contact::ContactMemory& m) { m.closed = false; }));
    EXPECT_FALSE(changed([](contact::ContactMemory& m) { m.max_indentation = 0.3; })) << "no force depends on it";
    from.sides[0].memory.closed = false;
    (void)flow.begin(from);
    EXPECT_FALSE(changed([](contact::ContactMemory& m) { m.impact_speed = 0.4; })) << "an open side has no force";
}

System on_table(double speed_x, double speed_y) {
    Mechanisms m;
    m.body("arm", 1, 0.02, {{"O", pair_of(-0.2, 0)}});
    m.hinge("O", pair_of(0, 0), "arm.O");
    m.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 0.5}, {"free", list({"ux", "uy"})}});
    m.add("friction", {{"name", "table"},
                       {"node", "p"},
                       {"directions", list({vector(0.6, 0.8, 0), vector(-0.8, 0.6, 0)})},
                       {"normal_force", 40},
                       {"friction", table({{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", 0.3}})}});
    System system = m.system();
    for (std::size_t i = 0; i < system.coordinate_names.size(); ++i) {
        if (system.coordinate_names[i] == "p.ux") system.v0[static_cast<Eigen::Index>(i)] = speed_x;
        if (system.coordinate_names[i] == "p.uy") system.v0[static_cast<Eigen::Index>(i)] = speed_y;
    }
    return system;
}

TEST(MechanismStepWork, OfFrictionIsItsForceTimesTheWay) {
    for (const double angle : {0.0, 0.4, 2.1}) {
        for (const double step : {0.005, 0.0125}) {
            const MechanismRun run = run_mechanism(on_table(2 * std::cos(angle), 2 * std::sin(angle)), *alpha(), step, 0.05);
            // 12 N on 0.5 kg: 24 m/s2 for 0.05 s.
            const double way = 2 * 0.05 - 0.5 * 24 * 0.05 * 0.05;
            EXPECT_NEAR(run.energy.friction, 12 * way, 1e-9) << angle << ' ' << step;
            EXPECT_NEAR(run.energy.remainder, 0, 1e-9) << angle << ' ' << step;
            const System system = on_table(2 * std::cos(angle), 2 * std::sin(angle));
            const auto of_method = alpha();
            const auto stepper = of_method->bind(system, time::Events::locate);
            State state = time::initial_state(system);
            time::DissipationLog log;
            std::vector<time::Observer*> observers{&log};
            time::MarchOptions options;
            options.step = step;
            options.duration = 0.05;
            options.order = of_method->order();
            time::march(system, *stepper, options, state, observers);
            EXPECT_NEAR(log.of_friction(0, 0, 0.05), 12 * way, 1e-9) << angle << ' ' << step;
        }
    }
}

}  // namespace
}  // namespace jounce::test::mechanism_flow_test
