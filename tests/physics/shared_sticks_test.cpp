// Physics: two frictions hold a mass in a plane, one in both directions, in axes that are turned, and a weaker one along a line.
// A load along that line is shared in proportion to their limits, so that both let go at once, where it exceeds the sum of the
// limits; then the mass slides under the rest: m x'' = R (t - t*). A load across the line is held by the first one alone.
// References: closed forms. Tolerance: of forces at rest, rounding; of the slide, second order in the step.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <tuple>

#include "mechanisms.hpp"

namespace jounce::test::shared_sticks_test {
namespace {

constexpr double m = 2, mu = 0.5, floor_limit = 10, rail_limit = 4, rate = 100, h = 1e-3;
/// Of the rail, and of the axes of the friction on the floor [rad].
constexpr double rail = 0.6, axes = 1.5;

/// By method; beside joints?
struct SharedSticks : testing::TestWithParam<std::tuple<const char*, bool>> {
    static Value direction(double angle) { return vector(std::cos(angle), std::sin(angle), 0); }
    /// \param angle of the load, which rises by `rate` \param stiffness of an oblique spring, unstretched at rest
    static System system(double angle, double stiffness = 0) {
        const Value law = table({{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", mu}});
        Mechanisms s;
        s.add("point", {{"name", "block"}, {"at", vector(0, 0, 0)}, {"mass", m}, {"free", list({"ux", "uy"})}});
        s.add("friction", {{"name", "floor"},
                           {"node", "block"},
                           {"directions", list({direction(axes), direction(axes + pi / 2)})},
                           {"normal_force", floor_limit / mu},
                           {"friction", law}});
        s.add("friction", {{"name", "rail"},
                           {"node", "block"},
                           {"direction", direction(rail)},
                           {"normal_force", rail_limit / mu},
                           {"friction", law}});
        s.add("load",
              {{"node", "block"},
               {"direction", direction(angle)},
               {"force",
                table({{"family", "signal"}, {"kind", "table"}, {"times", list({0.0, 1.0})}, {"values", list({0.0, rate})}})}});
        if (stiffness > 0) s.add("spring", {{"from", "block"}, {"direction", direction(0.25)}, {"stiffness", stiffness}});
        if (std::get<1>(GetParam())) {
            s.body("arm", 1, 1, {{"o", pair_of(-1, 0)}});
            s.hinge("pin", pair_of(5, 5), "arm.o");
        }
        return s.system();
    }
    static MechanismRun run(const System& system, double duration) {
        const std::string name = std::get<0>(GetParam());
        const auto by = name == "event_driven" ? events(1e-10) : name == "generalized_alpha" ? alpha(0.8) : method(name.c_str());
        return run_mechanism(system, *by, h, duration);
    }
};

// Beside a spring, too, for which the directions yield differently in a step.
TEST_P(SharedSticks, ShareTheLoadAlongTheLineByTheirLimits) {
    for (const double stiffness : {0.0, m / (h * h)}) {
        const System system = SharedSticks::system(rail, stiffness);
        const double load = 0.9 * (floor_limit + rail_limit);
        const MechanismRun held = run(system, load / rate);
        EXPECT_NEAR(probe(system, held.end, "block.ux"), 0, 1e-12) << stiffness;
        EXPECT_NEAR(probe(system, held.end, "block.uy"), 0, 1e-12) << stiffness;
        EXPECT_NEAR(std::abs(probe(system, held.end, "rail.friction_force")), load * rail_limit / (floor_limit + rail_limit),
                    1e-6 * load)
            << stiffness;
    }
}

// Not by event_driven, for which a slip in a plane beside another one begins stiff: hundreds of thousands of steps.
TEST_P(SharedSticks, LetGoAtOnceAtTheSumOfTheirLimits) {
    if (std::string(std::get<0>(GetParam())) == "event_driven") return;
    const System system = SharedSticks::system(rail);
    const double slips = (floor_limit + rail_limit) / rate, after = 0.05;
    const MechanismRun before = run(system, 0.999 * slips), slid = run(system, slips + after);
    EXPECT_NEAR(probe(system, before.end, "block.ux_velocity"), 0, 1e-12);
    EXPECT_EQ(probe(system, before.end, "floor.sticking") + probe(system, before.end, "rail.sticking"), 2);
    const double way = rate * after * after * after / (6 * m), bound = 1e-9 * way + rate / m * after * h * h;
    EXPECT_NEAR(probe(system, slid.end, "block.ux"), way * std::cos(rail), bound);
    EXPECT_NEAR(probe(system, slid.end, "block.uy"), way * std::sin(rail), bound);
}

TEST_P(SharedSticks, HoldALoadAcrossTheLineByTheFirstAlone) {
    const System system = SharedSticks::system(rail + pi / 2);
    const double load = 0.9 * floor_limit;
    const MechanismRun held = run(system, load / rate);
    EXPECT_NEAR(probe(system, held.end, "rail.friction_force"), 0, 1e-6 * load);
    EXPECT_NEAR(probe(system, held.end, "block.uy"), 0, 1e-12);
    const MechanismRun slid = run(system, 1.1 * floor_limit / rate);
    EXPECT_GT(std::abs(probe(system, slid.end, "block.uy_velocity")), 1e-4);
}

// A lever that turns about one end: frictions at both of its points hold one turn with arms of 1 and 0.3 m. In proportion to
// their limits L they reach these at once, at the moment sum L r.
TEST_P(SharedSticks, OnALeverLetGoAtTheSumOfTheirMoments) {
    for (const bool outer_is_stronger : {true, false}) {
        const double outer = outer_is_stronger ? floor_limit : rail_limit, inner = outer_is_stronger ? rail_limit : floor_limit;
        const Value law = table({{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", mu}});
        Mechanisms s;
        s.add(
            "point",
            {{"name", "hub"}, {"at", vector(0, 0, 0)}, {"mass", 1.0}, {"inertia", list({1.0, 1.0, m})}, {"free", list({"rz"})}});
        s.add("node", {{"name", "tip"}, {"at", vector(1, 0, 0)}});
        s.add("node", {{"name", "waist"}, {"at", vector(0.3, 0, 0)}});
        s.add("rigid", {{"from", "hub"}, {"to", words({"tip", "waist"})}});
        for (const auto& [name, limit] : {std::pair{"tip", outer}, std::pair{"waist", inner}})
            s.add("friction", {{"name", std::string("on_") + name},
                               {"node", name},
                               {"direction", vector(0, 1, 0)},
                               {"normal_force", limit / mu},
                               {"friction", law}});
        s.add("load",
              {{"node", "hub"},
               {"axis", vector(0, 0, 1)},
               {"moment",
                table({{"family", "signal"}, {"kind", "table"}, {"times", list({0.0, 1.0})}, {"values", list({0.0, rate})}})}});
        if (std::get<1>(GetParam())) {
            s.body("arm", 1, 1, {{"o", pair_of(-1, 0)}});
            s.hinge("pin", pair_of(5, 5), "arm.o");
        }
        const System system = s.system();
        const double most = outer + 0.3 * inner;
        const MechanismRun held = run(system, 0.95 * most / rate);
        EXPECT_NEAR(probe(system, held.end, "hub.rz"), 0, 1e-12);
        EXPECT_NEAR(std::abs(probe(system, held.end, "on_tip.friction_force")), 0.95 * outer, 1e-6 * outer);
        EXPECT_NEAR(std::abs(probe(system, held.end, "on_waist.friction_force")), 0.95 * inner, 1e-6 * inner);
        const double after = 0.05;
        const MechanismRun slid = run(system, most / rate + after);
        const double turn = rate * after * after * after / (6 * m);
        EXPECT_NEAR(probe(system, slid.end, "hub.rz"), turn, 1e-7 * turn + rate / m * after * h * h);
    }
}

INSTANTIATE_TEST_SUITE_P(Structures, SharedSticks,
                         testing::Combine(testing::Values("event_driven", "newmark", "generalized_alpha"),
                                          testing::Values(false)));
INSTANTIATE_TEST_SUITE_P(BesideJoints, SharedSticks,
                         testing::Combine(testing::Values("event_driven", "generalized_alpha"), testing::Values(true)));

}  // namespace
}  // namespace jounce::test::shared_sticks_test
