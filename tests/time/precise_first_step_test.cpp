// Physics: the first explicit step of the precise method uses the forces at equidistant instants within it, found by fixed-point
// iteration; what rests on a rigid stop, in a plane or in a ring, with friction or without, stays there under the force of its
// load. Reference: the places of a motion without forces; with h^2 k/m = 1e-5 to 2.4e-5 each pass leaves about as much of the
// error, so that the fourth is below 1e-14 and the third is not; the loads themselves. Tolerance: rounding. Control: a force that
// the iteration has to follow takes more passes than a constant one, which takes one pass; units and the sign of the gap change
// no count.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <set>
#include <vector>

#include "precise_cases.hpp"
#include "system/models.hpp"

namespace jounce::test::precise_first_step_test {
namespace {

/// F = F0 + K delta; keeps the places at which it was asked.
struct Asked final : contact::Law {
    Asked(double force_, double stiffness_) : force(force_), stiffness(stiffness_) { kind = "test"; }
    contact::Response evaluate(const contact::Motion& m, const contact::ContactMemory&) const noexcept override {
        places.insert(m.indentation);
        const double f = force + stiffness * m.indentation;
        return {f, stiffness, 0, f, force * m.indentation + 0.5 * stiffness * m.indentation * m.indentation};
    }
    double force, stiffness;
    mutable std::set<double> places;
};

time::StepReport first_step(const System& system, const time::PreciseSettings& settings, double h) {
    const auto stepper = time::precise(settings)->bind(system, time::Events::locate);
    State from = time::initial_state(system);
    stepper->start(from);
    State to = from;
    to.time = h;
    return stepper->step(from, to, h, h);
}

/// A mass that is in contact all the time; coordinates in metres, or in other units.
System pressed(const std::shared_ptr<Asked>& law, double depth, double speed, bool mirrored = false) {
    System system = linear_system(scalar(1), scalar(0), scalar(0));
    const contact::GapGeometry gap{contact::GapShape::plane, 0, !mirrored, mirrored};
    add_contact(system, "stop", gap, law, {Vector::Ones(1)});
    system.q0[0] = mirrored ? -depth : depth;
    system.v0[0] = mirrored ? -speed : speed;
    return system;
}

TEST(PreciseFirstStep, ItsInstantsAreEquidistant) {
    constexpr double d = 1e-3, v = 1, h = 3e-3;
    for (const int order : {2, 3, 4}) {
        const auto law = std::make_shared<Asked>(0, 1e-12);
        const System system = pressed(law, d, v);
        (void)first_step(system, {"explicit", order}, h);
        std::vector<double> expected{d};
        for (int j = 1; j < order; ++j) expected.push_back(d + v * h * j / (order - 1));
        std::vector<double> asked;
        for (const double place : law->places)
            if (asked.empty() || place - asked.back() > 1e-12) asked.push_back(place);
        ASSERT_EQ(asked.size(), expected.size()) << order;
        for (std::size_t i = 0; i < asked.size(); ++i) EXPECT_NEAR(asked[i], expected[i], 1e-14) << order;
    }
}

TEST(PreciseFirstStep, ItsIterationEndsWhereForcesNoLongerChange) {
    constexpr double h = 1e-3, d = 1e-3, v = 10;
    constexpr int order = 4;
    for (const double unit : {1.0, std::ldexp(1, 20), std::ldexp(1, -20)}) {
        for (int k = 0; k < 16; ++k) {
            const bool mirrored = k % 2 == 1;
            const double stiffness = (1e-5 + 2e-6 * (k / 2)) / (h * h);
            const auto spring = std::make_shared<Asked>(0, stiffness), constant = std::make_shared<Asked>(5 * unit, 0);
            const auto evaluations = [&](const std::shared_ptr<Asked>& law) {
                return first_step(pressed(law, d * unit, v * unit, mirrored), {"explicit", order}, h).evaluations;
            };
            EXPECT_EQ(evaluations(spring), 4 * evaluations(constant)) << unit << ", " << k;
        }
    }
}

/// Pushed by a load onto a rigid stop: a plane, or a ring whose radius is the distance of the mass; beside a friction at no gap.
System resting(bool ring, bool rubbing) {
    System system = linear_system(Matrix::Identity(3, 3), Matrix::Zero(3, 3), Matrix::Zero(3, 3));
    const Vector place = Vector{{0.3, 0.4, 0}};
    const std::vector<Vector> axes = {Vector::Unit(3, 0), Vector::Unit(3, 1)};
    if (ring) {
        add_contact(system, "stop", {contact::GapShape::circular, place.norm(), true, false}, std::make_shared<RigidLaw>(0.5),
                    axes);
    } else {
        add_contact(system, "stop", stop(place[0]), std::make_shared<RigidLaw>(0.5), {axes[0]});
    }
    system.q0 = place;
    const double push = 7;
    add_load(system, ring ? Vector(place / place.norm()) : axes[0], [push](double) { return push; });
    if (rubbing) {
        Friction friction;
        friction.name = "friction";
        friction.law = contact::friction_family.make(table({{"kind", "coulomb"}, {"coefficient", 0.3}}), "test", "friction");
        friction.normal_force = std::make_shared<FunctionSignal>([](double) { return 1.0; });
        friction.first_row = static_cast<int>(system.rows.size());
        friction.own_rows = friction.directions = 1;
        add_row(system, Vector::Unit(3, 2));
        system.frictions.push_back(friction);
    }
    return system;
}

TEST(PreciseFirstStep, WhatRestsOnARigidStopStaysUnderTheForceOfItsLoad) {
    for (const bool rubbing : {false, true}) {
        for (const bool ring : {false, true}) {
            for (const time::PreciseSettings& settings :
                 {time::PreciseSettings{"explicit", 1}, {"explicit", 3}, {"implicit", 2}, {"implicit", 3}}) {
                const System system = resting(ring, rubbing);
                const State after = run(system, settings, 1e-3, 1e-3, time::Events::locate);
                const auto where = [&] {
                    return std::string(rubbing ? "rubbing " : "") + (ring ? "ring " : "plane ") + settings.contact +
                           std::to_string(settings.order);
                };
                EXPECT_NEAR((after.q - system.q0).norm(), 0, 1e-15) << where();
                EXPECT_NEAR(after.v.norm(), 0, 1e-14) << where();
                EXPECT_NEAR(after.sides[0].response.force, 7, 1e-11) << where();
            }
        }
    }
}

}  // namespace
}  // namespace jounce::test::precise_first_step_test
