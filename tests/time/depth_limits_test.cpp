// Promise: a law that turns back ends the march, and the search for an equilibrium, in an error that names contact, time, depth
// and limit; no accepted state lies beyond, nothing is infinite, and what was computed before is intact. With the tangent both go
// on. Physics: a mass thrown at a pin in a tight hole; Johnson's law stores U(delta_max) = F_max delta_max/4 and no more.
// Control: a little less speed than sqrt(2 U/m) comes back without loss.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/contact/depth_limits.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "contact/law_samples.hpp"
#include "support/small_system.hpp"
#include "time/march/march.hpp"
#include "time/start/start.hpp"
#include "time/statics/static.hpp"

namespace jounce::depth_limits_test {
namespace {

const double mass = 2;

contact::LawPointer johnson(const char* beyond) {
    return test::make_law("johnson",
                          test::table({{"geometry", test::cylinders(10e-3, 9.995e-3, "internal", 15e-3)}, {"beyond", beyond}}));
}

System thrown(const contact::LawPointer& law, double speed) {
    System system = test::linear_system(test::scalar(mass), test::scalar(0), test::scalar(0));
    system.v0[0] = speed;
    test::add_contact(system, "bore", test::stop(1e-5), law, {linalg::Vector::Ones(1)});
    return system;
}

struct Deepest : time::Observer {
    void accepted(const time::AcceptedStep& step) override {
        depth = std::max(depth, step.after.sides[0].motion.indentation);
        finite = finite && std::isfinite(step.after.a[0]) && std::isfinite(step.after.sides[0].response.force);
        last = step.after.time;
    }
    void end(const State& state) override { ended = state.time; }
    double depth = -1, last = -1, ended = -2;
    bool finite = true;
};

struct Way {
    const char* method;
    Table settings;
    time::Events events;
    double step;
};

std::vector<Way> ways() {
    return {{"newmark", {}, time::Events::locate, 1e-7},
            {"newmark", {}, time::Events::stepwise, 1e-7},
            {"generalized_alpha", {}, time::Events::locate, 1e-7},
            {"precise", {}, time::Events::locate, 2e-8},
            {"precise", test::table({{"contact", "implicit"}}), time::Events::locate, 1e-7},
            {"event_driven", {}, time::Events::locate, 1e-5}};
}

/// The message, or the speed after the impact as text.
std::string outcome(const Way& way, const contact::LawPointer& law, double speed, Deepest& seen) {
    const auto given = std::make_shared<const System>(thrown(law, speed));
    const time::MethodPointer method = time::method_family.find(way.method)->make(way.settings);
    const auto system = method->prepare(given);
    const auto stepper = method->bind(*system, way.events);
    State state = time::initial_state(*system);
    std::vector<time::Observer*> observers = {&seen};
    time::MarchOptions options{.step = way.step, .duration = 8e-5 / speed};
    options.events = way.events;
    options.order = method->order();
    try {
        (void)time::march(*system, *stepper, options, state, observers);
    } catch (const Error& error) {
        EXPECT_EQ(error.failure(), Failure::computation);
        EXPECT_EQ(state.time, seen.last) << way.method;
        return error.message();
    }
    return std::abs(state.sides[0].motion.rate + speed) < 1e-2 * speed ? "came back" : "lost its speed";
}

TEST(DepthLimits, AnImpactBeyondTheTurn) {
    const contact::LawPointer law = johnson("error");
    const double limit = law->end.indentation;
    const double speed = std::sqrt(2 * law->elastic()->at(limit).energy / mass);
    for (const Way& way : ways()) {
        Deepest below, beyond, tangent;
        EXPECT_EQ(outcome(way, law, 0.97 * speed, below), "came back") << way.method;
        EXPECT_GT(below.depth, 0.9 * limit) << way.method;
        const std::string message = outcome(way, law, 1.1 * speed, beyond);
        EXPECT_TRUE(message.starts_with("model 'test': contact 'bore' is 2.7")) << way.method << ": " << message;
        for (const char* part : {" m deep at t = ", " s, beyond 2.7067", " m, where law.johnson turns back at 14507.1 N"})
            EXPECT_NE(message.find(part), std::string::npos) << way.method << ": " << message;
        EXPECT_LE(beyond.depth, limit) << way.method;
        EXPECT_TRUE(beyond.finite) << way.method;
        EXPECT_EQ(beyond.ended, beyond.last) << way.method;
        EXPECT_EQ(outcome(way, johnson("tangent"), 1.1 * speed, tangent), "came back") << way.method;
        EXPECT_GT(tangent.depth, limit) << way.method;
    }
}

TEST(DepthLimits, AnEquilibriumBeyondTheTurn) {
    for (const double load : {1e-3, 500.0, 14000.0, 15000.0, 1e9}) {
        const auto message = [&](const char* beyond) {
            System system = test::linear_system(test::scalar(mass), test::scalar(0), test::scalar(1e3));
            test::add_load(system, linalg::Vector::Ones(1), [load](double) { return load; });
            test::add_contact(system, "bore", test::stop(0), johnson(beyond), {linalg::Vector::Ones(1)});
            try {
                const time::Equilibrium rest = time::equilibrium(system, 0);
                EXPECT_NEAR(rest.state.sides[0].response.force / (load - 1e3 * rest.state.q[0]), 1, 1e-9);
            } catch (const Error& error) {
                return error.message();
            }
            return std::string("found");
        };
        EXPECT_EQ(message("tangent"), "found") << load;
        if (load < 14507) {
            EXPECT_EQ(message("error"), "found") << load;
        } else {
            EXPECT_NE(message("error").find("beyond 2.7067"), std::string::npos) << load << ": " << message("error");
        }
    }
}

// A run that begins too deep says so before its first step.
TEST(DepthLimits, ABeginningBeyondTheTurn) {
    Deepest seen;
    System system = thrown(johnson("error"), 0);
    system.q0[0] = 1e-5 + 3e-6;
    const auto stepper = time::method_family.find("newmark")->make({})->bind(system, time::Events::locate);
    State state = time::initial_state(system);
    std::vector<time::Observer*> observers = {&seen};
    try {
        (void)time::march(system, *stepper, {.step = 1e-7, .duration = 1e-5}, state, observers);
        ADD_FAILURE() << "marched on";
    } catch (const Error& error) {
        EXPECT_NE(error.message().find("is 3e-06 m deep at t = 0 s, beyond 2.70671e-06 m"), std::string::npos) << error.message();
    }
    EXPECT_EQ(seen.last, -1);
}

TEST(DepthLimits, WhatIsNotTrusted) {
    const System system = thrown(johnson("error"), 1);
    const double trusted = system.contacts[0].law->trusted.indentation;
    EXPECT_EQ(time::trust_note(system.contacts[0], trusted), "");
    const std::string close = time::trust_note(system.contacts[0], trusted * (1 + 1e-6));
    const std::string first = close.substr(close.find(" was ") + 5);
    EXPECT_NE(first.substr(0, first.find(" m deep")), close.substr(close.find("beyond ") + 7, first.find(" m deep"))) << close;
    const std::string note = time::trust_note(system.contacts[0], 2 * trusted);
    EXPECT_TRUE(note.starts_with("contact 'bore' was ")) << note;
    EXPECT_TRUE(note.ends_with(
        "where the contact of law.johnson is wider than 0.3 of the smaller radius: the half-space assumption is invalid there"))
        << note;
}

// A start deeper than the clearance is told, one that is not so deep is not; nor one where there is no play.
TEST(DepthLimits, AStartDeeperThanTheClearanceIsTold) {
    for (const double gap : {1e-3, -1e-3}) {
        System system = test::linear_system(test::scalar(mass), test::scalar(0), test::scalar(0));
        test::add_contact(system, "bore", test::stop(gap), std::make_shared<test::PowerLaw>(1e6, 1), {linalg::Vector::Ones(1)});
        for (const double depth : {0.5e-3, 2e-3}) {
            State state = time::initial_state(system);
            state.sides[0].motion.indentation = depth;
            state.sides[0].response.force = 1e6 * depth;
            const std::string note = time::deep_start_note(system.contacts[0], state);
            EXPECT_EQ(note, gap > 0 && depth > gap
                                ? "contact 'bore' begins 0.002 m deep, beyond its clearance of 0.001 m, with a "
                                  "force of 2e+03 N"
                                : "");
        }
    }
}

}  // namespace
}  // namespace jounce::depth_limits_test
