// Physics: the largest force of a contact with damping, which comes before the deepest point.
// Reference: a mass on a spring with a dashpot, m x'' + c x' + k x = 0 from x = 0 with x' = v0: the force m |x''| has its
// maximum where x''' = 0, at w_d t = 3 phi - pi with cos phi = c/(2 sqrt(k m)) < 1/2, and is m v0 w exp(-c t/(2 m)) there.
// Tolerance: second order in the step for Newmark; the event-driven method is exact here, so that the cubic through fifty steps
// is left, whose rate errs by their third power. Control: the largest force at the ends of the steps misses the maximum by more
// than either allows.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "event_driven_cases.hpp"
#include "time/account/impacts.hpp"
#include "time/march/march.hpp"
#include "time/methods/event_driven.hpp"
#include "time/methods/newmark.hpp"
#include "time/start/start.hpp"

namespace jounce::test::peak_force_test {
namespace {

struct Ends : time::Observer {
    double largest = 0;
    void accepted(const time::AcceptedStep& step) override { largest = std::max(largest, step.after.sides[0].response.force); }
};

struct Damped {
    double m, c, k, v0;
    [[nodiscard]] double frequency() const { return std::sqrt(k / m); }
    [[nodiscard]] double angle() const { return std::acos(c / (2 * std::sqrt(k * m))); }
    [[nodiscard]] double duration() const { return std::numbers::pi / (frequency() * std::sin(angle())); }
    [[nodiscard]] double peak_force() const {
        const double at = (3 * angle() - std::numbers::pi) / (frequency() * std::sin(angle()));
        return m * v0 * frequency() * std::exp(-c / (2 * m) * at);
    }
    struct Seen {
        double log, ends;
    };
    [[nodiscard]] Seen seen(const time::Method& method, double step) const {
        const Mass mass{m, 0, 0, 0, v0};
        System s = mass.system();
        mass.add(s, stop_above(0.3 * v0 * duration()), std::make_shared<DashpotLaw>(k, c));
        const auto stepper = method.bind(s, time::Events::locate);
        State state = time::initial_state(s);
        time::ImpactLog log;
        Ends ends;
        std::vector<time::Observer*> observers = {&log, &ends};
        const double time = 1.4 * duration();
        time::march(s, *stepper, {.step = step, .duration = time, .events = time::Events::locate}, state, observers);
        EXPECT_EQ(log.impacts().size(), 1U);
        return {log.impacts().at(0).peak_force / peak_force() - 1, ends.largest / peak_force() - 1};
    }
};

constexpr Damped contacts[] = {{1, 300, 1e6, 0.3}, {0.2, 60, 3e5, 2.1}, {7, 900, 1e6, 0.01}};

TEST(PeakForce, OfADampedContactByNewmark) {
    for (const Damped& contact : contacts) {
        for (const double cells : {20.0, 40.0, 80.0, 160.0})
            EXPECT_LT(std::abs(contact.seen(*time::newmark({}), contact.duration() / (cells + 0.381966)).log),
                      2 / (cells * cells));
    }
}

TEST(PeakForce, OfADampedContactByEvents) {
    double ends = 0;
    for (const Damped& contact : contacts) {
        const Damped::Seen seen = contact.seen(*time::event_driven({1e-11}), contact.duration() / 50);
        EXPECT_LT(std::abs(seen.log), 1e-7);
        ends = std::min(ends, seen.ends);
    }
    EXPECT_LT(ends, -1e-6) << "control: ends of steps alone";
}

}  // namespace
}  // namespace jounce::test::peak_force_test
