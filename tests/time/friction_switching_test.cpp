// Physics: stick and slip of set-valued frictions at one instant and within one step, of masses that are written down by hand.
// Reference: closed forms. The slip along a line as a polynomial of time, whose zero is known; the force that would hold a slip,
// F = f + m a; impulses and velocities of free masses; which sticks hold one motion, and along what they slip: b' M^-1 e.
// Tolerance: round-off, 1e-12 of entries of size one. Controls: the same with a little more or less of what decides.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/events/friction_events.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "closed_signal.hpp"
#include "contact/friction/friction.hpp"
#include "support/small_system.hpp"
#include "time/equations/held_motions.hpp"
#include "time/equations/plane_slip.hpp"
#include "time/start/start.hpp"

namespace jounce::friction_switching_test {
namespace {

using contact::ContactEvent;
using contact::Slip;

contact::FrictionPointer law(double coefficient, double static_coefficient, double dead_band = 0) {
    Table table;
    table.set("kind", dead_band > 0 ? "karnopp" : "coulomb");
    table.set("coefficient", coefficient);
    table.set("static_coefficient", static_coefficient);
    if (dead_band > 0) table.set("dead_band", dead_band);
    return contact::friction_family.make(table, "test", "friction");
}

System masses(const std::vector<double>& m) {
    const auto n = static_cast<Eigen::Index>(m.size());
    Matrix M = Matrix::Zero(n, n);
    for (Eigen::Index i = 0; i < n; ++i) M(i, i) = m[static_cast<std::size_t>(i)];
    return test::linear_system(M, Matrix::Zero(n, n), Matrix::Zero(n, n));
}

/// Friction whose slip has these rows, under 10 N.
void add(System& system, const contact::FrictionPointer& of, const std::vector<Vector>& rows) {
    Friction friction;
    friction.law = of;
    friction.normal_force = std::make_shared<test::FunctionSignal>([](double) { return 10.0; });
    friction.first_row = static_cast<int>(system.rows.size());
    friction.own_rows = friction.directions = static_cast<int>(rows.size());
    for (const Vector& row : rows) test::add_row(system, row);
    system.frictions.push_back(friction);
}

/// The slips are relative to a support with this motion.
void move(System& system, SignalPointer motion, double coefficient, std::size_t row) {
    PrescribedMotion p;
    p.signal = std::move(motion);
    p.mass_row = p.damping_row = p.stiffness_row = Vector::Zero(system.size());
    p.mass = p.damping = p.stiffness = {0.0};
    system.recovery.prescribed.push_back(p);
    system.rows[row].prescribed = {0};
    system.rows[row].prescribed_coefficient = {coefficient};
}

/// A state with these velocities, in which all frictions have this status.
State at(const System& system, const Vector& v, FrictionStatus status, double time = 1) {
    State state;
    state.time = time;
    state.q = state.a = Vector::Zero(v.size());
    state.v = v;
    state.sides.resize(static_cast<std::size_t>(system.sides));
    state.frictions.resize(system.frictions.size());
    for (std::size_t i = 0; i < system.frictions.size(); ++i) {
        FrictionState& f = state.frictions[i];
        f.status = status;
        f.velocity = slip_velocity(system, state, system.frictions[i]);
        f.normal_force = f.largest_force = 10;
        const double speed = contact::norm(f.velocity);
        if (speed > 0) f.direction = {f.velocity[0] / speed, f.velocity[1] / speed};
    }
    return state;
}

Vector vector(std::initializer_list<double> entries) {
    Vector out(static_cast<Eigen::Index>(entries.size()));
    std::copy(entries.begin(), entries.end(), out.begin());
    return out;
}

constexpr double tiny = 1e-12;

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

// s(t) = s0 + a t - c t^2 over a step: the mean parabola through what the step knows, s0, a and s(h), is the motion itself.
TEST(FrictionWatch, ASlipThatBeginsFromRestEndsAtTheZeroOfItsParabola) {
    System system = masses({1});
    add(system, law(0.5, 0.5), {vector({1})});
    constexpr double h = 1e-2;
    for (const auto& [s0, a, c] : {std::array{0.0, 3.0, 400.0}, std::array{2e-3, 3.0, 500.0}, std::array{1e-2, 0.5, 400.0}}) {
        time::FrictionWatch watch(system, false);
        State before = at(system, vector({s0}), FrictionStatus::slip),
              after = at(system, vector({s0 + h * (a - c * h)}), FrictionStatus::slip);
        before.a[0] = a;
        after.time = before.time + h;
        before.frictions[0].direction = after.frictions[0].direction = {1, 0};
        std::vector<time::EventCandidate> found;
        watch.examine(before, after, found);
        ASSERT_EQ(found.size(), 1U);
        EXPECT_EQ(found[0].event, ContactEvent::slip_ends);
        EXPECT_NEAR(found[0].after, (a + std::sqrt(a * a + 4 * c * s0)) / (2 * c), tiny * h) << s0;
        // Control: one that is braked from the start is taken as braked evenly.
        before.a[0] = -a;
        found.clear();
        watch.examine(before, after, found);
        ASSERT_EQ(found.size(), 1U);
        EXPECT_NEAR(found[0].after, h * s0 / (s0 - after.v[0]), tiny * h) << s0;
    }
}

TEST(FrictionWatch, EventFunctionsAreSpeedsAndForcesBeyondTheirBounds) {
    constexpr double band = 0.02;
    System system = masses({1, 1});
    add(system, law(0.3, 0.5, band), {vector({1, 0})});
    add(system, law(0.3, 0.5), {vector({0, 1})});
    time::FrictionWatch watch(system, false);
    State state = at(system, vector({0.3, 0}), FrictionStatus::slip);
    state.a << -2, 0;
    std::vector<time::EventCandidate> none;
    watch.examine(state, state, none);
    EXPECT_NEAR(watch.value(0, ContactEvent::slip_ends, state).value, band - 0.3, tiny);
    EXPECT_NEAR(watch.value(0, ContactEvent::slip_ends, state).slope, 2, tiny);
    EXPECT_NEAR(watch.value(0, ContactEvent::band_left, state).value, 0.3 - band, tiny);
    EXPECT_EQ(watch.value(0, ContactEvent::band_left, state).slope, 0);
    state.a[0] = 2;
    EXPECT_EQ(watch.value(0, ContactEvent::slip_ends, state).slope, 0);
    EXPECT_NEAR(watch.value(0, ContactEvent::band_left, state).slope, 2, tiny);
    // While it breaks loose, its end is at zero.
    state.frictions[0].breaking = true;
    EXPECT_NEAR(watch.value(0, ContactEvent::slip_ends, state).value, -0.3, tiny);

    // A stick under 10 N holds 5 N.
    for (FrictionState& f : state.frictions) f.status = FrictionStatus::stick;
    const auto beyond = [&](double force, double other) {
        state.frictions[0].force[0] = force;
        state.frictions[1].force[0] = other;
        return watch.value(0, ContactEvent::stick_breaks, state).value;
    };
    EXPECT_NEAR(beyond(7, 0), 2, 1e-10);
    EXPECT_NEAR(beyond(-3, 0), -2, 1e-10);
    EXPECT_LT(beyond(5 + 5e-12, 0), 0) << "the rounding of 10 N";
    // Without load: what another stick's force rounds to is nothing, a thousand times as much is.
    state.frictions[0].normal_force = state.frictions[0].largest_force = 0;
    EXPECT_LT(beyond(0, 0), 0);
    EXPECT_LT(beyond(1e-7, 1e6), 0);
    EXPECT_GT(beyond(1e-3, 1e6), 0);
    state.frictions[1].status = FrictionStatus::slip;
    EXPECT_GT(beyond(1e-7, 1e6), 0);
}

// Steps that follow the direction of a slip in a plane: its speed, and the part of its acceleration along it.
TEST(FrictionWatch, InAPlaneTheEventFunctionsAreThoseOfTheSpeed) {
    constexpr double band = 0.02;
    System system = masses({1, 1});
    add(system, law(0.3, 0.3, band), {vector({1, 0}), vector({0, 1})});
    time::FrictionWatch watch(system, true);
    State state = at(system, vector({0.3, -0.4}), FrictionStatus::slip);
    state.a << -5, 1;
    std::vector<time::EventCandidate> none;
    watch.examine(state, state, none);
    EXPECT_NEAR(watch.value(0, ContactEvent::slip_ends, state).value, band - 0.5, tiny);
    EXPECT_NEAR(watch.value(0, ContactEvent::slip_ends, state).slope, 3.8, tiny);  // -(a . v)/|v|
    state.a *= -1;
    EXPECT_NEAR(watch.value(0, ContactEvent::band_left, state).value, 0.5 - band, tiny);
    EXPECT_NEAR(watch.value(0, ContactEvent::band_left, state).slope, 3.8, tiny);
}

// A slip that a stop bears is at rest where friction could stop it within the resolution of time: the friction alone moves the
// slip by sum b^2/m F. Otherwise at the rounding of the largest speed. From rest, it ends where it has come back.
TEST(PlaneSlip, RestsAtTheRoundingOfItsSpeedOrOfTime) {
    constexpr double eps = 0x1p-52, time = 1e5;
    System system = masses({2, 0.5});
    add(system, law(0.3, 0.3), {vector({0.6, -0.8}), vector({0.8, 0.6})});
    State state = at(system, vector({0, 0}), FrictionStatus::slip, time);
    state.frictions[0].force = {6, 8};
    const time::PlaneSlip pressed(system, state, 0);
    EXPECT_DOUBLE_EQ(pressed.rest, 256 * eps * 4 * 10 * (0.36 / 2 + 0.64 / 0.5) * time);
    EXPECT_EQ(pressed.noise, 0);
    state = at(system, vector({3e4, -4e4}), FrictionStatus::slip, time);
    state.a << 0.3, -0.4;
    const time::PlaneSlip fast(system, state, 0);
    EXPECT_DOUBLE_EQ(fast.rest, 256 * eps * (4e4 + 0.5 * time));
    EXPECT_DOUBLE_EQ(fast.noise, 4 * eps * (4e4 + 0.5 * time));
    EXPECT_DOUBLE_EQ(fast.speed, 5e4);
    EXPECT_NEAR(fast.ended({3e4, 4e4}, 0), fast.rest - 5e4, tiny * 5e4);
    EXPECT_NEAR(fast.ended({3, 4}, 6), 1, tiny);
    time::PlaneSlip begun;
    begun.rest = 1e-9;
    begun.direction = {0.6, 0.8};
    EXPECT_NEAR(begun.ended({0.6e-8, 0.8e-8}, 0), -1.1e-8, 1e-20);        // goes on
    EXPECT_NEAR(begun.ended({-0.6e-8, -0.8e-8}, 0), 0.9e-8, 1e-20);       // has come back
    EXPECT_NEAR(begun.ended({-0.6e-6, -0.8e-6}, 0), 1e-7 - 1e-6, 1e-20);  // turned round while it moved
}

TEST(FrictionWatch, InAPlaneASlipStopsWhereItIsAFifthOfWhatItWas) {
    System system = masses({1, 1});
    add(system, law(0.3, 0.3), {vector({1, 0}), vector({0, 1})});
    time::FrictionWatch watch(system, false);
    const State before = at(system, vector({0.3, 0.4}), FrictionStatus::slip);
    std::vector<time::EventCandidate> none;
    watch.examine(before, before, none);
    EXPECT_TRUE(watch.stops(0, at(system, vector({0.06, -0.079}), FrictionStatus::slip)));
    EXPECT_FALSE(watch.stops(0, at(system, vector({0.06, -0.081}), FrictionStatus::slip)));
}

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

// A slip in a plane that begins from rest, at a speed that is rounding, ends where it has moved back from there by `rest`; one
// that comes from a speed ends where it is below `rest`; with a dead band, where it is below that.
TEST(PlaneSlip, EndsAtRestOrWhereItHasMovedBack) {
    time::PlaneSlip plane;
    plane.rest = 1e-3;
    plane.begin = {3e-4, -2e-4};
    plane.direction = {0.6, -0.8};
    for (const double back : {0.999e-3, 1.001e-3}) {
        plane.speed = 0.5e-3;
        const contact::Slip slip{plane.begin[0] - back * 0.6, plane.begin[1] + back * 0.8};
        EXPECT_EQ(plane.ended(slip, 0) > 0, back > plane.rest) << back;
        plane.speed = 2e-3;
        EXPECT_NEAR(plane.ended(slip, 0), plane.rest - contact::norm(slip), 1e-18);
        EXPECT_NEAR(plane.ended(slip, 0.7e-3), 0.7e-3 - contact::norm(slip), 1e-18);
    }
}

}  // namespace
}  // namespace jounce::friction_switching_test
