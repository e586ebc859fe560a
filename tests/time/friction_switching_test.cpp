// Physics: stick and slip of set-valued frictions at one instant, of masses that are written down by hand.
// Reference: closed forms. The force that would hold a slip, F = f + m a; impulses and velocities of free masses; which sticks
// hold one motion, and along what they slip: b' M^-1 e. Tolerance: round-off, 1e-12 of entries of size one. Controls: the same
// with a little more or less of what decides.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/events/friction_events.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "closed_signal.hpp"
#include "rubbing_masses.hpp"
#include "time/equations/held_motions.hpp"
#include "time/equations/plane_slip.hpp"

namespace jounce::friction_switching_test {
namespace {

using namespace test::rubbing_masses;
using contact::ContactEvent;
using contact::Slip;

struct Switcher {
    Switcher(const System& system, State& at_instant)
        : state(at_instant), watch(system, false), motions(system), switching(system, watch, motions) {}
    void apply(ContactEvent event, int friction = 0) {
        std::vector<time::EventCandidate> none;
        watch.examine(state, state, none);
        switching.add({friction, event, 0, true});
        switching.apply(state);
    }
    State& state;
    time::FrictionWatch watch;
    time::HeldMotions motions;
    time::FrictionSwitching switching;
};

// The force that would hold a slip with the rate b v: F = f + a/(b M^-1 b), a its acceleration.
TEST(FrictionSwitching, AReversedSlipEndsWhereItCanBeHeld) {
    constexpr double m = 2, b = 3;
    System system = masses({m});
    add(system, law(0.4, 0.5), {vector({b})});
    for (const double load : {1.4, 1.8}) {  // along the coordinate: 1/b of it along the slip; 5 N can be held
        for (const double sign : {1.0, -1.0}) {
            State before = at(system, vector({0.1 * sign}), FrictionStatus::slip),
                  after = at(system, vector({-0.1 * sign}), FrictionStatus::slip);
            const double force = 4 * sign, pull = 10 * load * sign;
            after.frictions[0].force[0] = force;
            after.a[0] = (pull - b * force) / m;
            Switcher s(system, after);
            s.switching.add_ended_slips(before, after, after);
            EXPECT_EQ(s.switching.collected().size(), pull / b * sign <= 5 ? 1U : 0U) << load;
        }
    }
    // Within a dead band it ends in any case, if it came from above.
    System karnopp = masses({m});
    add(karnopp, law(0.4, 0.5, 0.02), {vector({b})});
    for (const double was : {0.03, 0.01}) {
        State before = at(karnopp, vector({was / b}), FrictionStatus::slip),
              after = at(karnopp, vector({0.015 / b}), FrictionStatus::slip);
        after.a[0] = 1e3;
        Switcher s(karnopp, after);
        s.switching.add_ended_slips(before, after, after);
        EXPECT_EQ(s.switching.collected().size(), was > 0.02 ? 1U : 0U);
    }
}

// In a plane the direction turns without rest, unless the slip passes close by zero: within a fifth of its speed at the begin.
TEST(FrictionSwitching, ASlipInAPlaneEndsWhereItPassesThroughRest) {
    System system = masses({1, 1});
    add(system, law(0.4, 0.5), {vector({1, 0}), vector({0, 1})});
    for (const double aside : {0.0, 0.019, 0.021}) {
        for (const double load : {4.9, 5.1}) {
            // From 0.1 (0.6, 0.8) back along the same line, `aside` of zero.
            State before = at(system, vector({0.06 - 0.8 * aside, 0.08 + 0.6 * aside}), FrictionStatus::slip),
                  after = at(system, vector({-0.06 - 0.8 * aside, -0.08 + 0.6 * aside}), FrictionStatus::slip);
            after.frictions[0].force = {-2.4, -3.2};
            after.a = vector({2.4 - 0.6 * load, 3.2 - 0.8 * load});
            Switcher s(system, after);
            const bool passes = aside < 0.2 * std::hypot(0.1, aside);
            EXPECT_EQ(s.switching.any_passes_rest(before, after), passes) << aside;
            s.switching.add_ended_slips(before, after, after);
            EXPECT_EQ(s.switching.collected().size(), passes && load < 5 ? 1U : 0U) << aside << " " << load;
        }
    }
}

TEST(FrictionSwitching, FrictionsOnOneMotionComeToRestTogether) {
    System system = masses({2, 3});
    add(system, law(0.4, 0.5), {vector({1, 0})});
    add(system, law(0.4, 0.5), {vector({-1, 0})});
    add(system, law(0.4, 0.5), {vector({0, 1})});
    State state = at(system, vector({1e-3, 0.2}), FrictionStatus::slip);
    Switcher(system, state).apply(ContactEvent::slip_ends);
    EXPECT_EQ(state.frictions[0].status, FrictionStatus::stick);
    EXPECT_EQ(state.frictions[1].status, FrictionStatus::stick);
    EXPECT_EQ(state.frictions[2].status, FrictionStatus::slip);
    EXPECT_NEAR(state.v[0], 0, tiny);
    EXPECT_EQ(state.v[1], 0.2);
    EXPECT_NEAR(state.frictions[0].impulse[0], 2 * 1e-3, tiny);
    EXPECT_NEAR(state.frictions[0].speed_before[0], 1e-3, tiny);
}

// What the location of its end leaves of a slip past a closed stop stays in the slip: what rests on the stop does not leave it.
TEST(FrictionSwitching, AStopKeepsWhatRestsOnIt) {
    constexpr double left = 1e-3;
    System system = masses({2});
    test::add_contact(system, "stop", test::stop(0), std::make_shared<test::RigidLaw>(0.5), {vector({1})});
    add(system, law(0.4, 0.5), {vector({1})});
    move(system, std::make_shared<test::ClosedSignal>(std::array<double, 4>{0, left, 0, 0}), -1, 1);
    State state = at(system, vector({0}), FrictionStatus::slip);
    state.sides[0].memory.closed = true;
    state.sides[0].normal = {1, 0};
    Switcher(system, state).apply(ContactEvent::slip_ends);
    EXPECT_EQ(state.frictions[0].status, FrictionStatus::stick);
    EXPECT_NEAR(state.v[0], 0, tiny * left);
    // Control: without the stop the mass is taken along.
    State open = at(system, vector({0}), FrictionStatus::slip);
    Switcher(system, open).apply(ContactEvent::slip_ends);
    EXPECT_NEAR(open.v[0], left, tiny * left);
}

// Where such a slip is inside a dead band, no impulse removes it: it goes on to its zero.
TEST(FrictionSwitching, ASlipPastAStopGoesOnToItsZero) {
    constexpr double speed = 0.015;
    for (const double sign : {1.0, -1.0}) {
        System system = masses({2, 5});
        test::add_contact(system, "stop", test::stop(0), std::make_shared<test::RigidLaw>(0.5), {vector({1, 0})});
        add(system, law(0.4, 0.5, 0.02), {vector({1, 0})});
        add(system, law(0.4, 0.5, 0.02), {vector({0, 1})});
        move(system, std::make_shared<test::ClosedSignal>(std::array<double, 4>{0, sign * speed, 0, 0}), -1, 1);
        State state = at(system, vector({0, 0}), FrictionStatus::slip);
        state.frictions[1].status = FrictionStatus::stick;
        state.sides[0].memory.closed = true;
        state.sides[0].normal = {1, 0};
        Switcher(system, state).apply(ContactEvent::slip_ends);
        EXPECT_EQ(state.frictions[0].status, FrictionStatus::slip);
        EXPECT_TRUE(state.frictions[0].breaking);
        EXPECT_EQ(state.frictions[1].status, FrictionStatus::stick);
        EXPECT_NEAR(state.v[0], 0, tiny);
        State open = at(system, vector({0, 0}), FrictionStatus::slip);
        Switcher(system, open).apply(ContactEvent::slip_ends);
        EXPECT_EQ(open.frictions[0].status, FrictionStatus::stick);
        EXPECT_NEAR(open.v[0], sign * speed, tiny);
    }
}

// Two belts of different speeds, both within the dead band: no impulse removes both slips, and no stick is left that an impulse
// could bring to rest. Both slips go on to their zeros.
TEST(FrictionSwitching, SlipsBetweenTwoBeltsGoOnToTheirZeros) {
    System system = masses({2});
    for (const double speed : {0.015, -0.01}) {
        add(system, law(0.4, 0.5, 0.02), {vector({1})});
        PrescribedMotion belt;
        belt.signal = std::make_shared<test::ClosedSignal>(std::array<double, 4>{0, speed, 0, 0});
        belt.mass_row = belt.damping_row = belt.stiffness_row = Vector::Zero(1);
        const auto number = static_cast<int>(system.recovery.prescribed.size());
        belt.mass = belt.damping = belt.stiffness = std::vector<double>(static_cast<std::size_t>(number) + 1, 0.0);
        system.recovery.prescribed.push_back(belt);
        system.rows.back().prescribed = {number};
        system.rows.back().prescribed_coefficient = {-1};
    }
    State state = at(system, vector({0.001}), FrictionStatus::slip);
    state.frictions[1].status = FrictionStatus::stick;
    Switcher(system, state).apply(ContactEvent::slip_ends);
    for (const FrictionState& friction : state.frictions) {
        EXPECT_EQ(friction.status, FrictionStatus::slip);
        EXPECT_TRUE(friction.breaking);
        EXPECT_EQ(friction.impulse[0], 0);
    }
    EXPECT_EQ(state.v[0], 0.001);
}

// All that leave the dead band at one instant leave it together.
TEST(FrictionSwitching, SlipsLeaveTheirDeadBandsTogether) {
    System system = masses({1, 1, 1});
    for (int i = 0; i < 3; ++i) add(system, law(0.4, 0.5, 0.02), {Vector::Unit(3, i)});
    State state = at(system, vector({0.02 * (1 + 1e-12), 0.02 * (1 - 1e-12), 0.0199}), FrictionStatus::slip);
    for (FrictionState& f : state.frictions) f.breaking = true;
    Switcher(system, state).apply(ContactEvent::band_left);
    EXPECT_FALSE(state.frictions[0].breaking);
    EXPECT_FALSE(state.frictions[1].breaking);
    EXPECT_TRUE(state.frictions[2].breaking);
}

// Two pads under one body with the masses m_x and m_y, the second with axes that are turned by 0.6 and scaled, and a rail along
// x: the first begins to slip along e, so the body moves along M^-1 e, and the second slips along that. The rail holds x only:
// not the same motion. A pad under another body stays.
TEST(FrictionSwitching, SticksThatHoldOneMotionSlipTogether) {
    const double mx = 2, my = 5, c = std::cos(0.6), s = std::sin(0.6);
    System system = masses({mx, my, 3});
    const auto pad = law(0.3, 0.5);
    add(system, pad, {vector({1, 0, 0}), vector({0, 1, 0})});
    add(system, pad, {vector({1.5 * c, 1.5 * s, 0}), vector({-0.7 * s, 0.7 * c, 0})});
    add(system, pad, {vector({1, 0, 0})});
    add(system, pad, {vector({0, 0, 1})});
    State state = at(system, vector({0, 0, 0}), FrictionStatus::stick);
    state.frictions[0].force = {3, -4};
    Switcher(system, state).apply(ContactEvent::stick_breaks);
    const Vector move = vector({0.6 / mx, -0.8 / my});
    const Slip second{1.5 * (c * move[0] + s * move[1]), 0.7 * (c * move[1] - s * move[0])};
    EXPECT_EQ(state.frictions[0].status, FrictionStatus::slip);
    EXPECT_NEAR(state.frictions[0].direction[0], 0.6, tiny);
    EXPECT_NEAR(state.frictions[0].direction[1], -0.8, tiny);
    EXPECT_EQ(state.frictions[1].status, FrictionStatus::slip);
    EXPECT_NEAR(state.frictions[1].direction[0], second[0] / contact::norm(second), tiny);
    EXPECT_NEAR(state.frictions[1].direction[1], second[1] / contact::norm(second), tiny);
    EXPECT_EQ(state.frictions[2].status, FrictionStatus::stick);
    EXPECT_EQ(state.frictions[3].status, FrictionStatus::stick);
    // A rail that is parted along itself takes another one on the same line with it.
    add(system, pad, {vector({-2, 0, 0})});
    State along = at(system, vector({0, 0, 0}), FrictionStatus::stick);
    along.frictions[0].status = along.frictions[1].status = FrictionStatus::open;
    along.frictions[2].force = {6, 0};
    Switcher(system, along).apply(ContactEvent::stick_breaks, 2);
    EXPECT_EQ(along.frictions[2].status, FrictionStatus::slip);
    EXPECT_EQ(along.frictions[4].status, FrictionStatus::slip);
    EXPECT_EQ(along.frictions[4].direction[0], -1);
    EXPECT_EQ(along.frictions[3].status, FrictionStatus::stick);
}

// s = (t - 1)^2 100 m turns back at 1 s without a jump, where its speed is rounding; another one jumps there.
TEST(FrictionSwitching, ASupportThatTurnsBackKeepsItsStickAndOneThatJumpsDoesNot) {
    struct Motion final : Signal {
        explicit Motion(double by, double from = 0) : jump(by), speed(from) {}
        double value(double t) const override { return sample(t).value; }
        SignalSample sample(double t) const override {
            return {100 * (t - 1) * (t - 1), speed + 200 * (t - 1) + (t >= 1 ? jump : 0), 200};
        }
        double jump, speed;
    };
    for (const double jump : {0.0, 1e-3}) {
        for (const double coefficient : {-0.25, 0.25}) {
            System system = masses({2});
            add(system, law(0.4, 0.5), {vector({1})});
            move(system, std::make_shared<Motion>(jump), coefficient, 0);
            State state = at(system, vector({1e-15}), FrictionStatus::stick);
            Switcher(system, state).switching.slip_where_speeds_jump(state);
            EXPECT_EQ(state.frictions[0].status, jump > 0 ? FrictionStatus::slip : FrictionStatus::stick) << coefficient;
            if (jump > 0) {
                EXPECT_EQ(state.frictions[0].direction[0], std::copysign(1, coefficient));
            }
        }
    }
    // In a plane: along the jump, a vector of length one.
    System plane = masses({2, 2});
    add(plane, law(0.4, 0.5), {vector({1, 0}), vector({0, 1})});
    move(plane, std::make_shared<Motion>(1e-3), 0.3, 0);
    plane.rows[1].prescribed = plane.rows[0].prescribed;
    plane.rows[1].prescribed_coefficient = {-0.4};
    State jumped = at(plane, vector({0, 0}), FrictionStatus::stick);
    Switcher(plane, jumped).switching.slip_where_speeds_jump(jumped);
    EXPECT_EQ(jumped.frictions[0].status, FrictionStatus::slip);
    EXPECT_NEAR(jumped.frictions[0].direction[0], 0.6, tiny);
    EXPECT_NEAR(jumped.frictions[0].direction[1], -0.8, tiny);
    // Of a speed of 100 m/s, the tenth digit is rounding.
    for (const double jump : {1e-8, 1e-6}) {
        System system = masses({2});
        add(system, law(0.4, 0.5), {vector({1})});
        move(system, std::make_shared<Motion>(jump, 100), -1, 0);
        State state = at(system, vector({100}), FrictionStatus::stick);
        Switcher(system, state).switching.slip_where_speeds_jump(state);
        EXPECT_EQ(state.frictions[0].status, jump > 1e-7 ? FrictionStatus::slip : FrictionStatus::stick);
    }
}

}  // namespace
}  // namespace jounce::friction_switching_test
