// Promise: what a march does at the ends of steps that no nominal step knows. Where given motions begin to part what sticks to
// both, a step ends, and all steps are as long as the time they take; a shorter step that is kept ends no nominal one; without
// located events a body that comes to rest on dry friction is at rest from then on; what a law says of a motion is said with its
// gap and its time. Reference: the instants as given; the balance of a body at rest. Tolerance: rounding.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <memory>
#include <vector>

#include "closed_signal.hpp"
#include "contact/friction/friction.hpp"
#include "support/small_system.hpp"
#include "system/models.hpp"
#include "time/march/march.hpp"
#include "time/methods/newmark.hpp"
#include "time/start/start.hpp"

namespace jounce::test::march_events_test {
namespace {

using linalg::Vector;

constexpr double h = 1e-2;

void rub(System& system, double force) {
    Friction friction;
    friction.name = "friction";
    friction.law = contact::friction_family.make(table({{"kind", "coulomb"}, {"coefficient", force}}), "test", "friction");
    friction.normal_force = std::make_shared<ClosedSignal>(std::array<double, 4>{1, 0, 0, 0});
    friction.first_row = static_cast<int>(system.rows.size());
    friction.own_rows = friction.directions = 1;
    add_row(system, Vector::Ones(1));
    system.frictions.push_back(friction);
}
/// At rest until `at`, then with a constant acceleration.
class Departs final : public Signal {
  public:
    Departs(double at, double acceleration) : at_(at), acceleration_(acceleration) {}
    double value(double t) const override { return sample(t).value; }
    SignalSample sample(double t) const override {
        const double s = std::fmax(t - at_, 0);
        return {0.5 * acceleration_ * s * s, acceleration_ * s, s > 0 ? acceleration_ : 0};
    }

