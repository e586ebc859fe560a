// Promise: where Newton fails the march halves the step, says so, and goes on; where halving does not help the run ends in an
// error that names the contact, the time and the residual, and the observers have been closed with the last accepted state.
// Physics: a stop that jumps to a constant force and holds it (a slip coupling): with a coarse step Newton falls from
// "deep" to "open" and back.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "base/messages/error.hpp"
#include "support/small_system.hpp"
#include "time/march/march.hpp"
#include "time/methods/newmark.hpp"
#include "time/start/start.hpp"

namespace jounce::halving_test {
namespace {

/// F = F0 tanh(delta/w): saturates, so that Newton's tangent far inside points nowhere.
class SaturatingLaw final : public contact::Law {
  public:
    SaturatingLaw(double force, double width) : force_(force), width_(width) { kind = "test"; }
    contact::Response evaluate(const contact::Motion& m, const contact::ContactMemory&) const noexcept override {
        const double t = std::tanh(m.indentation / width_);
        const double f = force_ * t;
        return {f, force_ / width_ * (1 - t * t), 0, f, force_ * width_ * std::log(std::cosh(m.indentation / width_))};
    }

  private:
    double force_, width_;
};

/// Never solvable: the derivative it states has the wrong sign and size.
class LyingLaw final : public contact::Law {
  public:
    contact::Response evaluate(const contact::Motion&, const contact::ContactMemory&) const noexcept override {
        return {1e6, -1e30, 0, 1e6, 0};
    }
};

struct Ends : time::Observer {
    void accepted(const time::AcceptedStep& step) override { last = step.after.time; }
    void end(const State& state) override { ended = state.time; }
    double last = -1, ended = -1;
};

System mass(contact::LawPointer law) {
    System system = test::linear_system(test::scalar(1), test::scalar(0), test::scalar(0));
    system.v0[0] = 1;
    test::add_contact(system, "stop", {contact::GapShape::plane, 0.01, true, false}, std::move(law), {Vector::Ones(1)});
    return system;
}

TEST(Halving, GoesOnWithSmallerStepsAndSaysSo) {
    const double force = 1000, width = 1e-4;
    const System system = mass(std::make_shared<SaturatingLaw>(force, width));
    const auto stepper = time::newmark({})->bind(system, time::Events::stepwise);
    State state = time::initial_state(system);
    std::vector<std::string> lines;
    time::MarchOptions options{.step = 7.3e-3, .duration = 0.0365};
    options.events = time::Events::stepwise;
    options.log = [&](const std::string& line) { lines.push_back(line); };
    const time::MarchReport report = time::march(system, *stepper, options, state, {});
    EXPECT_GT(report.halvings, 0);
    ASSERT_FALSE(lines.empty());
    EXPECT_NE(lines[0].find("'stop'"), std::string::npos) << lines[0];
    EXPECT_DOUBLE_EQ(state.time, 0.0365);
    // Constant force after 0.01 s (log(cosh) differs from a ramp by width*log 2): v = 1 - F (t - 0.01) until it comes back.
    const double t = 0.0365 - 0.01;
    const double back = 2.0 / force;  // leaves the stop after 2 ms at speed -1
    EXPECT_GT(t, back);
    EXPECT_LT(state.v[0], -0.3);  // it came back; a step of four contact times cannot say more
}

TEST(Halving, EndsInAnErrorThatNamesContactTimeAndResidual) {
    const System system = mass(std::make_shared<LyingLaw>());
    const auto stepper = time::newmark({})->bind(system, time::Events::stepwise);
    State state = time::initial_state(system);
    Ends ends;
    std::vector<time::Observer*> observers = {&ends};
    try {
        time::march(system, *stepper, {.step = 1e-3, .duration = 1, .events = time::Events::stepwise}, state, observers);
        FAIL() << "a law that lies about its tangent converged";
    } catch (const Error& error) {
        EXPECT_EQ(error.failure(), Failure::computation);
        for (const char* part : {"contact 'stop'", "t = 0.0", "residual ", " N, relative increment", "step"}) {
            EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << part << " in: " << error.what();
        }
    }
    EXPECT_GT(ends.ended, 0);
    EXPECT_DOUBLE_EQ(ends.ended, ends.last);
    EXPECT_NEAR(state.q[0], state.time, 1e-12);  // the flight before it is intact
}

}  // namespace
}  // namespace jounce::halving_test
