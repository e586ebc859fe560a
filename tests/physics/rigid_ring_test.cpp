// Physics: a bead inside a rigid ring, alone and beside joints. Billiard: without restitution losses all chords are alike.
// Sliding round under Coulomb's friction: N = m v^2/R, v' = -mu v^2/R, 1/v grows by mu t/R. Rest: the ring takes the load, along
// it, and friction holds it beside the load up to the angle of friction.
// References: closed forms. Tolerance: event_driven its own one; the others of second order in the step.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <tuple>

#include "mechanisms.hpp"

namespace jounce::test::rigid_ring_test {
namespace {

constexpr double m = 0.4, R = 0.05, h = 1e-4;

/// By method; beside joints?
struct RigidRing : testing::TestWithParam<std::tuple<const char*, bool>> {
    struct Given {
        double restitution = 0, friction = 0;
        std::pair<double, double> place = {R, 0}, velocity = {0, 0}, load = {0, 0};
    };
    static System system(const Given& given) {
        Mechanisms s;
        s.add("point", {{"name", "bead"}, {"at", vector(0, 0, 0)}, {"mass", m}, {"free", list({"ux", "uy"})}});
        Table ring = table({{"name", "ring"},
                            {"node", "bead"},
                            {"axis", vector(0, 0, 1)},
                            {"clearance", R},
                            {"law", table({{"family", "law"}, {"kind", "rigid"}, {"restitution", given.restitution}})}});
        if (given.friction > 0)
            ring.set("friction", table({{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", given.friction}}));
        s.model.add("circular_gap", ring, {"case.lua", 1});
        s.add("initial", {{"node", "bead"},
                          {"displacement", vector(given.place.first, given.place.second, 0)},
                          {"velocity", vector(given.velocity.first, given.velocity.second, 0)}});
        s.add("load", {{"node", "bead"}, {"direction", vector(1, 0, 0)}, {"force", given.load.first}});
        s.add("load", {{"node", "bead"}, {"direction", vector(0, 1, 0)}, {"force", given.load.second}});
        if (std::get<1>(GetParam())) {
            s.body("arm", 1, 1, {{"o", pair_of(-1, 0)}});
            s.hinge("pin", pair_of(5, 5), "arm.o");
        }
        return s.system();
    }
    static bool exact() { return std::string(std::get<0>(GetParam())) == "event_driven"; }
    static MechanismRun run(const System& system, double duration) {
        const std::string name = std::get<0>(GetParam());
        const auto by = exact() ? events(1e-10) : name == "generalized_alpha" ? alpha(0.8) : method(name.c_str());
        return run_mechanism(system, *by, h, duration);
    }
};

// The first chord begins at the middle; each impact turns the chord by twice the angle between it and the tangent.
TEST_P(RigidRing, ABilliardHasEqualChords) {
    constexpr double normal = 0.7, tangential = 0.9;
    const double speed = std::hypot(normal, tangential), flight = 2 * R * normal / (speed * speed);
    const System system = RigidRing::system({.restitution = 1, .place = {R * tangential / speed, 0}, .velocity = {0, speed}});
    constexpr int impacts = 5;
    const MechanismRun run = RigidRing::run(system, impacts * flight);
    // In the middle of a chord again.
    const double angle = impacts * 2 * std::atan2(normal, tangential), r = R * tangential / speed;
    EXPECT_EQ(run.impacts.size(), std::size_t{impacts});
    EXPECT_NEAR(probe(system, run.end, "bead.ux"), r * std::cos(angle), 1e-9 * R);
    EXPECT_NEAR(probe(system, run.end, "bead.uy"), r * std::sin(angle), 1e-9 * R);
    EXPECT_NEAR(probe(system, run.end, "bead.ux_velocity"), -speed * std::sin(angle), 1e-9 * speed);
    EXPECT_NEAR(probe(system, run.end, "bead.uy_velocity"), speed * std::cos(angle), 1e-9 * speed);
}

TEST_P(RigidRing, ASlideUnderFrictionLosesSpeedByItsOwnPush) {
    constexpr double v = 1.5, duration = 0.1;
    for (const double mu : {0.0, 0.25}) {
        for (const double sense : {1.0, -1.0}) {
            const System system = RigidRing::system({.friction = mu, .velocity = {0, sense * v}});
            const MechanismRun run = RigidRing::run(system, duration);
            const double speed = v / (1 + mu * v * duration / R);
            const double angle = sense * (mu > 0 ? std::log(1 + mu * v * duration / R) / mu : v * duration / R);
            const double bound = exact() ? 1e-8 : 10 * std::pow(v * h / R, 2) * std::abs(angle);
            EXPECT_NEAR(probe(system, run.end, "bead.ux"), R * std::cos(angle), bound * R) << mu;
            EXPECT_NEAR(probe(system, run.end, "bead.uy"), R * std::sin(angle), bound * R) << mu;
            EXPECT_NEAR(probe(system, run.end, "ring.force"), m * speed * speed / R, bound * m * v * v / R) << mu;
            if (mu > 0)
                EXPECT_NEAR(std::abs(probe(system, run.end, "ring.friction_force")), mu * m * speed * speed / R,
                            bound * m * v * v / R);
        }
    }
}

// At rest along the load the ring takes all of it. Friction holds it beside the load up to the angle of friction, with both
// parts.
TEST_P(RigidRing, ABeadAtRestPassesItsLoadToTheRing) {
    constexpr double F = 3, mu = 0.5;
    for (const double place : {0.4, 2.5, -1.1}) {
        for (const double beside : {0.0, 0.9 * std::atan(mu), -0.9 * std::atan(mu)}) {
            const double load = place + beside;
            const System system = RigidRing::system({.friction = mu,
                                                     .place = {R * std::cos(place), R * std::sin(place)},
                                                     .load = {F * std::cos(load), F * std::sin(load)}});
            const MechanismRun run = RigidRing::run(system, 0.02);
            EXPECT_NEAR(probe(system, run.end, "ring.force"), F * std::cos(beside), 1e-6 * F) << place << ' ' << beside;
            EXPECT_NEAR(std::abs(probe(system, run.end, "ring.friction_force")), F * std::abs(std::sin(beside)), 1e-6 * F)
                << place << ' ' << beside;
            EXPECT_NEAR(probe(system, run.end, "bead.ux"), R * std::cos(place), 1e-12) << place << ' ' << beside;
            EXPECT_NEAR(probe(system, run.end, "bead.uy"), R * std::sin(place), 1e-12) << place << ' ' << beside;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Structures, RigidRing,
                         testing::Combine(testing::Values("event_driven", "newmark", "generalized_alpha"),
                                          testing::Values(false)));
INSTANTIATE_TEST_SUITE_P(BesideJoints, RigidRing,
                         testing::Combine(testing::Values("event_driven", "generalized_alpha"), testing::Values(true)));

}  // namespace
}  // namespace jounce::test::rigid_ring_test
