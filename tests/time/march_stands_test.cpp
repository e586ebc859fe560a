// Promise: a march that no longer moves in time ends in an error instead of hanging; a start that fails where a step only asks
// whether given motions part ends the step there, and its own error is reported.
// Method: steppers that fail on purpose. Reference: the bounds as stated, 2000 events within 1e-11 of a nominal step.
// Controls: steps that are longer than this go on without end; an error that is no failed computation passes at once.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "base/messages/error.hpp"
#include "support/small_system.hpp"
#include "system/models.hpp"
#include "time/march/march.hpp"
#include "time/methods/newmark.hpp"
#include "time/start/start.hpp"

namespace jounce::test::march_stands_test {
namespace {

/// Locates events, and takes steps of one size.
struct Small final : time::Stepper {
    explicit Small(double size_) : size(size_) {}
    void start(State&) override {}
    void restart(State&) override {}
    time::StepReport step(const State& from, State& to, double, double end_time) override {
        to = from;
        to.time = std::fmin(from.time + size, end_time);
        return {};
    }
    [[nodiscard]] bool locates_events() const override { return true; }
    double size;
};

struct Last : time::Observer {
    void accepted(const time::AcceptedStep& step) override { time = step.after.time; }
    double time = 0;
};

TEST(March, StepsWithoutProgressInTimeEnd) {
    const System system = linear_system(scalar(1), scalar(0), scalar(1));
    constexpr double h = 1e-2, instant = 1e-11 * h;
    const auto run = [&](double size, double duration) {
        State state = time::initial_state(system);
        Small stepper(size);
        return time::march(system, stepper, {.step = h, .duration = duration}, state, {}).steps;
    };
    const std::string said = error_of([&] { run(instant / 4000, h); });
    EXPECT_NE(said.find("more than 2000 events at t = "), std::string::npos) << said;
    EXPECT_NE(said.find("contacts or frictions switch there without end"), std::string::npos) << said;
    // 2000 steps leave the instant, so that the count begins again.
    EXPECT_GT(run(instant / 1000, 8 * instant), 7000);
}

/// A mass that swings, and a stepper each of whose short steps contains an onset that only the interpolation sees.
struct Creeping final : time::Stepper {
    explicit Creeping(double size_) : size(size_) {}
    void start(State&) override {}
    void restart(State&) override {}
    time::StepReport step(const State& from, State& to, double, double end_time) override {
        to = from;
        to.time = std::fmin(from.time + size, end_time);
        to.sides[0].motion = {-1e-15, -from.sides[0].motion.rate};
        return {};
    }
    [[nodiscard]] bool locates_events() const override { return true; }
    [[nodiscard]] bool has_examined() const override { return false; }
    double size;
};

TEST(March, EventsThatHardlyProgressEndAndNameTheGap) {
    System system = linear_system(scalar(1), scalar(0), scalar(1));
    add_contact(system, "stop", stop(1e-3), std::make_shared<PowerLaw>(1e3, 1.0, 0.0), {linalg::Vector::Ones(1)});
    constexpr double h = 1e-2;
    const auto run = [&](double size) {
        State state = time::initial_state(system);
        state.sides[0].motion = {-1e-15, 1};
        Creeping stepper(size);
        return time::march(system, stepper, {.step = h, .duration = h}, state, {}).steps;
    };
    const std::string said = error_of([&] { run(5e-11 * h); });
    EXPECT_NE(said.find("more than 10000 events at t = "), std::string::npos) << said;
    EXPECT_NE(said.find("last gap 'stop'"), std::string::npos) << said;
    EXPECT_GT(run(h / 20000), 15000) << "control: events that progress";
}

/// Newmark's method, whose starts fail from an instant on.
struct Fails final : time::Stepper {
    Fails(const System& system, double from_, Failure failure_)
        : of(time::newmark({})->bind(system, time::Events::locate)), from(from_), failure(failure_) {}
    void start(State& state) override { of->start(state); }
    void restart(State& state) override {
        if (state.time >= from) throw Error(failure, "no start");
        of->restart(state);
    }
    time::StepReport step(const State& a, State& b, double h, double end) override { return of->step(a, b, h, end); }
    std::unique_ptr<time::Stepper> of;
    double from;
    Failure failure;
};

// A mass sticks to two supports with the same motion, 1 - cos(w t), so that each step asks whether they part.
TEST(March, AStartThatFailsEndsTheStepWithItsError) {
    Script script;
    constexpr double pi = std::numbers::pi, w = 10, h = 1e-2, at = 0.0437, resolution = 1e-12 * h;
    script.add("point", {{"name", "mass"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", list({"ux"})}});
    for (const char* name : {"left", "right"}) {
        script.add("node", {{"name", name}, {"at", vector(0, 0, 0)}});
        script.add("fix", {{"node", name}, {"dofs", list({"uy", "uz", "rx", "ry", "rz"})}});
        script.add("prescribe", {{"node", name},
                                 {"dof", "ux"},
                                 {"motion", table({{"family", "signal"},
                                                   {"kind", "sine"},
                                                   {"amplitude", 1e-3},
                                                   {"frequency", w / (2 * pi)},
                                                   {"phase", pi / 2}})}});
        script.add("friction", {{"from", name},
                                {"to", "mass"},
                                {"direction", vector(1, 0, 0)},
                                {"normal_force", 1},
                                {"friction", table({{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", 0.5}})}});
    }
    const System system = script.system();
    const auto run = [&](double from, Failure failure, Last& last) {
        State state = time::initial_state(system);
        Fails stepper(system, from, failure);
        std::vector<time::Observer*> observers{&last};
        return error_of([&] { time::march(system, stepper, {.step = h, .duration = 0.1}, state, observers); });
    };
    Last failed, other, never;
    EXPECT_EQ(run(at, Failure::computation, failed), "no start");
    EXPECT_NEAR(failed.time, at, 4 * resolution);
    EXPECT_EQ(run(at, Failure::interrupted, other), "no start");
    EXPECT_NEAR(other.time, 0.04, 1e-12) << "control";
    EXPECT_EQ(run(1, Failure::computation, never), "");
    EXPECT_NEAR(never.time, 0.1, 1e-12) << "control";
}

}  // namespace
}  // namespace jounce::test::march_stands_test
