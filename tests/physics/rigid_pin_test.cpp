// Physics: the pin of a slider-crank with clearance and a rigid law, by Baumgarte's stabilisation: it strikes its bearing, stays
// on it and leaves it once the force is zero. The drift of the joints adds a force of its own to what the bearing holds, and
// moves the pin by more than the rounding of its place: neither may open the bearing before, or strike the pin that has just left
// it. Reference: event_driven, which holds the joints. Tolerance: of the instants, the drift of the joints over the rate of the
// force, some steps; of the place, a thousandth of the clearance.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <string>

#include "mechanisms.hpp"

namespace jounce::test::rigid_pin_test {
namespace {

constexpr double clearance = 1e-3;

System with_pin(double restitution) {
    Mechanisms m;
    SliderCrank().without_joint(m);
    m.add("revolute_clearance", {{"name", "C"},
                                 {"bearing", "rod.C"},
                                 {"journal", "slider.C"},
                                 {"bearing_radius", 0.0101 + clearance},
                                 {"journal_radius", 0.0101},
                                 {"law", table({{"family", "law"}, {"kind", "rigid"}, {"restitution", restitution}})}});
    m.guess({{"crank", 0.0}, {"rod", 0.0}});
    return m.system();
}

struct RigidPin : testing::TestWithParam<std::tuple<const char*, double>> {};

TEST_P(RigidPin, LeavesItsBearingOnce) {
    const auto& [scheme, step] = GetParam();
    const System system = with_pin(0);
    const MechanismRun exact = run_mechanism(system, *events(1e-9), 1e-3, 0.13);
    const MechanismRun run = run_mechanism(system, *method("baumgarte", {{"scheme", scheme}}), step, 0.13);
    ASSERT_EQ(exact.impacts.size(), 2U);
    ASSERT_EQ(run.impacts.size(), 2U);
    EXPECT_EQ(run.report.events, 3);
    ASSERT_TRUE(run.impacts[0].time_out && exact.impacts[0].time_out);
    EXPECT_NEAR(run.impacts[0].time_in, exact.impacts[0].time_in, step);
    EXPECT_NEAR(*run.impacts[0].time_out, *exact.impacts[0].time_out, step);
    EXPECT_NEAR(run.impacts[1].time_in, exact.impacts[1].time_in, step);
    EXPECT_NEAR(run.impacts[0].impulse, exact.impacts[0].impulse, 1e-3 * exact.impacts[0].impulse);
    EXPECT_NEAR(probe(system, run.end, "slider.x"), probe(system, exact.end, "slider.x"), 1e-3 * clearance);
}

INSTANTIATE_TEST_SUITE_P(RungeKutta, RigidPin,
                         testing::Combine(testing::Values("runge_kutta_4"), testing::Values(1e-4, 3e-5, 1e-5)));
INSTANTIATE_TEST_SUITE_P(Euler, RigidPin, testing::Combine(testing::Values("semi_implicit_euler"), testing::Values(1e-4, 1e-5)));

TEST(BouncingPin, BouncesAsTheReferenceDoes) {
    const System system = with_pin(0.3);
    const MechanismRun exact = run_mechanism(system, *events(1e-9), 1e-3, 0.1);
    const MechanismRun run = run_mechanism(system, *method("baumgarte"), 3e-5, 0.1);
    ASSERT_GT(exact.impacts.size(), 3U);
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_NEAR(run.impacts.at(i).time_in, exact.impacts[i].time_in, 1e-5) << i;
        EXPECT_NEAR(run.impacts.at(i).speed_in, exact.impacts[i].speed_in, 1e-3 * exact.impacts[0].speed_in) << i;
    }
    EXPECT_NEAR(probe(system, run.end, "slider.x"), probe(system, exact.end, "slider.x"), 1e-3 * clearance);
}

}  // namespace
}  // namespace jounce::test::rigid_pin_test
