// The derivative of a run with respect to its start, through reversals, sticks and breaks of all frictions: under normal forces
// that are given and under those of contacts, along a line, within a plane and round a circle; and through impacts on a rigid
// circle, with friction and without.
//
// Reference: differences of fourth order of runs from neighbouring starts, which know nothing of saltation.
// Tolerance: 1e-6 of the largest entry, and eight times what the differences of fourth and of second order disagree by: where the
// slope of a law has a kink at rest (adams, threshold, lugre) the runs themselves are that noisy.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include "derivative_of_run.hpp"
#include "friction_matrix.hpp"
#include "nonlinear/orbits/orbit_checks.hpp"
#include "nonlinear/orbits/section_choice.hpp"
#include "system/models.hpp"

namespace jounce::test::orbit_friction_derivative_test {
namespace {

using nonlinear::MapEvent;

constexpr double pi = 3.141592653589793;
constexpr double period = 0.2;
constexpr double step = 3e-5;  // in units of the scales

Value sine(double amplitude, double phase, double offset) {
    return table({{"family", "signal"},
                  {"kind", "sine"},
                  {"amplitude", amplitude},
                  {"frequency", 1 / period},
                  {"phase", phase},
                  {"offset", offset}});
}
Value law(const char* kind, Table settings) {
    settings.set("family", "law");
    settings.set("kind", kind);
    return settings;
}

int count(const nonlinear::MapPoint& point, MapEvent::Kind kind) {
    return static_cast<int>(std::ranges::count_if(point.events, [kind](const MapEvent& e) { return e.kind == kind; }));
}

/// From the section of the motion after some periods.
DerivativeComparison on_the_way(const System& system) {
    const auto shared = std::make_shared<const System>(system);
    const nonlinear::SectionChoice choice = nonlinear::choose_section(shared, period, 1, 3, nullptr, 1e-12, {});
    const auto map = map_of(system, period, nonlinear::section_scales(system, period, choice), choice.phase);
    const DerivativeComparison out = compare_derivative(map, choice.y, step, choice.y.size());
    EXPECT_LT(out.error, 1e-6 + 8 * out.bend) << "of " << out.largest;
    EXPECT_LT(out.bend, 1e-3) << "the difference says something";
    return out;
}

/// A block on a spring under a brake, pulled by a second one that is driven.
System block(const Value& friction, const Value& normal_force, double force, bool plane) {
    Script m;
    m.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", list({"ux", "uy"})}});
    m.add("point", {{"name", "r"}, {"at", vector(0, 0, 0)}, {"mass", 0.7}, {"free", list({"ux"})}});
    m.add("spring", {{"from", "p"}, {"direction", vector(1, 0, 0)}, {"stiffness", 300}, {"damping", 0.5}});
    m.add("spring", {{"from", "p"}, {"direction", vector(0.5, 1, 0)}, {"stiffness", 500}, {"damping", 0.3}});
    m.add("spring", {{"from", "p"}, {"to", "r"}, {"direction", vector(1, 0, 0)}, {"stiffness", 400}, {"damping", 0.4}});
    m.add("load", {{"node", "r"}, {"direction", vector(1, 0, 0)}, {"force", sine(force, 0, 0)}});
    m.add("load", {{"node", "p"}, {"direction", vector(0, 1, 0)}, {"force", sine(0.7 * force, 1, 0)}});
    m.add("friction", {{"name", "brake"},
                       {"node", "p"},
                       {"normal_force", normal_force},
                       {"friction", friction},
                       plane ? std::pair<const char*, Value>{"directions", list({vector(1, 0, 0), vector(0, 1, 0)})}
                             : std::pair<const char*, Value>{"direction", vector(1, 0, 0)}});
    return m.system();
}

TEST(OrbitFrictionDerivative, GoesThroughReversalsAndSticksUnderGivenForces) {
    int sticks = 0, held = 0, all = 0;
    for (const friction_matrix::Case& c : friction_matrix::cases()) {
        for (const bool plane : {false, true}) {
            for (const bool varies : {false, true}) {
                for (const double force : {0.5, 1.2, 3.0, 15.0}) {
                    ++all;
                    SCOPED_TRACE(c.kind + " " + std::to_string(c.sample) + (plane ? " plane" : " line") +
                                 (varies ? " varying" : " constant") + " force " + std::to_string(force));
                    const Value pressing = sine(varies ? 2 : 0, 0.4, 4);
                    try {
                        const DerivativeComparison d = on_the_way(block(c.settings, pressing, force, plane));
                        sticks += count(d.point, MapEvent::Kind::stick);
                    } catch (const Error& error) {
                        // The smallest force can leave the brake at rest for good: then no section exists.
                        EXPECT_EQ(force, 0.5);
                        EXPECT_NE(std::string(error.what()).find("'brake' never slips"), std::string::npos) << error.what();
                        ++held;
                    }
                }
            }
        }
    }
    EXPECT_GE(sticks, 10);
    EXPECT_LE(held, all / 8) << "of the " << all << " samples, half of those with the smallest force";
}

// One mass that Coulomb friction holds twice a period: while it is held nothing moves, and accelerations are the rounding of
// forces in balance. The mass leaves the hold at an instant and with a speed that its place determines: the derivative has rank
// one.
TEST(OrbitFrictionDerivative, GoesThroughSticksOfASingleMass) {
    for (const double coefficient : {0.7, 0.8, 0.9}) {
        for (const double damping : {0.0, 0.1}) {
            SCOPED_TRACE(std::to_string(coefficient) + " damping " + std::to_string(damping));
            Script m;
            m.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", list({"ux"})}});
            m.add("spring", {{"from", "p"}, {"direction", vector(1, 0, 0)}, {"stiffness", 600}, {"damping", damping}});
            m.add("load", {{"node", "p"}, {"direction", vector(1, 0, 0)}, {"force", sine(1, pi / 2, 0)}});
            m.add("friction", {{"name", "brake"},
                               {"node", "p"},
                               {"direction", vector(1, 0, 0)},
                               {"normal_force", 1},
                               {"friction", table({{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", coefficient}})}});
            const DerivativeComparison d = on_the_way(m.system());
            EXPECT_GE(count(d.point, MapEvent::Kind::stick), 2);
            const double determinant = d.point.derivative.determinant();
            EXPECT_LT(std::abs(determinant), 1e-9 * std::pow(d.point.derivative.norm(), 2));
        }
    }
}

/// A ball between a wall and a spring, which also slides along the wall.
System bouncer(const Value& stop, const Value& friction) {
    Script m;
    m.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 0.5}, {"free", list({"ux", "uy"})}});
    m.add("spring", {{"from", "p"}, {"direction", vector(1, 0, 0)}, {"stiffness", 200}, {"damping", 0.3}});
    m.add("spring", {{"from", "p"}, {"direction", vector(0.3, 1, 0)}, {"stiffness", 300}, {"damping", 0.3}});
    m.add("load", {{"node", "p"}, {"direction", vector(1, 0, 0)}, {"force", sine(6, 0, 2)}});
    m.add("load", {{"node", "p"}, {"direction", vector(0, 1, 0)}, {"force", sine(2, 1, 0)}});
    m.add("gap", {{"name", "wall"},
                  {"node", "p"},
                  {"direction", vector(1, 0, 0)},
                  {"tangent", vector(0, 1, 0)},
                  {"clearance", 0.005},
                  {"sides", "positive"},
                  {"law", stop},
                  {"friction", friction}});
    return m.system();
}

TEST(OrbitFrictionDerivative, GoesThroughContacts) {
    const std::vector<Value> stops = {
        law("hertz", table({{"stiffness", 1e6}})), law("kelvin_voigt", table({{"stiffness", 2e4}, {"damping", 10}})),
        law("hunt_crossley", table({{"stiffness", 1e6}, {"restitution", 0.6}})), law("rigid", table({{"restitution", 0.5}}))};
    int onsets = 0, impacts = 0, sticks = 0;
    for (const friction_matrix::Case& c : friction_matrix::cases()) {
        for (const Value& stop : stops) {
            SCOPED_TRACE(c.kind + " " + std::to_string(c.sample) + " on " + *stop.table()->find("kind")->text());
            const DerivativeComparison d = on_the_way(bouncer(stop, c.settings));
            onsets += count(d.point, MapEvent::Kind::onset);
            impacts += count(d.point, MapEvent::Kind::impact);
            sticks += count(d.point, MapEvent::Kind::stick);
        }
    }
    EXPECT_GE(onsets, 33);
    EXPECT_GE(impacts, 11);
    EXPECT_GE(sticks, 6);
}

// A ball that strikes a rigid wall with a slip in its plane, whose direction the impact returns in part.
TEST(OrbitFrictionDerivative, GoesThroughImpactsInPlanes) {
    int impacts = 0;
    for (const friction_matrix::Case& c : friction_matrix::cases()) {
        for (const double returned : {0.0, 0.4}) {
            SCOPED_TRACE(c.kind + " " + std::to_string(c.sample) + " returns " + std::to_string(returned));
            Script m;
            m.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 0.5}, {"free", list({"ux", "uy", "uz"})}});
            m.add("spring", {{"from", "p"}, {"direction", vector(1, 0, 0)}, {"stiffness", 200}, {"damping", 0.3}});
            m.add("spring", {{"from", "p"}, {"direction", vector(0.3, 1, 0)}, {"stiffness", 300}, {"damping", 0.3}});
            m.add("spring", {{"from", "p"}, {"direction", vector(0, 0.2, 1)}, {"stiffness", 250}, {"damping", 0.3}});
            m.add("load", {{"node", "p"}, {"direction", vector(1, 0, 0)}, {"force", sine(6, 0, 2)}});
            m.add("load", {{"node", "p"}, {"direction", vector(0, 1, 0)}, {"force", sine(2, 1, 0)}});
            m.add("load", {{"node", "p"}, {"direction", vector(0, 0, 1)}, {"force", sine(1.5, 2.2, 0)}});
            m.add("gap", {{"name", "wall"},
                          {"node", "p"},
                          {"direction", vector(1, 0, 0)},
                          {"tangents", list({vector(0, 1, 0), vector(0, 0, 1)})},
                          {"clearance", 0.005},
                          {"sides", "positive"},
                          {"law", law("rigid", table({{"restitution", 0.5}, {"tangential_restitution", returned}}))},
                          {"friction", c.settings}});
            const DerivativeComparison d = on_the_way(m.system());
            impacts += count(d.point, MapEvent::Kind::impact);
        }
    }
    EXPECT_GE(impacts, 20);
}

TEST(OrbitFrictionDerivative, GoesRoundACircle) {
    for (const friction_matrix::Case& c : friction_matrix::cases()) {
        SCOPED_TRACE(c.kind + " " + std::to_string(c.sample));
        Script m;
        m.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 0.5}, {"free", list({"ux", "uy"})}});
        m.add("spring", {{"from", "p"}, {"direction", vector(1, 0, 0)}, {"stiffness", 200}, {"damping", 0.3}});
        m.add("spring", {{"from", "p"}, {"direction", vector(0.3, 1, 0)}, {"stiffness", 300}, {"damping", 0.3}});
        m.add("load", {{"node", "p"}, {"direction", vector(1, 0, 0)}, {"force", sine(5, 0, 0)}});
        m.add("load", {{"node", "p"}, {"direction", vector(0, 1, 0)}, {"force", sine(1, 1.3, 0)}});
        m.add("circular_gap", {{"name", "ring"},
                               {"node", "p"},
                               {"axis", vector(0, 0, 1)},
                               {"clearance", 0.005},
                               {"law", law("hunt_crossley", table({{"stiffness", 1e6}, {"restitution", 0.6}}))},
                               {"friction", c.settings}});
        const System system = m.system();
        linalg::Vector y(4), scales(4);
        y << 0, 0, 0.2, 0.15;
        scales << 0.005, 0.005, 0.157, 0.157;
        const DerivativeComparison d = compare_derivative(map_of(system, 0.04, scales), y, step, 4);
        EXPECT_LT(d.error, 1e-6 + 8 * d.bend);
        EXPECT_EQ(count(d.point, MapEvent::Kind::onset), 1);
    }
}

