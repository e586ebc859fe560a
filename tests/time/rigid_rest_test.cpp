// Physics: bodies that stay together on rigid stops: free masses that meet one after the other without rebound, and a body that
// rests on a stop which moves away under it.
// Reference: momentum. n masses with gaps between them and the first at v move on together at m1 v/(m1 + ... + mk) after the k-th
// contact; with rebound each pair parts with -e times its speed. A body on a stop at A sin(w t) leaves where A w^2 sin(w t) = g.
// Tolerance: flights are exact, so round-off; the instant of the release is located like every event. event_driven finds closings
// to its tolerance.
// Control: one row of the log for each contact: a pair that only rounding holds is not let go of and struck again.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include "closed_signal.hpp"
#include "support/small_system.hpp"
#include "time/account/impacts.hpp"
#include "time/march/march.hpp"
#include "time/methods/event_driven.hpp"
#include "time/methods/newmark.hpp"
#include "time/methods/precise.hpp"
#include "time/one_step/one_step.hpp"
#include "time/start/start.hpp"

namespace jounce::test::rigid_rest_test {
namespace {

time::MethodPointer alpha(double r) {
    const double m = (2 * r - 1) / (r + 1), f = r / (r + 1);
    return time::one_step_method(
        "generalized_alpha", {.alpha_m = m, .alpha_f = f, .beta = 0.25 * (1 - m + f) * (1 - m + f), .gamma = 0.5 - m + f}, "");
}

struct Named {
    std::string name;
    time::MethodPointer method;
    double tolerance = 1e-12;
};
const std::vector<Named> methods = {{"newmark", time::newmark({})},
                                    {"alpha 0.8", alpha(0.8)},
                                    {"alpha 0", alpha(0)},
                                    {"precise explicit", time::precise({})},
                                    {"precise implicit", time::precise({.contact = "implicit"})},
                                    {"event_driven", time::event_driven({1e-12}), 2e-10}};

struct Result {
    Vector v;  // of the model's coordinates
    std::vector<time::Impact> impacts;
};

Result run(const System& given, const Named& by, double h, double duration) {
    const auto system = by.method->prepare(std::make_shared<const System>(given));
    const auto stepper = by.method->bind(*system, time::Events::locate);
    State state = time::initial_state(*system);
    time::ImpactLog log;
    std::vector<time::Observer*> observers = {&log};
    (void)time::march(*system, *stepper,
                      {.step = h, .duration = duration, .events = time::Events::locate, .order = by.method->order()}, state,
                      observers);
    return {system->recovery.T.size() > 0 ? Vector(system->recovery.T * state.v) : state.v, log.impacts()};
}

constexpr double gap = 0.1;

/// Masses in a row, the first one at 1 m/s, with a wall behind the last one or without.
System chain(const std::vector<double>& m, double e, bool wall) {
    const auto n = static_cast<Eigen::Index>(m.size());
    System s = linear_system(Eigen::Map<const Vector>(m.data(), n).asDiagonal(), Matrix::Zero(n, n), Matrix::Zero(n, n));
    s.v0[0] = 1;
    for (Eigen::Index i = 0; i < (wall ? n : n - 1); ++i) {
        Vector row = Vector::Unit(n, i);
        if (i + 1 < n) row -= Vector::Unit(n, i + 1);
        add_contact(s, std::string("gap").append(std::to_string(i)), stop(gap), std::make_shared<RigidLaw>(e), {row});
    }
    s.recovery.T = Matrix::Identity(n, n).sparseView();
    return s;
}

TEST(RigidRest, MassesThatMeetWithoutReboundStayTogether) {
    const std::vector<std::vector<double>> rows = {{1, 1},         {1, 1, 1}, {1, 1, 1, 1}, {1.37, 1.74, 2.11}, {0.3, 5, 0.01, 2},
                                                   {1, 1, 1, 1, 1}};
    for (const Named& by : methods)
        for (const auto& m : rows)
            for (const bool wall : {false, true})
                for (const double h : {1e-3, 7e-3}) {
                    double at = 0, moving = 0, impulses = 0;
                    std::vector<double> time_in, speed_in;
                    const std::size_t contacts = wall ? m.size() : m.size() - 1;
                    for (std::size_t k = 0; k < contacts; ++k) {
                        moving += m[k];
                        speed_in.push_back(m[0] / moving);
                        time_in.push_back(at += gap / speed_in.back());
                    }
                    for (std::size_t k = contacts; k < m.size(); ++k) moving += m[k];
                    const Result r = run(chain(m, 0, wall), by, h, at + 0.25);
                    const std::string what = by.name + ", " + std::to_string(m.size()) + " masses, wall " + std::to_string(wall) +
                                             ", step " + std::to_string(h);
                    ASSERT_EQ(r.impacts.size(), contacts) << what;
                    for (const time::Impact& impact : r.impacts) {
                        const auto k = static_cast<std::size_t>(impact.contact);
                        EXPECT_NEAR(impact.time_in, time_in[k], by.tolerance * 10) << what << ", contact " << k;
                        EXPECT_NEAR(impact.speed_in, speed_in[k], by.tolerance) << what << ", contact " << k;
                        EXPECT_FALSE(impact.time_out.has_value()) << what << ", contact " << k;
                        impulses = std::max(impulses, impact.impulse);
                    }
                    for (std::size_t k = 0; k < m.size(); ++k)
                        EXPECT_NEAR(r.v[static_cast<Eigen::Index>(k)], wall ? 0 : m[0] / moving, 1e-13) << what << ", mass " << k;
                    // The first gap passes on all that the others get.
                    EXPECT_NEAR(impulses, wall ? m[0] : m[0] * (1 - m[0] / moving), 1e-9) << what;
                }
}

/// Pair by pair, until the first two contacts at one instant could follow.
TEST(RigidRest, MassesThatReboundFollowTheLawOfEveryPair) {
    struct Hit {
        std::size_t pair;
        double time, speed;
    };
    for (const Named& by : methods)
        for (const double e : {0.3, 1.0})
            for (const auto& m : {std::vector<double>{1, 1, 1}, {1, 1, 1, 1}, {1.37, 1.74, 2.11, 0.7}}) {
                std::vector<double> x(m.size()), v(m.size(), 0.0);
                for (std::size_t i = 0; i < m.size(); ++i) x[i] = gap * static_cast<double>(i);
                v[0] = 1;
                std::vector<Hit> hits;
                constexpr double duration = 1.1;
                for (double t = 0;;) {
                    Hit next{m.size(), duration, 0};
                    for (std::size_t i = 0; i + 1 < m.size(); ++i) {
                        const double speed = v[i] - v[i + 1];
                        if (speed > 1e-12 && t + (x[i + 1] - x[i]) / speed < next.time)
                            next = {i, t + (x[i + 1] - x[i]) / speed, speed};
                    }
                    for (std::size_t i = 0; i < m.size(); ++i) x[i] += v[i] * (next.time - t);
                    t = next.time;
                    if (next.pair == m.size()) break;
                    const std::size_t i = next.pair;
                    const double impulse = (1 + e) * next.speed * m[i] * m[i + 1] / (m[i] + m[i + 1]);
                    v[i] -= impulse / m[i];
                    v[i + 1] += impulse / m[i + 1];
                    x[i + 1] = x[i];
                    hits.push_back(next);
                }
                const Result r = run(chain(m, e, false), by, 1e-3, duration);
                ASSERT_EQ(r.impacts.size(), hits.size()) << by.name << " " << e;
                for (std::size_t i = 0; i < hits.size(); ++i) {
                    EXPECT_EQ(r.impacts[i].contact, static_cast<int>(hits[i].pair)) << by.name << " " << e;
                    EXPECT_NEAR(r.impacts[i].time_in, hits[i].time, by.tolerance * 100) << by.name << " " << e;
                    EXPECT_NEAR(r.impacts[i].speed_in, hits[i].speed, by.tolerance * 10) << by.name << " " << e;
                }
                for (std::size_t i = 0; i < m.size(); ++i)
                    EXPECT_NEAR(r.v[static_cast<Eigen::Index>(i)], v[i], by.tolerance * 10) << by.name << " " << e;
            }
}

/// A body on a stop at A sin(w t), weighed down by g.
TEST(RigidRest, ABodyLeavesAMovingStopWhereItsForceIsZero) {
    constexpr double A = 0.01, w = 40, g = 9.81, m = 0.7;
    const double leaves = std::asin(g / (A * w * w)) / w;
    for (const Named& by : methods)
        for (const double h : {1e-3, 3.3e-4, 1e-4}) {
            System s = linear_system(scalar(m), scalar(0), scalar(0));
            s.v0[0] = -A * w;  // x up is -q
            Load weight;
            weight.pattern = Vector::Ones(1);
            weight.signal = std::make_shared<ClosedSignal>(std::array<double, 4>{m * g, 0, 0, 0});
            s.loads.push_back(weight);
            add_contact(s, "stop", stop(0), std::make_shared<RigidLaw>(0), {Vector::Ones(1)});
            PrescribedMotion motion;
            motion.signal = std::make_shared<ClosedSignal>(std::array<double, 4>{}, A, w, 0);
            motion.mass_row = motion.damping_row = motion.stiffness_row = Vector::Zero(1);
            motion.mass = motion.damping = motion.stiffness = {0};
            motion.pattern = Vector::Zero(1);
            s.recovery.prescribed.push_back(motion);
            s.rows[0].prescribed = {0};
            s.rows[0].prescribed_coefficient = {1};
            const Result r = run(s, by, h, 0.03);
            ASSERT_EQ(r.impacts.size(), 1U) << by.name << " " << h;
            ASSERT_TRUE(r.impacts[0].time_out.has_value()) << by.name << " " << h;
            EXPECT_NEAR(*r.impacts[0].time_out, leaves, 1e-12) << by.name << " " << h;
        }
}

/// A ball with e = 0.5 on a table that is shaken harder than gravity, in the table's frame: it chatters to rest and is let go of
/// where the table falls away, sin(w t) = -1/G, again and again, whatever rounding has left of its speed at rest. Tolerance: the
/// rounding of w t in the force, over the force's slope. Control: with G below 1 it is never let go of.
TEST(RigidRest, ABallIsLetGoOfEachTimeTheTableFallsAway) {
    constexpr double g = 9.81, w = 20 * std::numbers::pi, m = 0.1;
    for (const Named& by : methods) {
        const bool reference = by.name == "event_driven";
        for (const double G : {0.9, 1.2, 1.5, 3.0, 4.5}) {
            System s = linear_system(scalar(m), scalar(0), scalar(0));
            Load push;
            push.pattern = Vector::Ones(1);
            push.signal = std::make_shared<ClosedSignal>(std::array<double, 4>{m * g, 0, 0, 0}, m * g * G, w, 0);
            s.loads.push_back(push);
            add_contact(s, "table", stop(0), std::make_shared<RigidLaw>(0.5), {Vector::Ones(1)});
            const Result r = run(s, by, reference ? 0.1 : 1e-3, reference ? 23.2 : 2);
            int holds = 0;
            for (const time::Impact& impact : r.impacts) {
                if (!impact.time_out || *impact.time_out - impact.time_in < 1e-3) continue;
                ++holds;
                EXPECT_NEAR(std::sin(w * *impact.time_out), -1 / G, 1e-9) << by.name << ", G " << G << " at " << *impact.time_out;
                EXPECT_LT(std::cos(w * *impact.time_out), 0);
            }
            const std::string what = by.name + ", G " + std::to_string(G) + ": " + std::to_string(holds) + " holds";
            if (G < 1) {
                EXPECT_EQ(holds, 0) << what;
            } else if (G < 2) {
                EXPECT_NEAR(holds, reference ? 232 : 20, 1) << what << ", one in each period";
            } else if (reference) {
                EXPECT_GT(holds, 5) << what;
            }
        }
    }
}

}  // namespace
}  // namespace jounce::test::rigid_rest_test
