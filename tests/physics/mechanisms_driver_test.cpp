// Physics: drivers between free bodies, and corners that land together.
// Reference: the relative angle of two bodies is the driver's signal, with its rate and its acceleration; a block that falls
// flat meets the face below with both corners at sqrt(2 c/g). Tolerance: 1e-10 relative for the driver (round-off times the
// condition of the joints); the corners' instants are equal to the last bit and right to 1e-12.
// Control: the bodies do move, and the driver's acceleration is not small.
// SPDX-License-Identifier: BSD-3-Clause
#include "mechanisms.hpp"

namespace jounce::test::mechanisms_driver_test {
namespace {

constexpr double amplitude = 0.7, frequency = 1.5;

TEST(Driver, BetweenFreeBodiesGivesAngleRateAndAcceleration) {
    Mechanisms m;
    m.body("upper", 2, 0.02, {{"O", pair_of(0, 0.25)}, {"A", pair_of(0, -0.25)}});
    m.body("lower", 1, 0.01, {{"A", pair_of(0, 0.2)}});
    m.hinge("O", pair_of(0, 0), "upper.O");
    m.hinge("A", "upper.A", "lower.A");
    m.add("drive",
          {{"joint", "A"},
           {"angle", table({{"family", "signal"}, {"kind", "sine"}, {"amplitude", amplitude}, {"frequency", frequency}})}});
    m.add("gravity", {{"acceleration", vector(0, -9.81, 0)}});
    m.guess({{"upper", 0.3}, {"lower", 0.3}});
    const System system = m.system();
    const double w = 2 * pi * frequency;
    for (const auto& method : {events(), alpha()}) {
        double value = 0, rate = 0, acceleration = 0, moved = 0;
        (void)run_mechanism(system, *method, 1e-3, 1.0, [&](const State& state) {
            const auto turn = [&](const char* what) {
                return probe(system, state, std::string("lower.rz") + what) -
                       probe(system, state, std::string("upper.rz") + what);
            };
            const double s = std::sin(w * state.time), c = std::cos(w * state.time);
            value = std::max(value, std::abs(turn("") - amplitude * s));
            rate = std::max(rate, std::abs(turn("_velocity") - w * amplitude * c));
            acceleration = std::max(acceleration, std::abs(turn("_acceleration") + w * w * amplitude * s));
            moved = std::max(moved, std::abs(probe(system, state, "upper.rz") - 0.3));
        });
        EXPECT_LT(value, 1e-10 * amplitude) << method->describe();
        EXPECT_LT(rate, 1e-10 * w * amplitude) << method->describe();
        EXPECT_LT(acceleration, 1e-10 * w * w * amplitude) << method->describe();
        EXPECT_GT(moved, 0.1);
    }
}

TEST(Corners, LandTogether) {
    constexpr double clearance = 5e-4, g = 9.81;
    Mechanisms m;
    m.body("block", 1, 1e-3, {});
    m.add("translational_clearance", {{"name", "D"},
                                      {"body", "block"},
                                      {"length", 0.08},
                                      {"height", 0.05},
                                      {"clearance", clearance},
                                      {"law", table({{"family", "law"}, {"kind", "hertz"}, {"stiffness", 1e9}})}});
    m.add("gravity", {{"acceleration", vector(0, -g, 0)}});
    const System system = m.system();
    const double fall = std::sqrt(2 * clearance / g);
    const MechanismRun run = run_mechanism(system, *events(), 1e-3, 1.5 * fall);
    std::vector<double> begins;
    for (const time::Impact& impact : run.impacts) {
        if (impact.time_in < 1.1 * fall) begins.push_back(impact.time_in);
    }
    ASSERT_EQ(begins.size(), 2u);
    EXPECT_EQ(begins[0], begins[1]);
    EXPECT_NEAR(begins[0], fall, 1e-12 * fall);
    EXPECT_NEAR(probe(system, run.end, "block.rz"), 0, 1e-9) << "and do not turn the block";
}

}  // namespace
}  // namespace jounce::test::mechanisms_driver_test
