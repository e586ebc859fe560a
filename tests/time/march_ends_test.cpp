// Promise: where the steps of a march end. Nominal steps end at multiples of the step, a last one that is no multiple is
// shortened; a step ends at an event, at a jump of a load and at its own end, and is as long as the time between; what happens
// within rounding of one instant happens at once. A march goes on from any nominal step as if it had not ended there, to the last
// bit. Reference: the instants, in closed form; uniform acceleration; the undivided march. Tolerance: rounding of the time.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <memory>
#include <vector>

#include "support/small_system.hpp"
#include "support/table.hpp"
#include "time/march/march.hpp"
#include "time/methods/newmark.hpp"
#include "time/methods/precise.hpp"
#include "time/start/start.hpp"

namespace jounce::test::march_ends_test {
namespace {

using linalg::Vector;

/// Another stepper, whose steps are as long as the time they take.
struct Measured final : time::Stepper {
    explicit Measured(std::unique_ptr<Stepper> of_) : of(std::move(of_)) {}
    void start(State& state) override { of->start(state); }
    void restart(State& state) override { of->restart(state); }
    time::StepReport step(const State& from, State& to, double h, double end_time) override {
        largest = std::max(largest, std::abs(h - (end_time - from.time)) / h);
        return of->step(from, to, h, end_time);
    }
    [[nodiscard]] double error_estimate(const State& a, const State& b, double h, double step) override {
        return of->error_estimate(a, b, h, step);
    }
    std::unique_ptr<Stepper> of;
    double largest = 0;  ///< difference, relative
};

struct Ends final : time::Observer {
    void begin(const System& /*system*/, const State& state) override { first = state.time; }
    void accepted(const time::AcceptedStep& step) override {
        if (all.empty()) first = step.before.time;
        all.push_back(step.after.time);
        if (step.grid) grid.push_back(step.after.time);
    }
    void switched(const time::SwitchedState& event) override { switches.push_back(static_cast<int>(event.switches.size())); }
    double first = 0;
    std::vector<double> all, grid;
    std::vector<int> switches;  ///< of each event
};

SignalPointer jump_at(double time, double value) {
    return signal_family.find("step")->make(table({{"time", time}, {"value", value}}));
}
void load(System& system, SignalPointer signal) {
    Load out;
    out.pattern = Vector::Ones(system.size());
    out.signal = std::move(signal);
    system.loads.push_back(out);
}

/// Two masses that fly towards their stops.
System two_flights(double first, double second) {
    System system = linear_system(Matrix::Identity(2, 2), Matrix::Zero(2, 2), Matrix::Zero(2, 2));
    system.v0 = Vector{{1, 2}};
    add_contact(system, "first", stop(first), std::make_shared<DashpotLaw>(1e3, 2), {Vector::Unit(2, 0)});
    add_contact(system, "second", stop(2 * second), std::make_shared<DashpotLaw>(1e3, 2), {Vector::Unit(2, 1)});
    return system;
}

TEST(MarchEnds, EveryNominalStepEndsOnceWhateverIsInIt) {
    constexpr double h = 1e-2, duration = 0.085;
    System system = two_flights(0.0234, 0.0471);
    load(system, jump_at(0.0318, 3));
    load(system, jump_at(0.06, -3));
    Measured stepper(time::newmark({})->bind(system, time::Events::locate));
    Ends ends;
    std::vector<time::Observer*> observers{&ends};
    State state = time::initial_state(system);
    time::march(system, stepper, {.step = h, .duration = duration}, state, observers);
    ASSERT_EQ(ends.grid.size(), 9U);
    for (std::size_t k = 0; k < 8; ++k) EXPECT_NEAR(ends.grid[k], h * static_cast<double>(k + 1), 1e-16);
    EXPECT_EQ(ends.grid.back(), duration);
    EXPECT_LT(stepper.largest, 1e-10);
    for (const double at : {0.0318, 0.06, 0.0234}) {
        double nearest = 1;
        for (const double end : ends.all) nearest = std::min(nearest, std::abs(end - at));
        EXPECT_LT(nearest, 1e-13) << at;
    }
}

TEST(MarchEnds, ADurationOfSoManyStepsToRoundingTakesSoMany) {
    const System system = linear_system(scalar(1), scalar(0), scalar(1));
    const auto steps = [&](double duration) {
        State state = time::initial_state(system);
        const auto stepper = time::newmark({})->bind(system, time::Events::locate);
        return time::march(system, *stepper, {.step = 1e-3, .duration = duration}, state, {}).steps;
    };
    EXPECT_EQ(steps(1 + 5e-10), 1000);
    EXPECT_EQ(steps(1 - 5e-10), 1000);
    EXPECT_EQ(steps(1 + 5e-9), 1001) << "control";
    EXPECT_EQ(steps(0.9995), 1000);
}

// Onsets within 1e-9 of a step are one event; farther apart they are two.
TEST(MarchEnds, WhatHappensWithinRoundingIsOneEvent) {
    constexpr double h = 1e-2, at = 0.0437;
    for (const double apart : {0.0, 1e-11 * h, -1e-11 * h, 1e-4 * h}) {
        const System system = two_flights(at, at + apart);
        const auto stepper = time::newmark({})->bind(system, time::Events::locate);
        Ends ends;
        std::vector<time::Observer*> observers{&ends};
        State state = time::initial_state(system);
        time::march(system, *stepper, {.step = h, .duration = 0.05}, state, observers);
        EXPECT_EQ(ends.switches, std::abs(apart) < 1e-9 * h ? std::vector<int>{2} : (std::vector<int>{1, 1})) << apart;
    }
}

/// Uniform acceleration behind a jump at `jump`, in a march that goes on from `begin` at rest.
struct Continued {
    Continued(double begin, double jump, bool known, bool begun) {
        System system = linear_system(scalar(1), scalar(0), scalar(0));
        if (known) {
            load(system, jump_at(jump, 1));
        } else {
            add_load(system, Vector::Ones(1), [jump](double t) { return t >= jump ? 1.0 : 0.0; });
        }
        const auto stepper = time::newmark({})->bind(system, time::Events::locate);
        state = time::initial_state(system);
        if (begun) {
            state.time = begin - 1;
            stepper->start(state);
        }
        state.time = begin;
        std::vector<time::Observer*> observers{&ends};
        time::MarchOptions options{.step = h, .duration = 10 * h, .begun = begun};
        if (!known) options.jumps = {jump};
        time::march(system, *stepper, options, state, observers);
    }
    static constexpr double h = 1e-2;
    State state;
    Ends ends;
};

TEST(MarchEnds, AJumpAtTheBeginIsPassedByAMarchThatGoesOn) {
    constexpr double begin = 2, h = Continued::h, duration = 10 * h;
    for (const bool known : {true, false}) {
        const Continued on(begin, begin, known, true);
        EXPECT_NEAR(on.state.q[0], 0.5 * duration * duration, 1e-15) << known;
        EXPECT_NEAR(on.state.v[0], duration, 1e-15) << known;
    }
    // A jump just behind the begin, nearer than steps tell instants apart: the march begins there.
    constexpr double behind = begin + 3e-10 * h;
    const Continued near(begin, behind, true, true);
    EXPECT_EQ(near.ends.first, behind);
    EXPECT_NEAR(near.state.v[0], duration, 1e-11);
    // Control: a jump within the march.
    const Continued later(begin, begin + 0.5 * duration, true, true);
    EXPECT_NEAR(later.state.v[0], 0.5 * duration, 1e-15);
}

bool same(const Vector& a, const Vector& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), sizeof(double) * static_cast<std::size_t>(a.size())) == 0;
}

