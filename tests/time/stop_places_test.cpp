// Promise: a closed rigid stop off its surface, and a body inside an open one, end the march in one error that names the stop,
// the time, the distance and its bound, whatever method missed the event; what was computed before is intact. Physics: a mass
// meets a rigid stop and rests there. Controls: a method that moves what rests on the stop a little at each step, one that knows
// no onset, and states made by hand; the method itself rests without an error.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/contact/stop_places.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "contact/law_samples.hpp"
#include "support/small_system.hpp"
#include "time/contact/rigid_stops.hpp"
#include "time/march/march.hpp"
#include "time/methods/table.hpp"
#include "time/start/start.hpp"

namespace jounce::stop_places_test {
namespace {

constexpr double clearance = 1e-3, nominal = 1e-4, speed = 0.5;

System falling() {
    System system = test::linear_system(test::scalar(2), test::scalar(0), test::scalar(0));
    system.v0[0] = speed;
    test::add_load(system, linalg::Vector::Ones(1), [](double) { return 3.0; });
    test::add_contact(system, "floor", test::stop(clearance), std::make_shared<test::RigidLaw>(0.0), {linalg::Vector::Ones(1)});
    return system;
}

/// Newmark's method with a fault.
class Faulty final : public time::Stepper {
  public:
    /// \param off what each step adds to the place of a closed side [m] \param blind are there no onsets?
    Faulty(const System& system, double off, bool blind)
        : inner_(time::method_family.find("newmark")->make({})->bind(system, time::Events::locate)), off_(off), blind_(blind) {}
    void start(State& state) override { inner_->start(state); }
    void restart(State& state) override { inner_->restart(state); }
    [[nodiscard]] bool has_examined() const override { return blind_; }
    time::StepReport step(const State& from, State& to, double h, double end_time) override {
        const time::StepReport report = inner_->step(from, to, h, end_time);
        if (!to.sides[0].memory.closed) return report;
        to.q[0] += off_;
        to.sides[0].motion.indentation += off_;
        return report;
    }