  private:
    double at_, acceleration_;
};
/// The last row is relative to a support with this motion.
void on_support(System& system, SignalPointer motion) {
    PrescribedMotion support;
    support.signal = std::move(motion);
    support.mass_row = support.damping_row = support.stiffness_row = Vector::Zero(1);
    support.mass = support.damping = support.stiffness = {0, 0};
    system.rows.back().prescribed = {static_cast<int>(system.recovery.prescribed.size())};
    system.rows.back().prescribed_coefficient = {-1};
    system.recovery.prescribed.push_back(support);
}

/// Newmark's method, whose steps are as long as the time they take.
struct Measured final : time::Stepper {
    explicit Measured(const System& system) : of(time::newmark({})->bind(system, time::Events::locate)) {}
    void start(State& state) override { of->start(state); }
    void restart(State& state) override { of->restart(state); }
    time::StepReport step(const State& from, State& to, double size, double end_time) override {
        largest = std::max(largest, std::abs(size - (end_time - from.time)) / size);
        return of->step(from, to, size, end_time);
    }
    std::unique_ptr<Stepper> of;
    double largest = 0;  ///< difference, relative
};

struct Ends final : time::Observer {
    void accepted(const time::AcceptedStep& step) override {
        all.push_back(step.after.time);
        if (step.grid) grid.push_back(step.after.time);
        if (seen) seen(step);
    }
    std::vector<double> all, grid;
    std::function<void(const time::AcceptedStep&)> seen;
};

/// Steps that take all the motion of a side from a function of the time since the begin of the march.
struct Given final : time::Stepper {
    void start(State&) override {}
    void restart(State&) override {}
    time::StepReport step(const State& from, State& to, double, double end_time) override {
        to = from;
        to.time = end_time;
        to.sides[0].motion = {-1e-9 - 0.5 * end_time, -0.5};
        return {};
    }
};

TEST(MarchEvents, AShorterStepThatIsKeptEndsNoNominalOne) {
    System system = linear_system(scalar(1), scalar(0), scalar(1));
    add_contact(system, "stop", stop(1e-3), std::make_shared<PowerLaw>(1e3, 1.0, 0.0), {Vector::Ones(1)});
    State state = time::initial_state(system);
    state.sides[0].motion = {-1e-18, 1};  // it seems to move in, and leaves
    Given stepper;
    Ends ends;
    std::vector<time::Observer*> observers{&ends};
    time::march(system, stepper, {.step = h, .duration = 3 * h}, state, observers);
    ASSERT_EQ(ends.grid.size(), 3U);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(ends.grid[k], h * static_cast<double>(k + 1), 1e-16);
    EXPECT_GT(ends.all.size(), 3U) << "control: there was a shorter one";
}

/// A method with steps of its own, whose events the march looks for: a side that rises through zero at `onset`.
struct Own final : time::Stepper {
    explicit Own(double onset_) : onset(onset_) {}
    void start(State&) override {}
    void restart(State&) override {}
    time::StepReport step(const State& from, State& to, double asked, double end_time) override {
        if (from.time == begin) longest_trial = std::max(longest_trial, asked);  // all but the first from there
        begin = from.time;
        to = from;
        to.time = std::fmin(from.time + size, end_time);
        to.sides[0].motion = at(to.time);
        return {};
    }
    [[nodiscard]] contact::Motion at(double t) const {
        const double w = 40;
        return {std::sin(w * t) - std::sin(w * onset), w * std::cos(w * t)};
    }
    [[nodiscard]] bool locates_events() const override { return true; }
    [[nodiscard]] bool has_examined() const override { return false; }
    static constexpr double size = h / 4;
    double onset, begin = -1, longest_trial = 0;
};

TEST(MarchEvents, AnEventIsLookedForWithinTheStepThatHasIt) {
    for (const double onset : {0.1 * h, 0.6 * h, 0.9 * h, 1.3 * h}) {
        System system = linear_system(scalar(1), scalar(0), scalar(1));
        add_contact(system, "stop", stop(1e-3), std::make_shared<PowerLaw>(1e3, 1.0, 0.0), {Vector::Ones(1)});
        Own stepper(onset);
        State state = time::initial_state(system);
        state.sides[0].motion = stepper.at(0);
        Ends ends;
        std::vector<time::Observer*> observers{&ends};
        const auto report = time::march(system, stepper, {.step = h, .duration = 2 * h}, state, observers);
        double nearest = 1;
        for (const double end : ends.all) nearest = std::min(nearest, std::abs(end - onset));
        EXPECT_LT(nearest, 1e-12) << onset;
        EXPECT_LE(report.trial_steps, 4) << onset;
        EXPECT_LE(stepper.longest_trial, Own::size * (1 + 1e-12)) << onset;
        EXPECT_EQ(ends.grid.size(), 2U) << onset;
    }
}

TEST(MarchEvents, AStepEndsWhereGivenMotionsPart) {
    for (const double second : {1.0, 1e-6}) {  // units of time
        const double at = 0.0437 * second, squared = second * second;
        System system = linear_system(scalar(1), scalar(0), scalar(0));
        rub(system, 3 / squared);
        on_support(system, std::make_shared<Departs>(at, 0));
        rub(system, 1 / squared);
        on_support(system, std::make_shared<Departs>(at, 2 / squared));
        State state = time::initial_state(system);
        Measured stepper(system);
        Ends ends;
        std::vector<time::Observer*> observers{&ends};
        time::march(system, stepper, {.step = h * second, .duration = 0.1 * second}, state, observers);
        double nearest = second;
        for (const double end : ends.all) nearest = std::min(nearest, std::abs(end - at));
        EXPECT_LT(nearest, 1e-9 * second);
        EXPECT_LT(stepper.largest, 1e-9);
        EXPECT_EQ(ends.grid.size(), 10U);
    }
}

// 3 N of friction against 1 N of load and 1 m/s: at rest after half a second.
TEST(MarchEvents, WhatComesToRestWithoutLocatedEventsIsAtRest) {
    System system = linear_system(scalar(1), scalar(0), scalar(0));
    system.v0[0] = 1;
    rub(system, 3);
    add_load(system, Vector::Ones(1), [](double) { return 1.0; });
    const auto stepper = time::newmark({})->bind(system, time::Events::stepwise);
    State state = time::initial_state(system);
    Ends ends;
    int rests = 0;
    ends.seen = [&](const time::AcceptedStep& step) {
        if (step.before.frictions[0].status != FrictionStatus::stick) return;
        ++rests;
        EXPECT_NEAR(step.before.a[0], 0, 1e-12) << step.before.time;
        EXPECT_NEAR(std::abs(step.before.frictions[0].force[0]), 1, 1e-12) << step.before.time;
        EXPECT_NEAR(step.after.v[0], 0, 1e-12);
    };
    std::vector<time::Observer*> observers{&ends};
    time::march(system, *stepper, {.step = 0.03, .duration = 1, .events = time::Events::stepwise}, state, observers);
    EXPECT_NEAR(state.q[0], 0.25, 0.03);
    EXPECT_GE(rests, 14);
}

/// Rejects every indentation.
class Strict final : public contact::Law {
  public:
    contact::Response evaluate(const contact::Motion& m, const contact::ContactMemory&) const noexcept override {
        return {1e3 * m.indentation, 1e3, 0, 1e3 * m.indentation, 500 * m.indentation * m.indentation};
    }
    void check(const contact::Motion& m, const contact::ContactMemory&) const override {
        if (m.indentation > 0) throw computation_failed("the slope is wrong");
    }
};

TEST(MarchEvents, AFaultOfALawIsToldWithItsGapAndItsTime) {
    System system = linear_system(scalar(1), scalar(0), scalar(0));
    system.v0[0] = 1;
    add_contact(system, "stop", stop(0.025), std::make_shared<Strict>(), {Vector::Ones(1)});
    const auto said = [&](double duration) {
        const auto stepper = time::newmark({})->bind(system, time::Events::locate);
        State state = time::initial_state(system);
        return error_of([&] { time::march(system, *stepper, {.step = h, .duration = duration}, state, {}); });
    };
    EXPECT_EQ(said(0.02), "");
    EXPECT_EQ(said(0.05), "the slope is wrong (gap 'stop', t = 0.03 s)");
}

}  // namespace
}  // namespace jounce::test::march_events_test