// The forces that the precise method remembers are forgotten at a jump, and at no other instant.
TEST(MarchEnds, AMarchGoesOnFromAnyNominalStepAsIfItHadNotEnded) {
    constexpr double h = 1e-2, start = 0.5;
    constexpr int steps = 12;
    System system = linear_system(scalar(1), scalar(0), scalar(4));
    add_contact(system, "stop", stop(-1e-2), std::make_shared<PowerLaw>(1e3, 1.5, 0.0), {Vector::Ones(1)});
    load(system, jump_at(start + 3.5 * h, -0.2));
    load(system, jump_at(start + 8.25 * h, 0.3));
    const auto method = time::precise({"explicit", 3});
    const time::MarchOptions whole{.step = h, .duration = steps * h, .order = method->order()};
    const auto begin = [&] {
        State state = time::initial_state(system);
        state.time = start;
        return state;
    };
    State once = begin();
    time::march(system, *method->bind(system, time::Events::locate), whole, once, {});
    for (int k = 1; k < steps; ++k) {
        State kept;
        time::MarchPosition position;
        time::MarchOptions first = whole;
        first.between_every = k;
        first.between = [&](const State& state, const time::MarchPosition& at) {
            if (at.steps != k) return;
            kept = state;
            position = at;
        };
        State state = begin();
        time::march(system, *method->bind(system, time::Events::locate), first, state, {});
        ASSERT_EQ(position.steps, k);
        time::MarchOptions rest = whole;
        position.report.wall_seconds = 100;
        rest.resume = position;
        const time::MarchReport report = time::march(system, *method->bind(system, time::Events::locate), rest, kept, {});
        EXPECT_TRUE(same(kept.q, once.q) && same(kept.v, once.v) && same(kept.algorithm, once.algorithm)) << k;
        EXPECT_GE(report.wall_seconds, 100);
    }
}

/// Locates events, and takes the steps that it is asked for.
struct Willing final : time::Stepper {
    void start(State&) override {}
    void restart(State&) override {}
    time::StepReport step(const State& from, State& to, double, double end_time) override {
        to = from;
        to.time = end_time;
        return {};
    }
    [[nodiscard]] bool locates_events() const override { return true; }
};

// 512 nominal steps in which nothing is recorded are taken two by two: 1/256 of them at once.
TEST(MarchEnds, StepsThatNobodyLooksAtAreTakenTogether) {
    const System system = linear_system(scalar(1), scalar(0), scalar(1));
    constexpr double h = 0.125, start = 5;
    Willing stepper;
    State state = time::initial_state(system);
    state.time = start;
    const auto report =
        time::march(system, stepper, {.step = h, .duration = 1024 * h, .stride_until = start + 512 * h}, state, {});
    EXPECT_EQ(report.steps, 256 + 512);
    EXPECT_EQ(state.time, start + 1024 * h);
}

TEST(MarchEnds, TheClockIsNotReadBeforeEachOfManyShortSteps) {
    const System system = linear_system(scalar(1), scalar(0), scalar(1));
    constexpr int steps = 20000;
    Willing stepper;
    State state = time::initial_state(system);
    int asked = 0;
    time::MarchOptions options{.step = 1, .duration = steps};
    options.interrupted = [&asked] {
        ++asked;
        return false;
    };
    time::march(system, stepper, options, state, {});
    EXPECT_GT(asked, 4);
    EXPECT_LT(asked, steps / 10);
}

}  // namespace
}  // namespace jounce::test::march_ends_test
