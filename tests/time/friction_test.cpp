// Friction in the march: order in the step, hyperstatic sticks, what Newton's method must stand, checkpoints of the state.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "contact/friction/friction.hpp"
#include "support/small_system.hpp"
#include "time/account/energy.hpp"
#include "time/account/friction_log.hpp"
#include "time/march/march.hpp"
#include "time/methods/newmark.hpp"
#include "time/one_step/one_step.hpp"
#include "time/start/start.hpp"

namespace jounce::friction_test {
namespace {

using contact::FrictionPointer;

FrictionPointer make_friction(const char* kind, std::initializer_list<std::pair<const char*, Value>> settings) {
    Table table;
    table.set("kind", kind);
    for (const auto& [key, value] : settings) table.set(key, value);
    return contact::friction_family.make(table, "test", "friction");
}

/// Masses side by side in the coordinates q0, q1, ... with a spring to the ground each.
System masses(const std::vector<double>& m, const std::vector<double>& k, double coupling = 0) {
    const auto n = static_cast<Eigen::Index>(m.size());
    linalg::Matrix M = linalg::Matrix::Zero(n, n), K = M;
    for (Eigen::Index i = 0; i < n; ++i) {
        M(i, i) = m[static_cast<std::size_t>(i)];
        K(i, i) = k[static_cast<std::size_t>(i)];
    }
    for (Eigen::Index i = 1; i < n; ++i) K(i, i - 1) = K(i - 1, i) = coupling;
    System system = test::linear_system(M, linalg::Matrix::Zero(n, n), K);
    system.linear.half_bandwidth = static_cast<int>(n) - 1;
    return system;
}

/// Adds friction along coordinates under a constant normal force.
void add_friction(System& system, const FrictionPointer& law, double N, const std::vector<int>& coordinates) {
    Friction friction;
    friction.name = "friction " + std::to_string(system.frictions.size() + 1);
    friction.law = law;
    friction.normal_force = std::make_shared<test::FunctionSignal>([N](double) { return N; });
    friction.first_row = static_cast<int>(system.rows.size());
    friction.own_rows = friction.directions = static_cast<int>(coordinates.size());
    for (const int j : coordinates) {
        SparseRow row;
        row.index = {j};
        row.coefficient = {1};
        system.rows.push_back(row);
    }
    system.frictions.push_back(friction);
}

struct Outcome {
    State state;
    std::vector<time::FrictionEvent> events;
    time::EnergyTerms energy;
};

Outcome march(const System& system, double step, double duration, time::Events events = time::Events::locate) {
    const auto method = time::newmark({});
    const auto stepper = method->bind(system, events);
    Outcome out;
    out.state = time::initial_state(system);
    time::FrictionLog log;
    time::EnergyAccount account;
    std::vector<time::Observer*> observers{&log, &account};
    time::MarchOptions options;
    options.step = step;
    options.duration = duration;
    options.events = events;
    (void)time::march(system, *stepper, options, out.state, observers);
    out.events = log.events();
    out.energy = account.terms(out.state);
    return out;
}

// Two masses, the first driven hard: reversals at irregular instants. The events keep the order two; stepwise it is one.
TEST(Friction, LocatedEventsKeepTheOrder) {
    const auto end = [](double step, time::Events events) {
        System system = masses({1, 0.6}, {900, 400}, -150);
        system.q0[0] = 0.05;
        system.q0[1] = -0.03;
        add_friction(system, make_friction("coulomb", {{"coefficient", 0.3}}), 10, {0});
        add_friction(system, make_friction("coulomb", {{"coefficient", 0.2}, {"static_coefficient", 0.25}}), 8, {1});
        return march(system, step, 0.32, events).state.q;
    };
    const linalg::Vector fine = end(1e-5, time::Events::locate);
    const auto error = [&](double step, time::Events events) { return (end(step, events) - fine).norm(); };
    const double located = std::log2(error(2e-3, time::Events::locate) / error(5e-4, time::Events::locate)) / 2;
    EXPECT_NEAR(located, 2, 0.3);
    // Stepwise: the same limit, less accurate at the same step.
    EXPECT_LT(error(2.5e-5, time::Events::stepwise), 2e-5);
    EXPECT_GT(error(5e-4, time::Events::stepwise), 2 * error(5e-4, time::Events::locate));
}

// A mass that slides is braked by mu N/m and rests after v^2 m/(2 mu N): exact with every member of generalized-alpha, whose
// equation of motion takes a share of the force at the step's begin.
TEST(Friction, BrakesEvenlyWithEveryAlphaMethod) {
    const double m = 2, N = 10, mu = 0.3, v0 = 1.2, brake = mu * N / m;
    for (const double r : {0.0, 0.5, 0.9}) {
        const double am = (2 * r - 1) / (r + 1), af = r / (r + 1);
        const time::OneStepCoefficients coefficients{am, af, 0.25 * (1 - am + af) * (1 - am + af), 0.5 - am + af};
        for (const double duration : {0.5, 1.0}) {
            System system = masses({m}, {0});
            add_friction(system, make_friction("coulomb", {{"coefficient", mu}}), N, {0});
            system.v0[0] = v0;
            const auto stepper = time::one_step_stepper(system, coefficients, time::Events::locate);
            State state = time::initial_state(system);
            time::march(system, *stepper, {.step = 0.01, .duration = duration}, state, {});
            const double t = std::min(duration, v0 / brake);
            EXPECT_NEAR(state.q[0], t * (v0 - brake * t / 2), 1e-9) << r << ' ' << duration;
            EXPECT_NEAR(state.v[0], v0 - brake * t, 1e-9) << r << ' ' << duration;
        }
    }
}

// Two brakes on one mass share what holds it: neither alone would.
TEST(Friction, TwoBrakesHoldOneMass) {
    System system = masses({2}, {1000});
    system.q0[0] = 0.015;  // 15 N, against 10 N each
    add_friction(system, make_friction("coulomb", {{"coefficient", 1}}), 10, {0});
    add_friction(system, make_friction("coulomb", {{"coefficient", 1}}), 10, {0});
    const Outcome out = march(system, 1e-3, 0.1);
    EXPECT_TRUE(out.events.empty());
    EXPECT_NEAR(out.state.q[0], 0.015, 1e-15);
    const double held = out.state.frictions[0].force[0] + out.state.frictions[1].force[0];
    EXPECT_NEAR(held, -15, 1e-9);
    for (const FrictionState& f : out.state.frictions) EXPECT_EQ(f.status, FrictionStatus::stick);
}

// A spring in a plane with friction: elliptic motion spirals in, stops once, and stays.
TEST(Friction, MotionInAPlaneComesToRest) {
    for (const time::Events events : {time::Events::locate, time::Events::stepwise}) {
        System system = masses({1, 1}, {100, 130});
        system.q0[0] = 0.3;
        system.v0[1] = 2;
        add_friction(system, make_friction("coulomb", {{"coefficient", 0.4}}), 10, {0, 1});
        const Outcome out = march(system, 1e-3, 3, events);
        EXPECT_EQ(out.state.frictions[0].status, FrictionStatus::stick);
        EXPECT_LT(out.state.v.norm(), 1e-12);
        EXPECT_LE(std::hypot(100 * out.state.q[0], 130 * out.state.q[1]), 4 * (1 + 1e-9)) << "the spring is within the cone";
        const double E0 = 0.5 * 100 * 0.09 + 0.5 * 4;
        EXPECT_NEAR(out.energy.friction + out.energy.strain, E0, 1e-9 * E0);
        EXPECT_LT(std::abs(out.energy.remainder), 1e-9 * E0);
    }
}

// The kink of a law that is nearly a step, crossed in one step of 300 times its width: Newton alone would swing forever.
TEST(Friction, NewtonCrossesSteepLaws) {
    System system = masses({1}, {1e4});
    system.q0[0] = 0.85e-3;
    add_friction(system, make_friction("coulomb_regularised", {{"coefficient", 0.1}, {"transition_speed", 1e-7}}), 10, {0});
    const Outcome out = march(system, 1e-3, 5 * std::numbers::pi / 100);
    EXPECT_NEAR(out.state.q[0], 0.5e-4, 1e-5);  // that of the set-valued law, and the step's error
}

// Karnopp's band takes what is left of the speed; its loss is part of the account.
TEST(Friction, KarnoppHoldsBelowItsBand) {
    System system = masses({3}, {0});
    system.v0[0] = 1;
    add_friction(system, make_friction("karnopp", {{"coefficient", 0.5}, {"dead_band", 0.1}}), 12, {0});
    const Outcome out = march(system, 1e-2, 1);
    ASSERT_EQ(out.events.size(), 1u);
    EXPECT_NEAR(out.events[0].time, 0.9 / 2, 1e-10);  // 1 m/s to 0.1 m/s at 2 m/s2
    EXPECT_NEAR(out.state.q[0], (1 - 0.01) / 4, 1e-10);
    EXPECT_NEAR(out.state.v[0], 0, 1e-18);
    EXPECT_NEAR(out.energy.friction, 1.5, 1e-10);
    EXPECT_NEAR(out.energy.remainder, 0, 1e-10);
}

// In a plane the speed at the edge of the band is that of the band to round-off only, above it as often as below: it counts as
// reached all the same, or the same instant would be located for ever. Order two in the place.
TEST(Friction, KarnoppHoldsInAPlaneToo) {
    const auto at = [](double step, time::Events events) {
        System system = masses({1.3, 1.3}, {0, 0});
        const auto drive = [&](int i, double amplitude, double frequency) {
            test::add_load(system, linalg::Vector::Unit(2, i),
                           [=](double t) { return amplitude * std::sin(2 * std::numbers::pi * frequency * t); });
        };
        drive(0, 9, 3);
        drive(1, 6, 4.3);
        add_friction(system, make_friction("karnopp", {{"coefficient", 0.2}, {"dead_band", 1e-2}}), 0, {0, 1});
        system.frictions[0].normal_force =
            std::make_shared<test::FunctionSignal>([](double t) { return 22 + 20 * std::sin(2 * std::numbers::pi * 7 * t); });
        return march(system, step, 2.7, events);
    };
    const Outcome fine = at(6.25e-5, time::Events::locate);
    const auto error = [&](double step, time::Events events = time::Events::locate) {
        const Outcome out = at(step, events);
        EXPECT_LT(std::abs(out.energy.remainder), 1e-3 * out.energy.friction);
        return (out.state.q - fine.state.q).norm();
    };
    EXPECT_LT(error(1e-3), 1e-4) << "of 30 mm";
    EXPECT_LT(error(2.5e-4), 1e-5);
    EXPECT_LT(error(2.5e-4, time::Events::stepwise), 3e-3);
}

// A force within the cone deflects the bristles by f/(sigma_0 N) and no more; the account knows what they store.
TEST(Friction, BristlesHoldLikeASpring) {
    System system = masses({1}, {0});
    test::add_load(system, linalg::Vector::Ones(1), [](double) { return 2.0; });
    add_friction(system, make_friction("lugre", {{"coefficient", 0.3}, {"bristle_stiffness", 1e4}, {"bristle_damping", 30}}), 20,
                 {0});
    const Outcome out = march(system, 1e-4, 1);
    EXPECT_NEAR(out.state.frictions[0].bristle[0], 2 / (1e4 * 20), 1e-9);
    EXPECT_NEAR(out.energy.contact, 0.5 * 2 * 2 / (1e4 * 20), 1e-9);
    EXPECT_NEAR(out.energy.remainder, 0, 1e-9);
    EXPECT_GT(out.energy.friction, 0);
}

// A slip in a plane reverses where it has come to rest at an instant and moves back: more than a right angle and a third back,
// and rest is a billionth of the largest speed, now or at the present acceleration over the time that has passed. Along a line
// every change of the direction is one. What begins or ends with its contact is in the impact log.
TEST(Friction, TheLogTellsAReversalFromASlipThatTurns) {
    using What = time::FrictionEvent::What;
    System system = masses({1, 0.6}, {900, 400}, -150);
    add_friction(system, make_friction("coulomb", {{"coefficient", 0.3}}), 10, {0, 1});
    add_friction(system, make_friction("coulomb", {{"coefficient", 0.3}}), 10, {0});
    add_friction(system, make_friction("coulomb_regularised", {{"coefficient", 0.3}, {"transition_speed", 0.1}}), 10, {0});
    struct Case {
        contact::Slip direction{-1, 0};
        double speed = 0, before = 0;  // of the slip behind the instant and before it
        double largest = 0, acceleration = 0, time = 0;
        bool at_once = true, reverses = true;
    };
    const double turn = 2 * std::numbers::pi / 3;
    for (const Case& c :
         {Case{}, Case{.at_once = false, .reverses = false},  // steps of a fixed size pass by rest
          Case{.direction = {std::cos(turn + 0.01), std::sin(turn + 0.01)}},
          Case{.direction = {std::cos(turn - 0.01), std::sin(turn - 0.01)}, .reverses = false}, Case{.speed = 0.9e-12},
          Case{.speed = 1.1e-12, .reverses = false}, Case{.before = 1.1e-12, .reverses = false},
          Case{.speed = 0.9e-9, .before = 0.9e-9, .largest = 1}, Case{.speed = 1.1e-9, .largest = 1, .reverses = false},
          Case{.speed = 3.9e-9, .acceleration = 0.5, .time = 8}, Case{.speed = 3.9e-9, .acceleration = -0.5, .time = -8},
          Case{.speed = 4.1e-9, .acceleration = 0.5, .time = 8, .reverses = false}}) {
        State before = time::initial_state(system), after = before;
        time::FrictionLog log;
        log.begin(system, before);
        after.time = c.time;
        after.v[1] = -c.largest;
        after.a[0] = c.acceleration;
        for (std::size_t f = 0; f < 3; ++f) {
            before.frictions[f].status = after.frictions[f].status = FrictionStatus::slip;
            before.frictions[f].direction = {1, 0};
            after.frictions[f].direction = c.direction;
        }
        after.frictions[0].velocity = {0.6 * c.speed, -0.8 * c.speed};
        after.frictions[0].speed_before = {0.6 * c.before, 0.8 * c.before};
        after.frictions[0].force = {3, -4};
        after.frictions[0].normal_force = 7;
        if (c.at_once)
            log.switched({before, after, {}});
        else
            log.accepted({before, after, {}, {}});
        std::vector<int> found;
        for (const time::FrictionEvent& event : log.events()) {
            EXPECT_EQ(event.what, What::reversal);
            EXPECT_EQ(event.time, c.time);
            EXPECT_EQ(event.force, event.friction == 0 ? 5 : 0);
            EXPECT_EQ(event.normal_force, event.friction == 0 ? 7 : 0);
            found.push_back(event.friction);
        }
        EXPECT_EQ(found, c.reverses ? (std::vector<int>{0, 1}) : std::vector<int>{1}) << c.speed << ' ' << c.direction[0];
    }
}

}  // namespace
}  // namespace jounce::friction_test
