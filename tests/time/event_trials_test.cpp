// Promise: the first event of a step is found to 1e-12 of the step, or to the rounding of the time, by few trial steps, wherever
// the method computes a step; what only the interpolation shows is no event. Reference: a method whose motion is given, so that
// its onsets are closed forms. And chattering: onsets whose intervals shrink without end. Tolerance: as promised.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <memory>
#include <vector>

#include "support/small_system.hpp"
#include "time/events/chattering.hpp"
#include "time/events/event_location.hpp"
#include "time/events/events.hpp"
#include "time/start/start.hpp"

namespace jounce::event_trials_test {
namespace {

using Outcome = time::EventLocation::Outcome;
constexpr double h = 4e-3;

/// Moves sides as functions of the time since the begin of the step say.
struct Given final : time::Stepper {
    using Path = std::function<contact::Motion(double)>;
    explicit Given(std::vector<Path> sides) : paths(std::move(sides)) {}
    void start(State&) override {}
    void restart(State&) override {}
    time::StepReport step(const State& from, State& to, double size, double end_time) override {
        sizes.push_back(size);
        time::StepReport report;
        if (fails && fails(size)) {
            report.converged = false;
            return report;
        }
        to.time = end_time;
        if (most > 0 && size > most) {
            size = most;
            to.time = from.time + most;
        }
        for (std::size_t s = 0; s < paths.size(); ++s) to.sides[s].motion = paths[s](size);
        return report;
    }
    std::vector<Path> paths;
    std::function<bool(double)> fails;
    double most = 0;
    std::vector<double> sizes;
};

struct Located {
    explicit Located(Given& stepper, double begin = 0) {
        System system = test::linear_system(Matrix::Identity(2, 2), Matrix::Zero(2, 2), Matrix::Zero(2, 2));
        for (std::size_t i = 0; i < stepper.paths.size(); ++i)
            test::add_contact(system, "stop", test::stop(5e-3), std::make_shared<test::DashpotLaw>(1e3, 2), {Vector::Unit(2, 0)});
        time::EventWatch watch(system, false, nullptr);
        State before = time::initial_state(system);
        before.time = begin;
        for (std::size_t s = 0; s < stepper.paths.size(); ++s) before.sides[s].motion = stepper.paths[s](0);
        after = before;
        time::MarchReport report;
        time::EventLocation location(stepper, watch, report);
        EXPECT_TRUE(location.try_step(before, after, h, begin + h).converged);
        if (!watch.examine(before, after)) return;
        stepper.sizes.clear();
        found = location.find(before, after, h, begin + h);
        EXPECT_EQ(report.trial_steps, static_cast<long>(stepper.sizes.size()));
    }
    time::EventLocation::Result found;
    State after;
};

/// Rises through zero at `zero`; of no degree that an interpolation follows.
Given::Path through(double zero, double bend = 1) {
    const auto depth = [bend](double t) { return std::sin(bend * t / h); };
    return [=](double t) { return contact::Motion{depth(t) - depth(zero), bend / h * std::cos(bend * t / h)}; };
}

TEST(EventTrials, AnOnsetIsFoundWhereverItIs) {
    for (const double zero : {0.001 * h, 0.3 * h, 0.9999 * h}) {
        for (const double begin : {0.0, 7.0, -7.0}) {
            Given stepper({through(zero)});
            const Located at(stepper, begin);
            EXPECT_EQ(at.found.outcome, Outcome::at_end);
            EXPECT_NEAR(at.found.size, zero, 1e-12 * h + 4e-16 * std::abs(begin));
            EXPECT_NEAR(at.after.time, begin + zero, 1e-12 * h + 4e-16 * std::abs(begin));
            EXPECT_NEAR(at.found.together, 1e-9 * h, 1e-15 * h);
            EXPECT_LE(stepper.sizes.size(), 4U) << zero;
        }
    }
}

// Times that are as large as that a step is hardly more than their rounding.
TEST(EventTrials, TheRoundingOfTheTimeIsTheLeast) {
    for (const double begin : {1e8, -1e8}) {
        Given stepper({through(0.3 * h)});
        const Located at(stepper, begin);
        EXPECT_NEAR(at.found.together, 4e-16 * 1e8, 1e-20);
        EXPECT_NEAR(at.found.size, 0.3 * h, 1e-7);
    }
}

TEST(EventTrials, OfTwoOnsetsTheFirstIsFound) {
    for (const bool swapped : {false, true}) {
        // The second rises later and more steeply: a secant of it, or where it is looked for at first, is before the other one.
        std::vector<Given::Path> paths = {through(0.45 * h), through(0.4 * h, 1.4)};
        if (swapped) std::swap(paths[0], paths[1]);
        Given stepper(paths);
        const Located at(stepper);
        EXPECT_EQ(at.found.outcome, Outcome::at_end);
        EXPECT_NEAR(at.found.size, 0.4 * h, 1e-12 * h);
        EXPECT_EQ(at.found.event.side, swapped ? 0 : 1);
        EXPECT_LE(stepper.sizes.size(), 7U);
    }
}

// Where no step ends within the rounding of an event, it is behind; where none ends in a wider range, the step fails.
TEST(EventTrials, AStepThatFailsAtTheSurfaceEndsBehindIt) {
    const double zero = 0.3 * h;
    for (const double width : {1e-9, 1e-2}) {
        Given stepper({through(zero)});
        stepper.fails = [&](double t) { return std::abs(t - zero) < width * h; };
        const Located at(stepper);
        EXPECT_EQ(at.found.outcome, width < 1e-6 ? Outcome::at_end : Outcome::failed);
        if (width > 1e-6) continue;
        EXPECT_GE(at.found.size, zero);
        EXPECT_LE(at.found.size, zero + 1e-6 * h);
        EXPECT_LE(stepper.sizes.size(), 60U);
    }
}

// A motion that leaves at once, although its rate at the begin is inwards: the interpolation of any step passes the surface at
// the begin. Shorter steps decide, each a fourth.
TEST(EventTrials, WhatOnlyTheInterpolationShowsIsNoEvent) {
    Given stepper({[](double t) { return t > 0 ? contact::Motion{-1e-9 - 0.5 * t, -0.5} : contact::Motion{-1e-18, 1}; }});
    const Located at(stepper);
    EXPECT_EQ(at.found.outcome, Outcome::none);
    ASSERT_GE(stepper.sizes.size(), 8U);
    EXPECT_LE(stepper.sizes.size(), 12U);
    for (std::size_t i = 0; i < stepper.sizes.size(); ++i)
        EXPECT_NEAR(stepper.sizes[i], h * std::pow(0.25, i + 1.0), 1e-12 * h) << i;
    EXPECT_EQ(at.found.size, stepper.sizes.back());
}

// A method that ends its steps early finds what is within, and nothing where the event is later.
TEST(EventTrials, AMethodMayEndItsTrialsEarly) {
    for (const double most : {0.35, 0.2}) {
        Given stepper({through(0.3 * h)});
        Given whole = stepper;
        System system = test::linear_system(Matrix::Identity(1, 1), Matrix::Zero(1, 1), Matrix::Zero(1, 1));
        test::add_contact(system, "stop", test::stop(5e-3), std::make_shared<test::DashpotLaw>(1e3, 2), {Vector::Unit(1, 0)});
        time::EventWatch watch(system, false, nullptr);
        State before = time::initial_state(system);
        before.sides[0].motion = stepper.paths[0](0);
        State after = before;
        (void)whole.step(before, after, h, h);
        ASSERT_TRUE(watch.examine(before, after));
        stepper.most = most * h;
        time::MarchReport report;
        time::EventLocation location(stepper, watch, report);
        const auto found = location.find(before, after, h, h);
        EXPECT_EQ(found.outcome, most > 0.3 ? Outcome::at_end : Outcome::none) << most;
        EXPECT_NEAR(after.time, std::min(most, 0.3) * h, 1e-12 * h);
    }
}

// What a count of onsets takes is compared with the longest interval before and with what the count before took.
TEST(Chattering, IntervalsThatShrinkWithoutEnd) {
    constexpr double step = 1;
    const auto count = [](time::Chattering& of, double& t, double lasted) {
        std::optional<double> out;
        for (int i = 0; i < time::Chattering::most; ++i) {
            if (i > 0) t += lasted / (time::Chattering::most - 1);
            out = of.onset(1, t);
            EXPECT_TRUE(i + 1 == time::Chattering::most || !out);
        }
        if (out) EXPECT_NEAR(*out, lasted, 1e-9 * lasted);
        return out.has_value();
    };
    for (const double start : {0.0, -5.0}) {
        for (const double interval : {0.0, 0.5, 40.0}) {
            const double longest = std::max(step, interval);
            for (const double first : {0.9e-3 * longest, 1.1e-3 * longest, 0.9 * longest, 500 * longest}) {
                for (const double part : {0.49, 0.51}) {
                    time::Chattering of(2, start, step);
                    double t = start + interval;
                    EXPECT_EQ(count(of, t, first), first < 1e-3 * longest) << first << ' ' << interval;
                    t += 1e-9;
                    const double second = part * first;
                    EXPECT_EQ(count(of, t, second), second < longest && (part < 0.5 || second < 1e-3 * longest))
                        << first << ' ' << interval << ' ' << part;
                    EXPECT_FALSE(of.onset(0, t).has_value()) << "another side has its own count";
                }
            }
        }
    }
}

}  // namespace
}  // namespace jounce::event_trials_test
