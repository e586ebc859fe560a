// Physics: rigid stops under the event-driven method: bouncing to rest, the impact oscillator, a stop that lets go.
// Reference: closed forms; the (1, n) orbits of S. W. Shaw, P. J. Holmes (1983), doi:10.1016/0022-460X(83)90407-8.
// Tolerance: the flights are exact, so only round-off grows; the orbits, which attract, are held to 1e-10 over 40 periods.
// Control: the orbit's speed is no fixed point of another restitution.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "closed_signal.hpp"
#include "support/small_system.hpp"
#include "time/account/energy.hpp"
#include "time/account/impacts.hpp"
#include "time/march/march.hpp"
#include "time/methods/event_driven.hpp"
#include "time/start/start.hpp"

namespace jounce::test::event_driven_rigid_test {
namespace {

using std::numbers::pi;

System mass(double k, double clearance, double e, SignalPointer force) {
    System s = linear_system(scalar(1), scalar(0), scalar(k));
    Load load;
    load.pattern = Vector::Ones(1);
    load.signal = std::move(force);
    s.loads.push_back(load);
    add_contact(s, "stop", stop(clearance), std::make_shared<RigidLaw>(e), {Vector::Ones(1)});
    return s;
}

struct Result {
    State end;
    std::vector<time::Impact> impacts;
};

Result run(const System& system, double h, double duration) {
    const auto stepper = time::event_driven({1e-12})->bind(system, time::Events::locate);
    State state = time::initial_state(system);
    time::ImpactLog log;
    std::vector<time::Observer*> observers = {&log};
    (void)time::march(system, *stepper, {.step = h, .duration = duration, .events = time::Events::locate}, state, observers);
    return {state, log.impacts()};
}

/// A rigid bar (2 kg, 0.5 kg m^2) falls flat on stops to both sides of its centre: translation with -e times its speed solves
/// 0 <= P, B^T v+ + e B^T v- >= 0 for all stops together. One after the other they would leave it turning.
TEST(EventDrivenRigid, StopsStruckAtOneInstantAreOneProblem) {
    const double e = 0.5;
    for (const auto& places : {std::vector{-1.0, 2.0}, {-1.0, 1.0}, {-1.0, 0.7}, {-1.0, 0.3, 1.7}, {-0.4, 3.1}}) {
        for (const double clearance : {0.01, 3e-3, 0.125, 1.0 / 3, 7e-5}) {
            System s = linear_system(Matrix::Identity(2, 2), Matrix::Zero(2, 2), Matrix::Zero(2, 2));
            const double speed = 1.3;
            s.v0[0] = std::sqrt(2.0) * speed;
            for (const double x : places)
                add_contact(s, "stop", stop(clearance), std::make_shared<RigidLaw>(e),
                            {Eigen::Vector2d(1 / std::sqrt(2.0), x / std::sqrt(0.5))});
            const Result r = run(s, 1e-3, 1.5 * clearance / speed);
            EXPECT_NEAR(r.end.v[0], -e * s.v0[0], 1e-13);
            EXPECT_NEAR(r.end.v[1], 0, 1e-13);
            EXPECT_EQ(r.impacts.size(), places.size());
            double lost = 0, given = 0;
            for (const time::Impact& impact : r.impacts) {
                EXPECT_NEAR(impact.speed_in, speed, 1e-13);
                lost += impact.work;
                given += impact.impulse;
            }
            EXPECT_NEAR(lost, 0.5 * 2 * speed * speed * (1 - e * e), 1e-12);
            EXPECT_NEAR(given, 2 * speed * (1 + e), 1e-12);
        }
    }
}

TEST(EventDrivenRigid, BallPassesTheAccumulationPointIntoRest) {
    for (const double e : {0.9, 0.55, 0.0}) {
        System s = mass(0, 0, e, std::make_shared<ClosedSignal>(std::array<double, 4>{9.81, 0, 0, 0}));
        s.q0[0] = -1;
        const double first = std::sqrt(2 / 9.81);
        const double accumulation = first * (1 + e) / (1 - e);
        const Result r = run(s, 0.3, accumulation + 1);
        double expected = first, speed = 9.81 * first;
        for (std::size_t i = 0; i < 40 && i < r.impacts.size() && speed > 1e-4; ++i) {
            EXPECT_NEAR(r.impacts[i].time_in, expected, 1e-12) << i;
            EXPECT_NEAR(r.impacts[i].speed_in, speed, 1e-12) << i;
            speed *= e;
            expected += 2 * speed / 9.81;
        }
        EXPECT_NEAR(r.end.q[0], 0, 1e-13);
        EXPECT_NEAR(r.end.v[0], 0, 1e-13);
        EXPECT_TRUE(r.end.sides[0].memory.closed);
        EXPECT_NEAR(r.end.sides[0].response.force, 9.81, 1e-10);
    }
}

/// One impact every n forcing periods at the speed V, from the conditions of periodicity: x'' + x = cos(w t + phase).
TEST(EventDrivenRigid, ImpactOscillatorHoldsItsOrbits) {
    struct Orbit {
        double w, sigma, r;
        int n;
        double V;
    };
    for (const Orbit& o : {Orbit{2, 0, 0.8, 1, 20.0 / 3}, Orbit{4, 0.02, 0.6, 2, 1.2719189352}}) {
        const double gamma = 1 / (1 - o.w * o.w);
        const double C = std::cos(2 * pi * o.n / o.w), S = std::sin(2 * pi * o.n / o.w);
        // gamma cos(phase) and -gamma w sin(phase): value and rate of the forced part at the impact.
        const double pc = o.sigma + (1 + o.r) * o.V * S / (2 * (1 - C)), vp = (1 - o.r) * o.V / 2;
        EXPECT_NEAR(gamma * gamma, pc * pc + vp * vp / (o.w * o.w), 1e-9);
        const double phase = std::atan2(-vp / (gamma * o.w), pc / gamma);
        System s = mass(1, o.sigma, o.r, std::make_shared<ClosedSignal>(std::array<double, 4>{}, 1, o.w, phase + pi / 2));
        s.q0[0] = o.sigma;
        s.v0[0] = -o.r * o.V;
        const double T = 2 * pi * o.n / o.w;
        const Result result = run(s, T, 40.5 * T);
        ASSERT_EQ(result.impacts.size(), 40U);
        EXPECT_NEAR(result.impacts.back().speed_in, o.V, 1e-9);
        EXPECT_NEAR(result.impacts.back().time_in, 40 * T, 1e-8);
    }
}

/// A stop under a mass that is pressed against it by a force that turns: it lets go where the force does.
TEST(EventDrivenRigid, LetsGoWhereTheForceChangesItsSign) {
    System s = mass(0, 0, 0, std::make_shared<ClosedSignal>(std::array<double, 4>{}, 3, 5, 0.4));
    s.q0[0] = 0;
    s.v0[0] = 0.1;
    const Result r = run(s, 0.05, 1);
    ASSERT_EQ(r.impacts.size(), 1U);
    ASSERT_TRUE(r.impacts[0].time_out);
    const double leave = (pi - 0.4) / 5;
    EXPECT_NEAR(*r.impacts[0].time_out, leave, 1e-9);
    const double t = 1 - leave;  // x'' = -3 sin 5 t from there
    EXPECT_NEAR(r.end.q[0], 3 * (std::sin(5 * t) / 25 - t / 5), 1e-9);
}

/// The same where steps end at the zeros of the force, so that a step begins with a force that is nothing but rounding, of either
/// sign: a mass on a spring that bounces, comes to rest on the stop every twelve half periods, and leaves at a zero. A long step
/// as control: its steps end nowhere near them.
TEST(EventDrivenRigid, LetsGoWhereAStepBegins) {
    const double w = 2.7;
    for (const double h : {pi / w / 50, 0.3}) {
        System s = mass(1, 0, 0.8, std::make_shared<ClosedSignal>(std::array<double, 4>{}, 1, w, pi));
        s.q0[0] = 0;
        s.v0[0] = -0.344;
        int holds = 0;
        for (const time::Impact& impact : run(s, h, 1000).impacts) {
            if (!impact.time_out || *impact.time_out - impact.time_in < 0.01) continue;
            ++holds;
            const double half_periods = *impact.time_out * w / pi;
            EXPECT_NEAR(half_periods, std::round(half_periods), 1e-9) << h;
        }
        EXPECT_GE(holds, 50) << h;
    }
}

// Pressed by a = 1e4 m/s^2 the last hops, v^2/2a < 1e-16 m, are below the rounding of a place 0.3 m away. The speeds are v0 e^k
// up to the first one below 1e-6 m/s, which does not rebound, and it rests after (1 + 2 e/(1 - e)) v0/a, in a step of any size.
TEST(EventDrivenRigid, HopsBelowTheRoundingOfThePlaceEnd) {
    const double e = 0.5, clearance = 0.3, a = 1e4, v0 = std::sqrt(2 * a * clearance);
    const auto force = std::make_shared<ClosedSignal>(std::array<double, 4>{a, 0, 0, 0});
    const double last = std::ceil(std::log(1e-6 / v0) / std::log(e)), rests = (1 + 2 * e / (1 - e)) * v0 / a;
    for (const double h : {1e-4, 1e-3, 0.1}) {
        const Result r = run(mass(0, clearance, e, force), h, 0.1);
        EXPECT_NEAR(static_cast<double>(r.impacts.size()), last + 1, 1);
        double want = v0;
        for (std::size_t k = 0; k < r.impacts.size(); ++k, want *= e) {
            // A rounding of the place, eps c, changes v^2/2 by a eps c.
            if (want > 1e-3) {
                EXPECT_NEAR(r.impacts[k].speed_in, want, 1e-12 * v0 + 4 * a * epsilon * clearance / want);
            }
            const double before = k > 0 ? r.impacts[k - 1].speed_in : infinite;
            EXPECT_LT(r.impacts[k].speed_in, before) << k;
        }
        EXPECT_NEAR(r.impacts.back().time_in, rests, 1e-9);
        EXPECT_TRUE(r.end.sides[0].memory.closed);
        EXPECT_NEAR(r.end.q[0], clearance, 1e-16);
        EXPECT_NEAR(r.end.v[0], 0, 1e-15);
    }
}

}  // namespace
}  // namespace jounce::test::event_driven_rigid_test
