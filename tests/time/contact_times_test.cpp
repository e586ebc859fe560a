// Physics: how long the contacts of each gap last and at which speeds, known before a run.
// Reference: closed forms of two masses between springs, m1 at the stop: the mass at the gap is m1, that of a slow push
// u = K^-1 b is u' M u/(b u)^2; a contact lasts 2.94 delta_m/v, delta_m from the energy m v^2/2: on a linear stop 2.94
// (m/S)^(1/2) at any speed. Tolerance: the shift of 1e-12 in the push, and bisections to round-off.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "base/messages/error.hpp"
#include "contact/impacts/delivered_restitution.hpp"
#include "masses_at_a_stop.hpp"
#include "time/advice/slow_push.hpp"

namespace jounce::contact_times_test {
namespace {

using namespace test::masses_at_a_stop;
using test::ClosedSignal;

TEST(ContactTimes, OfTheMassAtTheGapAndOfASlowPush) {
    System system = pair(1e-6);
    system.v0 = Vector{{2.5, -1}};
    const time::ContactTime of = only(system);
    EXPECT_DOUBLE_EQ(of.speed, 2.5);
    EXPECT_NEAR(of.node, 2.94 * std::sqrt(m1 / S), tolerance * of.node);
    EXPECT_NEAR(of.body, 2.94 * std::sqrt(push.mass / S), tolerance * of.body);
    EXPECT_NEAR(of.frequency, push.frequency, tolerance * of.frequency);
    EXPECT_NEAR(of.damping, push.damping, tolerance);
    EXPECT_GT(of.body, 3 * of.node) << "m2 moves as well";
    EXPECT_GT(of.damping, 1e-4);
}

// The fastest of: the speed at the start, the fall over the clearance under the largest load, and a vibration as large as it.
TEST(ContactTimes, AtTheFastestApproach) {
    const double d = 2e-3;
    System thrown = pair(d);
    for (const double v : {2.5, -2.5}) {  // also away from the stop: it comes back
        thrown.v0 = Vector{{v, 0}};
        EXPECT_DOUBLE_EQ(only(thrown).speed, 2.5);
    }
    // 40 N at first, 90 N at the end of the run; of both loads the sum.
    System pushed = pair(d);
    load(pushed, Vector{{1, 3}}, {10, 80, 0, 0});
    load(pushed, Vector{{1, 0}}, {0, 0, 40, 0}, 2);  // its second derivative: 80 N all the time
    EXPECT_NEAR(only(pushed).speed, std::sqrt(2 * (10 + 80 * 0.5 + 80) / m1 * d), 1e-12);
    System pulled = pair(d);
    load(pulled, Vector{{1, 0}}, {10, -800, 0, 0});  // largest at the end, to the other side
    EXPECT_NEAR(only(pulled).speed, std::sqrt(2 * (800 * 0.5 - 10) / m1 * d), 1e-12);
    // A slow sine: the structure's own frequency; a fast one: its frequency. Each across the clearance.
    for (const double frequency : {0.5, 300.0}) {
        System shaken = pair(d);
        sine(shaken, Vector{{1e-3, 0}}, 1, frequency);
        EXPECT_NEAR(only(shaken, 10).speed, std::max(2 * pi * frequency, push.frequency) * d, tolerance) << frequency;
    }
    // Thrown apart from the gap: the frequency of the mode shape, (v' K v/v' M v)^(1/2).
    System apart = pair(d);
    apart.linear.C *= 0.0;
    apart.v0 = Vector{{0, 1}};
    EXPECT_NEAR(only(apart).speed, std::max(std::sqrt((k1 + k2) / m2), push.frequency) * d, tolerance);
}

// Pressed at the start by an interference p: the energy of the vibration is the stop's. Pressed from contact without a force by a
// load F: the stop holds U(d) = F d where the body turns, of which a quarter vibrates (for a linear stop exactly).
TEST(ContactTimes, OfAContactThatIsClosedAtTheStart) {
    const double p = 2e-4;
    System preloaded = pair(-p, hertz());
    preloaded.v0 = Vector{{1e-3, 0}};
    const double stored = 0.4 * 3e9 * std::pow(p, 2.5);
    time::ContactTime of = only(preloaded);
    EXPECT_NEAR(of.speed, std::sqrt(2 * stored / m1), tolerance * of.speed);
    EXPECT_NEAR(of.node, hertz_time(m1, stored), tolerance * of.node);
    EXPECT_NEAR(of.body, hertz_time(push.mass, stored), tolerance * of.body);
    const double F = 700;
    System pressed = pair(0, hertz());
    load(pressed, b, {F, 0, 0, 0});
    const double vibrates = F * std::pow(F / (0.4 * 3e9), 1 / 1.5) / 4;
    of = only(pressed);
    EXPECT_NEAR(of.speed, std::sqrt(2 * vibrates / m1), tolerance * of.speed);
    EXPECT_NEAR(of.node, hertz_time(m1, vibrates), tolerance * of.node);
    // Both.
    System both = pair(-p, hertz());
    load(both, b, {F, 0, 0, 0});
    EXPECT_NEAR(only(both).node, hertz_time(m1, stored + vibrates), tolerance * of.node);
    // In equilibrium with a constant load on a linear stop, q = F/S, nothing moves.
    System resting = test::linear_system(Matrix::Constant(1, 1, m1), Matrix::Zero(1, 1), Matrix::Zero(1, 1));
    test::add_contact(resting, "stop", test::stop(0), std::make_shared<test::DashpotLaw>(S, 0), {Vector::Ones(1)});
    load(resting, Vector::Ones(1), {F, 0, 0, 0});
    resting.q0[0] = F / S;
    EXPECT_TRUE(time::contact_times(resting, started(resting), 1).empty());
    // With a load that changes later it does; or with a function of the script, sampled beside it.
    for (const double change : {0.1, -0.1}) {
        System later = resting;
        later.loads[0].signal = std::make_shared<ClosedSignal>(std::array<double, 4>{F, change * F, 0, 0});
        EXPECT_EQ(time::contact_times(later, started(later), 1).size(), 1U) << change;
    }
    System shaken = resting;
    test::add_load(shaken, Vector::Ones(1), [](double t) { return std::sin(40 * t); });
    EXPECT_EQ(basis(shaken, 1).contacts.size(), 1U);
    EXPECT_TRUE(basis(resting, 1).contacts.empty());
}

TEST(ContactTimes, OfNothingThatMovesAreNone) {
    const System still = pair(1e-3);
    EXPECT_TRUE(time::contact_times(still, started(still), 1).empty());
    System rigid = pair(1e-3, std::make_shared<test::RigidLaw>(0.5));
    rigid.v0 = Vector{{1, 0}};
    EXPECT_TRUE(time::contact_times(rigid, started(rigid), 1).empty());
}

}  // namespace
}  // namespace jounce::contact_times_test