/// A ball in a ring, which a load presses against it for a part of each period, across by another one.
System ball_in_ring(const Value& stop, const std::optional<Value>& friction, double across, bool moving = false) {
    Script m;
    m.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 0.5}, {"free", list({"ux", "uy"})}});
    m.add("spring", {{"from", "p"}, {"direction", vector(1, 0, 0)}, {"stiffness", 200}, {"damping", 0.3}});
    m.add("spring", {{"from", "p"}, {"direction", vector(0.3, 1, 0)}, {"stiffness", 300}, {"damping", 0.3}});
    m.add("load", {{"node", "p"}, {"direction", vector(1, 0, 0)}, {"force", sine(6, 0, 2)}});
    m.add("load", {{"node", "p"}, {"direction", vector(0, 1, 0)}, {"force", sine(across, 1, 0)}});
    if (moving) {
        m.add("node", {{"name", "support"}, {"at", vector(0, 0, 0)}});
        m.add("prescribe", {{"node", "support"}, {"dof", "ux"}, {"motion", sine(1e-3, 0.4, 0)}});
        m.add("prescribe", {{"node", "support"}, {"dof", "uy"}, {"motion", sine(2e-3, 0, 0)}});
    }
    Table ring = table({{"name", "ring"}, {"axis", vector(0, 0, 1)}, {"clearance", 0.005}, {"law", stop}});
    if (friction) ring.set("friction", *friction);
    if (moving) ring.set("from", "support");
    ring.set(moving ? "to" : "node", "p");
    m.model.add("circular_gap", ring, {"test", 1});
    return m.system();
}

