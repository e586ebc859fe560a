// Physics: contacts that last, overlap, or lie in round and moving gaps, by the event-driven method; damping and loads without
// closed forms; and a step that allocates nothing and depends on its state alone.
// Reference: closed forms written out here; the same motion by another way through the method.
// Tolerance: seven to twelve digits of each time and speed, at tolerances of 1e-10 to 1e-12.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "closed_signal.hpp"
#include "event_driven_cases.hpp"
#include "support/event_driver.hpp"
#include "support/malloc_count.hpp"
#include "support/small_system.hpp"
#include "time/methods/event_driven.hpp"
#include "time/start/start.hpp"

namespace jounce::test::event_driven_contacts_test {
namespace {

using contact::GapShape;

/// A mass comes to rest on a stop under its weight and stays: the contact lasts, steps grow, the end is the static answer.
TEST(EventDriven, ContactThatLasts) {
    const double g = 9.81, k = 1e5, m = 3;
    const Mass mass{m, 60, 0, -0.02, 0};
    System s = mass.system();
    mass.load(s, std::make_shared<ClosedSignal>(std::array<double, 4>{m * g, 0, 0, 0}));
    mass.add(s, stop_above(0), std::make_shared<DashpotLaw>(k, 400));
    const EventRun run = run_events(s, *time::event_driven({1e-10}), {1, 2, 3});
    EXPECT_NEAR(run.end.q[0] * mass.b(), m * g / k, 1e-12);
    EXPECT_LT(run.steps, 400);
    EXPECT_LT(run.touches.back().time_out, 0) << "still closed";
}

/// Two masses that hit two stops at one instant, to round-off, keep their symmetry; the stops' forces do not couple them.
TEST(EventDriven, SimultaneousContacts) {
    System s = linear_system(Matrix::Identity(2, 2), Matrix::Zero(2, 2), Vector(Vector::Constant(2, 900.0)).asDiagonal());
    s.v0 << 2, -2;
    const auto law = std::make_shared<PowerLaw>(1e8, 1.5, 0.3);
    add_contact(s, "one", stop_above(0.01), law, {Vector::Unit(2, 0)});
    add_contact(s, "two", stop_below(0.01), law, {Vector::Unit(2, 1)});
    const EventRun run = run_events(s, *time::event_driven({1e-11}), {1.0});
    System alone = linear_system(scalar(1), scalar(0), scalar(900));
    alone.v0[0] = 2;
    add_contact(alone, "one", stop_above(0.01), law, {Vector::Ones(1)});
    const EventRun single = run_events(alone, *time::event_driven({1e-11}), {1.0});
    ASSERT_GE(single.touches.size(), 5U);
    ASSERT_EQ(run.touches.size(), 2 * single.touches.size());
    for (std::size_t i = 0; i < run.touches.size(); ++i) {
        EXPECT_LT(digits(run.touches[i].speed_in, single.touches[i / 2].speed_in), 1e-9);
        EXPECT_LT(digits(run.touches[i].time_in, single.touches[i / 2].time_in), 1e-9);
    }
    EXPECT_NEAR(run.end.q[0], single.end.q[0], 1e-9);
    EXPECT_NEAR(run.end.q[1], -single.end.q[0], 1e-9);
}

/// A second stop behind the first one, reached while the first contact lasts: the closing is found inside it.
TEST(EventDriven, ClosingDuringAnotherContact) {
    const double m = 1, k1 = 1e4, k2 = 3e4, gap = 2e-3, v0 = 1;
    const Mass mass{m, 0, 0, 0, v0};
    System s = mass.system();
    mass.add(s, stop_above(0), std::make_shared<PowerLaw>(k1, 1.0));
    mass.add(s, stop_above(gap), std::make_shared<PowerLaw>(k2, 1.0));
    const EventRun run = run_events(s, *time::event_driven({1e-12}), {0.05});
    // x = v0/w1 sin(w1 t) up to the gap; then about the new centre with w2.
    const double w1 = std::sqrt(k1 / m), w2 = std::sqrt((k1 + k2) / m);
    const double t1 = std::asin(gap * w1 / v0) / w1;
    const double v1 = v0 * std::cos(w1 * t1);
    const double centre = k2 * gap / (k1 + k2);
    const double half = (std::numbers::pi / 2 - std::atan2((gap - centre) * w2, v1)) / w2;
    ASSERT_EQ(run.touches.size(), 2U);
    EXPECT_LT(digits(run.touches[1].time_in, t1), 1e-11);
    EXPECT_LT(digits(run.touches[1].speed_in, v1), 1e-11);
    EXPECT_LT(digits(run.touches[1].time_out - t1, 2 * half), 1e-10);
    EXPECT_LT(digits(run.touches[0].time_out, 2 * (t1 + half)), 1e-10);
    EXPECT_LT(digits(run.touches[0].speed_out, v0), 1e-10);
}

/// A ball in a round hole without friction: straight chords, the angular momentum stays, the radial speed is returned.
TEST(EventDriven, CircularGap) {
    System s = linear_system(Matrix::Identity(2, 2), Matrix::Zero(2, 2), Matrix::Zero(2, 2));
    s.q0 << 0.3e-3, 0;
    s.v0 << 0.2, 0.5;
    const double radius = 1e-3;
    add_contact(s, "hole", {GapShape::circular, radius, true, false}, std::make_shared<PowerLaw>(1e12, 1.5),
                {Vector::Unit(2, 0), Vector::Unit(2, 1)});
    const EventRun run = run_events(s, *time::event_driven({1e-12}), {0.02});
    ASSERT_GE(run.touches.size(), 4U);
    const double along = 0.3e-3 * 0.2;
    const double first = (-along + std::sqrt(along * along + 0.29 * (radius * radius - 0.09e-6))) / 0.29;
    EXPECT_LT(digits(run.touches[0].time_in, first), 1e-12);
    const double radial = (along + 0.29 * first) / radius;
    for (std::size_t i = 0; i + 1 < run.touches.size(); ++i) {
        EXPECT_LT(digits(run.touches[i].speed_in, radial), 1e-9);
        const double chord = 2 * radial * radius / 0.29;
        EXPECT_LT(digits(run.touches[i + 1].time_in - run.touches[i].time_out, chord), 1e-8);
    }
    EXPECT_LT(digits(run.end.q[0] * run.end.v[1] - run.end.q[1] * run.end.v[0], 0.3e-3 * 0.5), 1e-10);
}

/// A stop that moves as a sine against a mass at rest, and the same stop against a mass that follows it.
TEST(EventDriven, MovingStop) {
    const Mass mass{1, 0, 0, 0, 0};
    System s = mass.system();
    mass.add(s, stop_above(1e-3), std::make_shared<PowerLaw>(1e7, 1.5));
    PrescribedMotion motion;
    motion.signal = std::make_shared<ClosedSignal>(std::array<double, 4>{}, -3e-3, 50);
    motion.mass_row = motion.damping_row = motion.stiffness_row = Vector::Zero(1);
    motion.mass = motion.damping = motion.stiffness = {0};
    s.recovery.prescribed.push_back(motion);
    s.rows[0].prescribed = {0};
    s.rows[0].prescribed_coefficient = {-1};  // x - s(t)
    const EventRun run = run_events(s, *time::event_driven({1e-11}), {0.05});
    ASSERT_GE(run.touches.size(), 1U);
    const double onset = std::asin(1.0 / 3) / 50;
    EXPECT_LT(digits(run.touches[0].time_in, onset), 1e-12);
    EXPECT_LT(digits(run.touches[0].speed_in, 3e-3 * 50 * std::cos(50 * onset)), 1e-12);
}

/// Damping that couples two coordinates and loads without a closed form are integrated adaptively, to the same answer.
TEST(EventDriven, WithoutClosedFormsTheSameMotion) {
    const double w = 30;
    for (const bool coupled : {false, true}) {
        Matrix M(2, 2), K(2, 2), C(2, 2);
        M << 2, 0, 0, 1;
        K << 3000, -1000, -1000, 1500;
        C = 1e-4 * K;
        if (coupled) C(0, 0) += 4;
        auto system = std::make_shared<System>(linear_system(M, C, K));
        system->linear.proportional = !coupled;
        system->linear.beta = 1e-4;
        system->v0 << 1, -0.4;
        auto open = std::make_shared<System>(*system);
        const Vector pattern = (Vector(2) << 1, 2).finished();
        Load load;
        load.pattern = pattern;
        load.signal = std::make_shared<ClosedSignal>(std::array<double, 4>{}, 40, w);
        system->loads.push_back(load);
        add_load(*open, pattern, [w](double t) { return 40 * std::sin(w * t); });
        for (const auto& s : {system, open}) {
            add_contact(*s, "stop", both(0.01), std::make_shared<PowerLaw>(1e7, 1.5, 0.2), {Vector::Unit(2, 1)});
        }
        const auto method = time::event_driven({1e-11});
        const auto closed_form = method->prepare(system);
        const auto adaptive = method->prepare(open);
        const EventRun a = run_events(*closed_form, *method, {0.5});
        const EventRun b = run_events(*adaptive, *method, {0.5});
        EXPECT_EQ(closed_form->linear.M.diagonal().isOnes(), !coupled);
        ASSERT_GE(a.touches.size(), 3U);
        ASSERT_EQ(a.touches.size(), b.touches.size());
        for (std::size_t i = 0; i < a.touches.size(); ++i) {
            EXPECT_LT(digits(a.touches[i].time_in, b.touches[i].time_in), 1e-8);
            EXPECT_LT(digits(a.touches[i].speed_in, b.touches[i].speed_in), 1e-7);
        }
    }
}

/// A hundred flights and contacts: no step allocates, and the same State gives the same step.
TEST(EventDriven, NothingAllocatesAndAStepIsAFunctionOfItsState) {
    System s = linear_system(Matrix::Identity(3, 3), Vector(Vector::Constant(3, 0.4)).asDiagonal(),
                             Vector((Vector(3) << 100, 900, 4e4).finished()).asDiagonal());
    s.v0 << 3, -1, 2;
    const Vector row = (Vector(3) << 0.5, 0.4, -0.3).finished();
    Load load;
    load.pattern = row;
    load.signal = std::make_shared<ClosedSignal>(std::array<double, 4>{1, 0, 0, 0}, 800, 60, 0.3);
    s.loads.push_back(load);
    add_contact(s, "stop", both(0.01), std::make_shared<PowerLaw>(1e7, 1.5, 0.2), {row});
    add_contact(s, "ring", {GapShape::circular, 0.05, true, false}, std::make_shared<PowerLaw>(1e7, 1.5),
                {Vector::Unit(3, 0), Vector::Unit(3, 1)});
    const auto stepper = time::event_driven({1e-10})->bind(s, time::Events::locate);
    const auto other = time::event_driven({1e-10})->bind(s, time::Events::locate);
    State now = time::initial_state(s);
    stepper->start(now);
    State next = now, again = now;
    long allocations = 0;
    int touches = 0;
    for (int i = 0; i < 2000; ++i) {
        allocations += tests::mallocs_in([&] { (void)stepper->step(now, next, 10, 10); });
        (void)other->step(now, again, 10, 10);
        ASSERT_EQ(next.time, again.time);
        ASSERT_EQ(next.q, again.q);
        ASSERT_EQ(next.v, again.v);
        std::swap(now, next);
        switch_located(*stepper, now);
        touches += static_cast<int>(stepper->located().size());
        if (!stepper->located().empty()) allocations += tests::mallocs_in([&] { stepper->restart(now); });
    }
    EXPECT_GT(touches, 50);
    EXPECT_EQ(allocations, 0);
}

}  // namespace
}  // namespace jounce::test::event_driven_contacts_test