  private:
    std::unique_ptr<time::Stepper> inner_;
    double off_;
    bool blind_;
};

struct Last final : time::Observer {
    void accepted(const time::AcceptedStep& step) override {
        time = step.after.time;
        depth = step.after.sides[0].motion.indentation;
    }
    void end(const State& state) override { ended = state.time; }
    double time = -1, depth = -1, ended = -2;
};

std::string outcome(double off, bool blind, Last& seen) {
    const System system = falling();
    Faulty stepper(system, off, blind);
    State state = time::initial_state(system);
    std::vector<time::Observer*> observers = {&seen};
    try {
        (void)time::march(system, stepper, {.step = nominal, .duration = 0.01}, state, observers);
    } catch (const Error& error) {
        EXPECT_EQ(error.failure(), Failure::computation);
        EXPECT_EQ(seen.ended, seen.time);
        EXPECT_EQ(state.time, seen.time);
        return error.message();
    }
    return "";
}

// At rest the bound is 1e-6 (1 mm + clearance + place) = 3e-9 m.
TEST(StopPlaces, WhatLeavesTheSurfaceOfAClosedStopEndsTheMarch) {
    Last seen;
    EXPECT_EQ(outcome(0, false, seen), "") << "control";
    EXPECT_EQ(seen.time, 0.01);
    EXPECT_EQ(outcome(1e-13, false, seen), "") << "rounding";
    for (const double off : {1e-9, -1e-9, 1e-5}) {
        Last last;
        const std::string message = outcome(off, false, last);
        EXPECT_TRUE(message.starts_with("model 'test': rigid stop 'floor' is closed at t = 0.00")) << off << message;
        EXPECT_NE(message.find(off > 0 ? " m behind its surface, more than the 3" : " m in front of its surface"),
                  std::string::npos)
            << off << message;
        EXPECT_NE(message.find("an impact or a release was missed"), std::string::npos) << message;
        EXPECT_LE(std::abs(last.depth), 3.1e-9) << off;
        EXPECT_LT(last.time, 0.01) << off;
    }
}

// The mass is inside by most of speed x step when its onset is missed.
TEST(StopPlaces, ABodyInsideAnOpenStopEndsTheMarch) {
    Last seen;
    const std::string message = outcome(0, true, seen);
    EXPECT_TRUE(message.starts_with("model 'test': rigid stop 'floor' is open at t = 0.002")) << message;
    EXPECT_LE(seen.depth, 0.21 * speed * nominal) << message;
    EXPECT_NEAR(seen.time, clearance / speed, 2 * nominal);
}

// States made by hand: the bound grows with the speed and the step, and other laws have none.
TEST(StopPlaces, TheBoundIsThatOfAStep) {
    System system = falling();
    test::add_contact(system, "soft", test::stop(clearance), std::make_shared<test::PowerLaw>(1e6, 1), {linalg::Vector::Ones(1)});
    State state = time::initial_state(system);
    state.q[0] = clearance;
    const auto passes = [&](double h, double depth) {
        state.sides[0].motion.indentation = depth;
        try {
            time::StopPlaces(system, h).require(state);
        } catch (const Error&) {
            return false;
        }
        return true;
    };
    const double at_rest = 1e-6 * 3e-3;
    for (const bool closed : {true, false}) {
        state.sides[0].memory.closed = closed;
        for (const double v : {0.0, 0.3}) {
            for (const double a : {0.0, 7.0}) {
                state.v[0] = v;
                state.a[0] = a;
                const double bound = at_rest + 0.2 * v * nominal + a * nominal * nominal;
                EXPECT_TRUE(passes(nominal, 0.999 * bound));
                EXPECT_FALSE(passes(nominal, 1.001 * bound));
                EXPECT_EQ(passes(nominal, -1.001 * bound), !closed);
            }
        }
    }
    state.sides[0].motion.indentation = 0;
    state.sides[1].motion.indentation = 1;
    EXPECT_NO_THROW(time::StopPlaces(system, nominal).require(state));
}

// A motion begins in front of a rigid stop, or closed on it within the bound of a step; rounding inside is 1e-9 of the clearance
// and a millimetre. Gaps of any sign: a clearance below zero is an interference.
TEST(StopPlaces, AMotionBeginsInFrontOfThem) {
    for (const double gap : {clearance, -0.3, 0.3}) {
        for (const double coefficient : {1.0, -1.0}) {
            System system = test::linear_system(test::scalar(2), test::scalar(0), test::scalar(0));
            test::add_contact(system, "floor", test::stop(gap), std::make_shared<test::RigidLaw>(0.0),
                              {linalg::Vector::Constant(1, coefficient)});
            State state = time::initial_state(falling());
            const auto begins = [&](double depth, bool closed) {
                state.sides[0].motion.indentation = depth;
                state.sides[0].memory.closed = closed;
                try {
                    time::require_outside_rigid_stops(system, state, nominal);
                } catch (const Error& error) {
                    EXPECT_EQ(error.failure(), Failure::bad_case);
                    return false;
                }
                return true;
            };
            state.q[0] = gap / coefficient;
            state.v[0] = -0.3;
            state.a[0] = -7;
            const double rounding = 1e-9 * (1e-3 + std::abs(gap));
            const double bound = 1e-6 * (1e-3 + 2 * std::abs(gap)) + 0.2 * 0.3 * nominal + 7 * nominal * nominal;
            EXPECT_TRUE(begins(-1, false));
            EXPECT_TRUE(begins(0.99 * rounding, false));
            EXPECT_FALSE(begins(1.01 * rounding, false));
            EXPECT_TRUE(begins(0.99 * bound, true)) << gap;
            EXPECT_FALSE(begins(1.01 * bound, true)) << gap;
            EXPECT_NEAR(time::StopPlaces(system, nominal).bound(0, state), bound, 1e-12 * bound);
            // A march asks once more where a side is off by more than rounding: what a method leaves of it is the bound.
            state.sides[0].motion.indentation = 0.99 * bound;
            EXPECT_NO_THROW(time::StopPlaces(system, nominal).require(state));
            state.sides[0].motion.indentation = 1.01 * bound;
            EXPECT_ANY_THROW(time::StopPlaces(system, nominal).require(state));
        }
    }
}

TEST(StopPlaces, StepsThatDoNotLocateKnowNoRigidStop) {
    EXPECT_NO_THROW(time::require_located_rigid_stops(falling(), time::Events::locate, "run"));
    EXPECT_THROW(time::require_located_rigid_stops(falling(), time::Events::stepwise, "run"), Error);
}

}  // namespace
}  // namespace jounce::stop_places_test