/// Of one period from the middle of the ring.
DerivativeComparison round_the_ring(const System& system, double duration, double vx, double vy) {
    linalg::Vector y(4), scales(4);
    y << 0, 0, vx, vy;
    scales << 0.005, 0.005, 0.157, 0.157;
    const DerivativeComparison out = compare_derivative(map_of(system, duration, scales), y, step, 4);
    EXPECT_LT(out.error, 1e-6 + 8 * out.bend) << "of " << out.largest;
    EXPECT_LT(out.bend, 1e-3) << "the difference says something";
    return out;
}

// Impacts on a circle turn the normal of the next one; a ball held by the ring moves round it.
TEST(OrbitFrictionDerivative, GoesThroughRigidRings) {
    int impacts = 0, holds = 0;
    for (const double restitution : {0.0, 0.5, 1.0}) {
        for (const double duration : {0.13, 0.14}) {
            SCOPED_TRACE("restitution " + std::to_string(restitution) + " for " + std::to_string(duration));
            const Value stop = law("rigid", table({{"restitution", restitution}}));
            const DerivativeComparison d = round_the_ring(ball_in_ring(stop, {}, 1), duration, 0.3, 0.15);
            impacts += count(d.point, MapEvent::Kind::impact);
            holds += count(d.point, MapEvent::Kind::stick);
        }
    }
    EXPECT_GE(impacts, 4);
    EXPECT_GE(holds, 3);
}

TEST(OrbitFrictionDerivative, GoesThroughRigidRingsWithFriction) {
    int impacts = 0, sticks = 0;
    for (const friction_matrix::Case& c : friction_matrix::cases()) {
        for (const double restitution : {0.0, 0.5, 1.0}) {
            for (const bool moving : {false, true}) {
                SCOPED_TRACE(c.kind + " " + std::to_string(c.sample) + " restitution " + std::to_string(restitution) +
                             (moving ? " moving" : ""));
                const Value stop = law("rigid", table({{"restitution", restitution}, {"tangential_restitution", 0.3}}));
                const DerivativeComparison d = round_the_ring(ball_in_ring(stop, c.settings, 1, moving), 0.13, 0.3, 0.15);
                impacts += count(d.point, MapEvent::Kind::impact);
                sticks += count(d.point, MapEvent::Kind::stick);
            }
        }
    }
    EXPECT_GE(impacts, 20);
    EXPECT_GE(sticks, 6);
}

}  // namespace
}  // namespace jounce::test::orbit_friction_derivative_test
