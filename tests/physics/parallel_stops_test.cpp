// Physics: rigid stops side by side, which hold one motion together. Promise: the impulses and the forces of equal stops are
// equal, in any order of the list; their sum is that of one stop, and so are the motion and the sum of the frictions. Unequal
// ones: of several restitutions the highest acts, and only the stops that have it have an impulse; of several coefficients of
// friction that of the whole is the mean. References: closed forms. Tolerance: rounding, over the location of the impact.
// Control: a stop a millimetre behind the other one has neither impulse nor force. Without the mend one stop had the whole
// impulse.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>

#include "mechanisms.hpp"
#include "time/contact/redundant_impulses.hpp"
#include "time/contact/rigid_stops.hpp"

namespace jounce::test::parallel_stops_test {
namespace {

constexpr double g = 9.81, height = 1e-3, slip = 0.05;

struct Stop {
    double restitution, mu, clearance = height;
};

/// By method; beside joints?
struct ParallelStops : testing::TestWithParam<std::tuple<const char*, bool>> {
    /// A block falls on stops side by side, and slides in x. \param lift speed of the stops
    static System system(double mass, const std::vector<Stop>& stops, double lift = 0) {
        Mechanisms s;
        s.add("point", {{"name", "block"}, {"at", vector(0, 0, 0)}, {"mass", mass}, {"free", list({"ux", "uy"})}});
        s.add("gravity", {{"acceleration", vector(0, -g, 0)}});
        s.add("initial", {{"node", "block"}, {"velocity", vector(slip, 0, 0)}});
        if (lift != 0) {
            s.add("node", {{"name", "floor"}, {"at", vector(0, 0, 0)}});
            s.add("fix", {{"node", "floor"}, {"dofs", words({"ux", "uz", "rx", "ry", "rz"})}});
            s.add("prescribe", {{"node", "floor"},
                                {"dof", "uy"},
                                {"motion", table({{"family", "signal"},
                                                  {"kind", "ramp"},
                                                  {"from_time", 0.0},
                                                  {"from_value", 0.0},
                                                  {"to_time", 1.0},
                                                  {"to_value", lift}})}});
        }
        for (std::size_t i = 0; i < stops.size(); ++i) {
            Table gap = table({{"name", "stop" + std::to_string(i)},
                               {"direction", vector(0, -1, 0)},
                               {"sides", "positive"},
                               {"clearance", stops[i].clearance},
                               {"law", table({{"family", "law"}, {"kind", "rigid"}, {"restitution", stops[i].restitution}})}});
            if (lift != 0) {
                gap.set("from", "floor");
                gap.set("to", "block");
            } else {
                gap.set("node", "block");
            }
            if (stops[i].mu > 0) {
                gap.set("friction", table({{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", stops[i].mu}}));
                gap.set("tangent", vector(i % 2 == 0 ? 1 : -1, 0, 0));
            }
            s.model.add("gap", gap, {"test", 1});
        }
        if (std::get<1>(GetParam())) {
            s.body("arm", 1, 1, {{"o", pair_of(-1, 0)}});
            s.hinge("pin", pair_of(5, 5), "arm.o");
        }
        return s.system();
    }
    /// With the System of the method's own coordinates.
    struct Done : MechanismRun {
        std::shared_ptr<const System> system;
        [[nodiscard]] double at_end(const char* name) const { return probe(*system, end, name); }
    };
    static Done run(const System& system, double duration) {
        const std::string name = std::get<0>(GetParam());
        const auto by = name == "event_driven" ? events(1e-11) : name == "generalized_alpha" ? alpha(0.8) : method(name.c_str());
        const auto prepared = by->prepare(std::make_shared<const System>(system));
        return {run_mechanism(*prepared, *by, 1e-4, duration), prepared};
    }
    /// Of the first impact of each gap.
    static std::vector<double> impulses(const MechanismRun& done, std::size_t gaps) {
        std::vector<double> out(gaps, 0);
        for (const time::Impact& impact : done.impacts) {
            if (impact.number == 1) out[static_cast<std::size_t>(impact.contact)] = impact.impulse;
        }
        return out;
    }
};

const double fall = std::sqrt(2 * height / g), speed = g * fall;

TEST_P(ParallelStops, ShareTheImpulse) {
    for (const double mass : {1e-3, 1.0, 1e3}) {
        for (const double mu : {0.0, 0.2}) {
            for (const std::size_t count : {1U, 2U, 3U}) {
                const System system = ParallelStops::system(mass, std::vector<Stop>(count, {0.5, mu}));
                const Done done = run(system, fall + 5e-3);
                const auto parts = impulses(done, count);
                const double whole = 1.5 * mass * speed;
                for (const double part : parts) EXPECT_NEAR(part, whole / static_cast<double>(count), 1e-9 * whole) << mass;
                const double left = std::max(slip - mu * 1.5 * speed, 0.0);
                EXPECT_NEAR(done.at_end("block.ux_velocity"), left, 1e-9);
                EXPECT_NEAR(done.at_end("block.uy_velocity"), 0.5 * speed - g * 5e-3, 1e-9);
                // The losses of the gaps and of their frictions are those of the block.
                double lost = 0;
                for (const time::Impact& impact : done.impacts) lost += impact.work;
                EXPECT_NEAR(lost, 0.5 * mass * speed * speed * 0.75, 1e-9 * mass * speed * speed);
            }
        }
    }
}

TEST_P(ParallelStops, ShareTheWeightAtRest) {
    for (const double mu : {0.0, 0.1}) {
        const System system = ParallelStops::system(2, {{0, mu}, {0, mu}});
        const double after = 5e-3;
        const Done done = run(system, fall + after);
        EXPECT_NEAR(done.at_end("stop0.force"), g, 1e-9);
        EXPECT_NEAR(done.at_end("stop1.force"), g, 1e-9);
        EXPECT_NEAR(done.at_end("block.ux_velocity"), slip - mu * (speed + g * after), 1e-9);
        if (mu == 0) continue;
        EXPECT_NEAR(done.at_end("stop0.friction_force"), -mu * g, 1e-9);
        EXPECT_NEAR(done.at_end("stop1.friction_force"), mu * g, 1e-9);
    }
}

TEST_P(ParallelStops, OfSeveralRestitutionsTheHighestActs) {
    for (const double mu : {0.0, 0.2}) {
        for (std::vector<double> e : {std::vector{0.2, 0.6, 0.6}, {0.6, 0.2, 0.6}, {0.6, 0.6, 0.2}}) {
            const System system = ParallelStops::system(3, {{e[0], mu}, {e[1], mu}, {e[2], mu}});
            const Done done = run(system, fall + 1e-3);
            const auto parts = impulses(done, 3);
            for (std::size_t i = 0; i < 3; ++i)
                EXPECT_NEAR(parts[i], e[i] == 0.6 ? 0.5 * 1.6 * 3 * speed : 0, 1e-9) << mu << " " << i;
            EXPECT_NEAR(done.at_end("block.uy_velocity"), 0.6 * speed - g * 1e-3, 1e-9);
        }
    }
}

TEST_P(ParallelStops, OfSeveralFrictionsTheMeanActs) {
    for (const auto& [a, b] : {std::pair{0.1, 0.2}, {0.2, 0.1}, {0.0, 0.3}, {0.3, 0.0}}) {
        const System system = ParallelStops::system(1, {{0, a}, {0, b}});
        const double after = 5e-3;
        const Done done = run(system, fall + after);
        const auto parts = impulses(done, 2);
        EXPECT_NEAR(parts[0], parts[1], 1e-9);
        EXPECT_NEAR(done.at_end("block.ux_velocity"), slip - 0.15 * (speed + g * after), 1e-9);
    }
}

TEST_P(ParallelStops, OnALiftShareAsOnTheGround) {
    const double lift = 0.07, mass = 5;
    const System system = ParallelStops::system(mass, {{0.5, 0.1}, {0.5, 0.1}}, lift);
    // height = lift t + g t^2/2
    const double t = (std::sqrt(lift * lift + 2 * g * height) - lift) / g, approach = lift + g * t;
    const Done done = run(system, t + 1e-3);
    for (const double part : impulses(done, 2)) EXPECT_NEAR(part, 0.5 * 1.5 * mass * approach, 1e-9);
}

TEST_P(ParallelStops, AMillimetreBehindCarriesNothing) {
    const System system = ParallelStops::system(2, {{0, 0.1, height + 1e-3}, {0, 0.1}});
    const Done done = run(system, fall + 5e-3);
    EXPECT_EQ(impulses(done, 2)[0], 0);
    EXPECT_EQ(done.at_end("stop0.force"), 0);
    EXPECT_NEAR(done.at_end("stop1.force"), 2 * g, 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Structures, ParallelStops,
                         testing::Combine(testing::Values("event_driven", "newmark", "generalized_alpha"),
                                          testing::Values(false)));
INSTANTIATE_TEST_SUITE_P(BesideJoints, ParallelStops,
                         testing::Combine(testing::Values("event_driven", "generalized_alpha", "baumgarte"),
                                          testing::Values(true)));

/// The middle of a beam on two stops: half the impulse each of what it has on one.
TEST(ParallelStopsOnABeam, HaveTheMotionOfOne) {
    const auto run = [](std::size_t count) {
        Mechanisms s;
        s.add("beam", {{"name", "beam"},
                       {"from", vector(0, 0, 0)},
                       {"to", vector(0.5, 0, 0)},
                       {"elements", 4},
                       {"section", table({{"family", "section"}, {"kind", "rectangle"}, {"width", 0.02}, {"height", 0.005}})},
                       {"material",
                        table({{"family", "material"}, {"kind", "isotropic"}, {"E", 2.1e11}, {"nu", 0.3}, {"density", 7850.0}})},
                       {"orientation", vector(0, 1, 0)}});
        s.add("fix", {{"node", "beam[1]"}, {"dofs", words({"ux", "uy", "uz", "rx", "ry", "rz"})}});
        s.add("load", {{"node", "beam[5]"}, {"direction", vector(0, -1, 0)}, {"force", 20.0}});
        for (std::size_t i = 0; i < count; ++i)
            s.add("gap", {{"name", "stop" + std::to_string(i)},
                          {"node", "beam[3]"},
                          {"direction", vector(0, -1, 0)},
                          {"sides", "positive"},
                          {"clearance", 1e-3},
                          {"law", table({{"family", "law"}, {"kind", "rigid"}, {"restitution", 0.4}})}});
        const System system = s.system();
        return run_mechanism(system, *method("newmark"), 2e-5, 0.05);
    };
    const MechanismRun one = run(1), two = run(2);
    ASSERT_EQ(two.impacts.size(), 2 * one.impacts.size());
    ASSERT_GT(one.impacts.size(), 2U);
    double largest = 0;
    for (const time::Impact& impact : one.impacts) largest = std::max(largest, impact.impulse);
    for (std::size_t i = 0; i < two.impacts.size() && i < 40; ++i) {  // later ones amplify rounding
        const auto same =
            std::ranges::find_if(one.impacts, [&](const time::Impact& impact) { return impact.number == two.impacts[i].number; });
        EXPECT_NEAR(two.impacts[i].impulse, 0.5 * same->impulse, 1e-9 * largest) << i;
    }
}

/// A bar that falls flat on three stops: the least sum of squares of P >= 0 with sum P = p and sum P x = 0.
TEST(SharedImpulses, OfThreeStopsUnderABarHaveTheLeastSumOfSquares) {
    const auto solve = [](const std::vector<double>& x) {
        const auto m = static_cast<Eigen::Index>(x.size());
        Matrix W(m, m);
        for (Eigen::Index i = 0; i < m; ++i) {
            for (Eigen::Index j = 0; j < m; ++j)
                W(i, j) = 1 + 3 * x[static_cast<std::size_t>(i)] * x[static_cast<std::size_t>(j)];
        }
        return time::shared_impulses(W, Vector::Constant(m, -1));
    };
    EXPECT_LT((solve({-1, 0, 1}) - Vector::Constant(3, 1.0 / 3)).norm(), 1e-12);
    EXPECT_LT((solve({1, -1, 0}) - Vector::Constant(3, 1.0 / 3)).norm(), 1e-12);
    // P = (1, 1, 1)/3 + z with sum P x = 0: P_i = a + b x_i, a = 7/13 - ..., by the normal equations of the two sums.
    for (const auto& x : {std::vector{-1.0, 0.5, 2.0}, {2.0, -1.0, 0.5}}) {
        const double s1 = 1.5, s2 = 5.25, b = -s1 / (3 * s2 - s1 * s1), a = s2 / (3 * s2 - s1 * s1);
        const Vector P = solve(x);
        for (Eigen::Index i = 0; i < 3; ++i) EXPECT_NEAR(P[i], a + b * x[static_cast<std::size_t>(i)], 1e-12);
    }
    // Without the condition P >= 0 the last one would pull.
    const Vector P = solve({-0.1, 0.2, 3.0});
    EXPECT_GE(P.minCoeff(), 0);
    EXPECT_NEAR(P.sum(), 1, 1e-12);
    EXPECT_NEAR(-0.1 * P[0] + 0.2 * P[1] + 3 * P[2], 0, 1e-12);
    EXPECT_NEAR(P[2], 0, 1e-12);
}

/// Stops side by side with several restitutions: W has rank one, and no impulses satisfy all equations w = 0.
TEST(SharedImpulses, OfStopsWithSeveralRestitutionsIsOfTheHighest) {
    for (const auto& q : {std::vector{-1.2, -1.6, -1.6}, {-1.6, -1.2, -1.6}, {-1.6, -1.6, -1.2}}) {
        const Vector P = time::shared_impulses(Matrix::Constant(3, 3, 0.5), Eigen::Map<const Vector>(q.data(), 3));
        for (Eigen::Index i = 0; i < 3; ++i) EXPECT_NEAR(P[i], q[static_cast<std::size_t>(i)] == -1.6 ? 1.6 : 0, 1e-12);
    }
}

}  // namespace
}  // namespace jounce::test::parallel_stops_test
