// Physics: which motions a step has to resolve, known before a run.
// Reference: closed forms of two masses between springs, m1 at the stop: a slow push u = K^-1 b has the frequency
// (u' K u/u' M u)^(1/2). Numbers of steps: the comments of StepBasis. Tolerance: the shift of 1e-12 in the push, and bisections
// to round-off.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "base/messages/error.hpp"
#include "contact/impacts/delivered_restitution.hpp"
#include "masses_at_a_stop.hpp"
#include "time/advice/slow_push.hpp"

namespace jounce::step_basis_test {
namespace {

using namespace test::masses_at_a_stop;
using test::ClosedSignal;

// The phase error omega^3 h^2 t/12 of a free vibration stays below 1e-3, between 80 and 400 steps in its period.
TEST(StepBasis, OfAFreeVibrationKeepsItsPhase) {
    System free = test::linear_system(Matrix::Identity(1, 1), Matrix::Zero(1, 1), Matrix::Constant(1, 1, 1e4));
    free.v0[0] = 1;
    const double omega = 100, period = 2 * pi / omega;
    for (const double turns : {1.0, 10.0, 1000.0}) {
        const double duration = turns / omega;
        const time::StepBasis out = basis(free, duration);
        const double phase = std::sqrt(12e-3 / (std::pow(omega, 3) * duration));
        EXPECT_NEAR(out.start, omega, tolerance * omega);
        EXPECT_NEAR(out.phase, phase, tolerance * phase);
        EXPECT_NEAR(out.step, turns == 1 ? period / 80 : turns == 10 ? phase : period / 400, tolerance * phase) << turns;
    }
}

// Of two motions the faster one, however slow: m1 thrown against m2 vibrates with (k1/m1)^(1/2), a load on m2 pushes slowly.
TEST(StepBasis, OfTheFasterOfTwoMotions) {
    System thrown = pair(1);
    thrown.v0 = Vector{{1, 0}};
    load(thrown, Vector{{0, 1}}, {1, 0, 0, 0});
    EXPECT_NEAR(basis(thrown, 1).start, std::sqrt(k1 / m1), tolerance * std::sqrt(k1 / m1));
    // A ship of 1e9 kg at soft lines of 1 N/m, at which a load pulls: 55 hours a period.
    System ship = test::linear_system(Matrix::Constant(1, 1, 1e9), Matrix::Zero(1, 1), Matrix::Ones(1, 1));
    load(ship, Vector::Ones(1), {1, 0, 0, 0});
    const double omega = std::sqrt(1e-9);
    EXPECT_NEAR(basis(ship, 1).start, omega, tolerance * omega);
    EXPECT_NEAR(time::SlowPush(ship).response(Vector::Ones(1)).frequency, omega, tolerance * omega);
    ship.loads.clear();
    load(ship, Vector::Ones(1), {1e-6, 0, 0, 0});  // however small
    EXPECT_NEAR(basis(ship, 1).start, omega, tolerance * omega);
    ship.loads.clear();
    ship.v0 = Vector::Ones(1);
    EXPECT_NEAR(basis(ship, 1).start, omega, tolerance * omega);
    System heavy = pair(1);
    heavy.linear.M *= 1e9;
    EXPECT_NEAR(time::SlowPush(heavy).response(b).frequency * std::sqrt(1e9), push.frequency, tolerance * push.frequency);
}

// A sweep from 10 to 50 Hz in 8 s, from 2 to 3 s of it: 25 Hz at most; it has a frequency of its own and is not sampled.
TEST(StepBasis, OfThePartOfASweep) {
    System system = pair(1, hertz(), 0);
    Table settings;
    for (const auto& [name, value] :
         {std::pair{"amplitude", 1.0}, {"from_frequency", 10.0}, {"to_frequency", 50.0}, {"duration", 8.0}})
        settings.set(name, value);
    Load swept;
    swept.pattern = b;
    swept.signal = signal_family.find("sweep")->make(settings);
    system.loads.push_back(swept);
    State state = started(system);
    state.time = 2;
    const time::StepBasis out = time::step_basis(system, state, 1);
    EXPECT_TRUE(out.sampled.empty());
    EXPECT_NEAR(out.load, 2 * pi * 25, 1e-9);
    state.v.setZero();
    state.a.setZero();
    const auto advice = time::recommended_step(system, state, 1, true);
    ASSERT_TRUE(advice);
    EXPECT_NEAR(advice->time, 1 / 25.0, 1e-12);
}

// 80 steps in a load's period. With friction 3000, or 9000 where the structure is damped by less than a thousandth.
TEST(StepBasis, OfALoad) {
    for (const double ratio : {-1.0, 0.0, 0.9e-3, 1.1e-3}) {
        System system = test::linear_system(Matrix::Identity(1, 1), Matrix::Constant(1, 1, 2 * std::max(ratio, 0.0) * 100),
                                            Matrix::Constant(1, 1, 1e4));
        sine(system, Vector::Ones(1), 1, 40);
        const State state = started(system);
        if (ratio >= 0) {
            test::add_row(system, Vector::Ones(1));
            Friction friction;
            friction.own_rows = 1;
            system.frictions.push_back(friction);
        }
        const double steps = ratio < 0 ? 80 : ratio > 1e-3 ? 3000 : 9000;
        const time::StepBasis out = time::step_basis(system, state, 0.01);
        EXPECT_NEAR(out.load, 2 * pi * 40, 1e-9);
        EXPECT_EQ(out.steps_of_load, steps) << ratio;
        EXPECT_NEAR(out.step, 1 / 40.0 / steps, tolerance / steps) << ratio;
    }
}

// 20 steps in the contact of the mass at the gap, 30 with several gaps; 68 N^(1/2) from 120 to 320 in that of the body, N
// impacts: two in each period, at each gap.
TEST(StepBasis, OfContacts) {
    for (const double m : {m2, 500.0}) {  // a heavy body: the mass at the gap asks for shorter steps
        for (const int gaps : {1, 2}) {
            for (const bool shaken : {false, true}) {
                for (const double impacts : {1.0, 6.0, 100.0}) {
                    System system = pair(1e-5, std::make_shared<test::DashpotLaw>(S, 0), gaps);
                    system.linear.M = test::sparse(Eigen::Vector2d(m1, m).asDiagonal());
                    load(system, b, {5, 0, 0, 0});
                    system.q0 = solved(K, 5 * b);
                    double omega = time::SlowPush(system).response(b).frequency;  // of the body between the impacts
                    if (shaken) {
                        sine(system, b, 1e-6, 300);
                        omega = 2 * pi * 300;
                    }
                    const double duration = impacts / (2 * omega / (2 * pi)) / gaps;
                    const State state = started(system);
                    const time::StepBasis out = time::step_basis(system, state, duration);
                    ASSERT_EQ(out.contacts.size(), static_cast<std::size_t>(gaps));
                    // What is excited at the start may be faster than the slow push.
                    const double expected = impacts * std::max(1.0, out.start / omega);
                    const double steps = 80 * std::clamp(std::sqrt(expected / 1.4), 1.5, 4.0);
                    EXPECT_EQ(out.steps_of_node, gaps == 1 ? 20 : 30);
                    EXPECT_NEAR(out.steps_of_body, steps, 1e-6 * steps) << impacts;
                    const double step = std::min(out.contacts[0].node / out.steps_of_node, out.contacts[0].body / steps);
                    EXPECT_NEAR(out.step, step, 1e-6 * step);
                }
            }
        }
    }
}

// Across the clearance at the faster of a load and of the motion at the start.
TEST(StepBasis, ApproachesAtTheFasterVibration) {
    const double d = 1e-2;
    for (const double frequency : {1.0, 300.0}) {
        System system = pair(d);
        system.v0 = Vector{{1e-3, 0}};
        sine(system, Vector{{1e-3, 0}}, 1, frequency);
        const time::StepBasis out = basis(system, 1);
        ASSERT_EQ(out.contacts.size(), 1U);
        EXPECT_NEAR(out.start, std::sqrt(k1 / m1), 0.01 * out.start);
        EXPECT_NEAR(out.contacts[0].speed, std::max(out.start, 2 * pi * frequency) * d, tolerance);
    }
    // Falls under 50 N and a function of 400 N at most, in the other direction.
    System pushed = pair(d);
    load(pushed, b, {50, 0, 0, 0});
    test::add_load(pushed, -b, [](double t) { return 400 * std::sin(2 * pi * 0.1 * t); });
    EXPECT_NEAR(basis(pushed, 5).contacts[0].speed, std::sqrt(2 * 450 / m1 * d), 1e-4);
}

// A function of the script: a sine has, by the trapezoidal rule, nearly its own frequency. A half sine of 2 ms in a long run is a
// pulse: its frequency w excites the velocities (K + w^2 M)^-1 p, a vibration until its decay ends the growth of a phase error.
TEST(StepBasis, OfFunctions) {
    System swung = pair(1);
    test::add_load(swung, Vector{{0, 1e-3}}, [](double t) { return std::sin(2 * pi * 30 * t); });
    const time::StepBasis sampled = basis(swung, 1);
    ASSERT_EQ(sampled.sampled.size(), 1U);
    EXPECT_FALSE(sampled.sampled[0].pulse());
    EXPECT_NEAR(sampled.load, 2 * pi * 30, 0.1 * 2 * pi * 30);
    EXPECT_EQ(sampled.sampled[0].excited, 0);
    EXPECT_DOUBLE_EQ(sampled.sampled[0].step, 2 * pi / sampled.sampled[0].angular_frequency / 80);

    // A function that fails later is known up to there; one that fails at once is not.
    System fails = pair(1);
    double last = 0.7;
    test::add_load(fails, Vector{{0, 1e-3}}, [&last](double t) {
        if (t > last) throw computation_failed("gone");
        return std::sin(2 * pi * 30 * t);
    });
    EXPECT_NEAR(basis(fails, 1).step, sampled.step, 0.1 * sampled.step);
    last = -1;
    EXPECT_TRUE(time::sampled_loads(fails, 0, 1).empty());

    const Vector pattern{{1, 0.4}};
    System hit = pair(1);
    const double length = 2e-3, duration = 3;
    test::add_load(hit, pattern, [&](double t) { return t > 0.1 && t < 0.1 + length ? std::sin(pi * (t - 0.1) / length) : 0.0; });
    const time::StepBasis out = basis(hit, duration);
    ASSERT_EQ(out.sampled.size(), 1U);
    const time::SampledLoad& of = out.sampled[0];
    EXPECT_TRUE(of.pulse());
    EXPECT_EQ(out.load, 0);
    const double w = of.angular_frequency;
    EXPECT_GT(w, 0.5 * pi / length);
    const Vector v = solved(K + w * w * M, pattern);
    const double excited = std::sqrt(v.dot(K * v) / v.dot(M * v)), decay = 0.5 * v.dot(C * v) / v.dot(M * v);
    EXPECT_NEAR(of.excited, excited, tolerance * excited);
    EXPECT_NEAR(of.lasting, 1 / (std::numbers::e * decay), tolerance * of.lasting);
    ASSERT_LT(of.lasting, 0.9 * duration);
    EXPECT_EQ(out.excited, of.excited);
    const double phase =
        std::clamp(std::sqrt(12e-3 / (std::pow(excited, 3) * 4 * of.lasting)), 2 * pi / excited / 400, 2 * pi / excited / 80);
    EXPECT_EQ(of.by_vibration, phase < 2 * pi / w / 80);
    EXPECT_NEAR(of.step, std::min(phase, 2 * pi / w / 80), tolerance * of.step);
    EXPECT_LE(out.step, of.step);
    // Without dampers the vibration lasts as long as the run.
    hit.linear.C *= 0.0;
    EXPECT_NEAR(basis(hit, duration).sampled[0].lasting, duration, 1e-12);
}

// A half sine of twice the frequency of a damped mass: its vibration needs the shorter steps, for as long as it lasts.
TEST(StepBasis, OfAVibrationAfterAPulse) {
    const double omega = 100, length = pi / 200, r = 1 / (std::numbers::e * 0.05);
    System system = test::linear_system(Matrix::Identity(1, 1), Matrix::Constant(1, 1, 2 * r), Matrix::Constant(1, 1, 1e4));
    const auto pulse = [&](double t) { return t > 0.1 && t < 0.1 + length ? std::sin(pi * (t - 0.1) / length) : 0.0; };
    test::add_load(system, Vector::Ones(1), pulse);
    const time::StepBasis out = basis(system, 3);
    ASSERT_EQ(out.sampled.size(), 1U);
    EXPECT_NEAR(out.excited, omega, tolerance * omega);
    EXPECT_NEAR(out.sampled[0].lasting, 0.05, tolerance);
    EXPECT_TRUE(out.sampled[0].by_vibration);
    const double phase = std::sqrt(12e-3 / (1e6 * 4 * 0.05));
    EXPECT_NEAR(out.sampled[0].step, phase, 1e-6 * phase);
    EXPECT_EQ(out.step, out.sampled[0].step);
    // Two loads with one signal are one load.
    System shared = pair(1), split = pair(1);
    test::add_load(shared, Vector{{1, 0.4}}, pulse);
    test::add_load(split, Vector{{1, 0}}, pulse);
    split.loads.push_back(split.loads[0]);
    split.loads[1].pattern = Vector{{0, 0.4}};
    const time::StepBasis one = basis(shared, 3), two = basis(split, 3);
    ASSERT_EQ(two.sampled.size(), 1U);
    EXPECT_EQ(two.excited, one.excited);
    EXPECT_EQ(two.sampled[0].lasting, one.sampled[0].lasting);
}

// Two jumps a time T apart are a pulse of the frequency pi/T, and each one of four times the frequency of a slow load's response:
// that with the larger omega^3 t counts.
TEST(StepBasis, OfJumps) {
    const Vector pattern{{1, 0.4}};
    const Vector u = solved(K, pattern);
    const double slow = std::sqrt(u.dot(K * u) / u.dot(M * u));
    const auto excited = [&](double w) {
        const Vector v = solved(K + w * w * M, pattern);
        const double omega = std::sqrt(v.dot(K * v) / v.dot(M * v)), decay = 0.5 * v.dot(C * v) / v.dot(M * v);
        return std::pair{omega, 1 / (std::numbers::e * decay)};
    };
    for (const bool damped : {true, false}) {
        for (const double length : {0.004, 0.02, 0.3}) {
            System hit = pair(1);
            if (!damped) hit.linear.C *= 0.0;
            // The shortest of two lengths, whichever comes first.
            test::add_load(hit, pattern, [&](double t) {
                return (t > 0.5 && t < 0.5 + length) || (t > 1.5 && t < 1.5 + 1.7 * length) ? 1.0 : 0.0;
            });
            const time::StepBasis out = basis(hit, 3);
            ASSERT_EQ(out.sampled.size(), 1U);
            const auto of = [&](double w) {
                auto found = excited(w);
                if (!damped) found.second = 3;
                return found;
            };
            auto best = of(4 * slow);
            if (pi / length > slow) {
                const auto other = of(pi / length);
                if (std::pow(other.first, 3) * other.second > std::pow(best.first, 3) * best.second) best = other;
            }
            EXPECT_NEAR(out.excited, best.first, 1e-8 * best.first) << length;
            EXPECT_NEAR(out.sampled[0].lasting, best.second, 1e-8 * best.second) << length;
        }
    }
}

// A mass on a damped spring against a linear stop S with a dashpot: errors of its impacts die out where the spring is damped by
// 0.02 and an impact returns at most half of the speed, or 0.6 where the contact lasts for a twentieth of a period: 2.94
// (k/S)^(1/2) > pi/10. The restitution is that of the stop.
TEST(StepBasis, ErrorsOfImpactsDieOutWhereTheyLoseEnough) {
    constexpr double m = 0.8, k = 500;
    int damped = 0, not_damped = 0;
    for (const double stop : {50 * k, 150 * k}) {
        const bool lasts = 2.94 * std::sqrt(k / stop) > pi / 10;
        for (const double ratio : {0.019, 0.021}) {
            for (const double share : {0.10, 0.15, 0.18, 0.20, 0.22, 0.25, 0.30, 0.40}) {  // of the critical damping of the stop
                const auto law = std::make_shared<test::DashpotLaw>(stop, 2 * share * std::sqrt(m * stop));
                System system = test::linear_system(test::scalar(m), test::scalar(2 * ratio * std::sqrt(m * k)), test::scalar(k));
                test::add_contact(system, "stop", test::stop(1e-3), law, {Vector::Ones(1)});
                system.v0[0] = 0.5;
                const time::StepBasis basis = time::step_basis(system, started(system), 1);
                const double e = contact::delivered_restitution(*law, m, 0.5);
                const bool expected = ratio > 0.02 && e <= (lasts ? 0.6 : 0.5);
                EXPECT_EQ(basis.damped, expected) << stop << ' ' << ratio << ' ' << share << ' ' << e;
                (expected ? damped : not_damped) += 1;
            }
        }
    }
    EXPECT_GT(damped, 4);
    EXPECT_GT(not_damped, 18);
}

}  // namespace
}  // namespace jounce::step_basis_test
