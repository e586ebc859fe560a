// Physics: what drivers give and what loads at points do.
// Reference: inverse dynamics written out here. A driven arm: moment = I_O theta'' - r x F; a driven cart on an inclined guide:
// the force along the guide is m s'' less the load's share, across it the load's rest, and the guide's moment is minus the
// load's; a motor between two bodies that float, hinged at both centres of mass: M = s'' I1 I2/(I1 + I2); a load on the end of a
// beam that floats moves the centre of mass by F/m and turns the whole by its moment about it. Tolerance: round-off times the
// condition of the joints (1e-11 relative); controls: the efforts are not small, and taken about the wrong point they differ.
// SPDX-License-Identifier: BSD-3-Clause
#include "mechanisms.hpp"

namespace jounce::test::mechanisms_effort_test {
namespace {

Value swing(double size, double hertz) {
    return table({{"family", "signal"}, {"kind", "sine"}, {"amplitude", size}, {"frequency", hertz}});
}

struct Largest {
    double error = 0, size = 0;
    void operator()(double got, double expected) {
        error = std::max(error, std::abs(got - expected));
        size = std::max(size, std::abs(expected));
    }
};

/// \param alone nothing else moves: one of the two drivers is an equation then, and the other body is not in them
void driven_arm_and_cart(bool cart_first, bool with_other) {
    Mechanisms m;
    const auto arm = [&m] { m.body("arm", 2, 0.1, {{"O", pair_of(-0.4, 0)}, {"P", pair_of(0.3, 0.1)}}); };
    const auto cart = [&m] { m.body("cart", 3, 1, {{"Q", pair_of(0.1, 0.2)}}); };
    cart_first ? (cart(), arm()) : (arm(), cart());
    if (with_other) m.body("other", 1, 1, {});
    const auto hinge = [&m] { m.hinge("O", pair_of(0, 0), "arm.O"); };
    const auto guide = [&m] { m.add("translational", {{"name", "T"}, {"body", "cart"}, {"axis", pair_of(1, 1)}}); };
    cart_first ? (guide(), hinge()) : (hinge(), guide());
    m.add("drive", {{"joint", "O"}, {"angle", swing(0.9, 1.5)}});
    m.add("drive", {{"joint", "T"}, {"position", swing(0.3, 2)}});
    m.add("load", {{"node", "arm.P"}, {"direction", vector(0, 1, 0)}, {"force", 10}});
    m.add("load", {{"node", "cart.Q"}, {"direction", vector(0, 2, 0)}, {"force", swing(5, 3)}});
    m.add("load", {{"nodes", list({"cart.Q"})}, {"axis", vector(0, 0, -1)}, {"moment", 7}});
    const System system = m.system();
    for (const auto& method : {events(), alpha()}) {
        Largest moment, hinge_force, along, across, turning, nothing;
        (void)run_mechanism(system, *method, 1e-3, 0.3, [&](const State& state) {
            const double t = state.time, u = 3 * pi, v = 4 * pi;
            const double angle = 0.9 * std::sin(u * t), rate = 0.9 * u * std::cos(u * t), spin = -u * u * angle;
            const Vector2d arm_at = rotated({0.4, 0}, angle), load_at = rotated({0.7, 0.1}, angle);
            moment(probe(system, state, "O.moment"), (0.1 + 2 * 0.16) * spin - load_at.x() * 10);
            nothing(probe(system, state, "O.drive_moment") - probe(system, state, "O.moment"), 0);
            const Vector2d pull = 2 * (cross_z(spin, arm_at) - rate * rate * arm_at) - Vector2d(0, 10);
            hinge_force(probe(system, state, "O.force_x"), pull.x());
            hinge_force(probe(system, state, "O.force_y"), pull.y());
            const double load = 5 * std::sin(6 * pi * t), half = std::sqrt(0.5);
            along(probe(system, state, "T.drive_force"), -3 * 0.3 * v * v * std::sin(v * t) - load * half);
            across(probe(system, state, "T.force"), std::abs(load) * half);
            turning(probe(system, state, "T.moment"), 7 - 0.1 * load);
        });
        for (const Largest& l : {moment, hinge_force, along, across, turning}) {
            EXPECT_GT(l.size, 3);
            EXPECT_LT(l.error, 1e-11 * l.size) << method->describe() << cart_first << with_other;
        }
        EXPECT_EQ(nothing.error, 0);
    }
}

TEST(Effort, OfDriversWhateverIsTakenOutOfTheEquations) {
    for (const bool cart_first : {false, true}) {
        for (const bool with_other : {false, true}) driven_arm_and_cart(cart_first, with_other);
    }
}

TEST(Effort, OfAMotorBetweenBodiesThatFloat) {
    const double i1 = 0.3, i2 = 0.05;
    for (const bool by_torque : {false, true}) {
        Mechanisms m;
        m.body("hull", 4, i1, {});
        m.body("wheel", 1, i2, {});
        m.hinge("E", "hull", "wheel");
        m.add("drive", {{"joint", "E"}, {by_torque ? "torque" : "angle", swing(0.4, 2)}});
        const System system = m.system();
        const double w = 4 * pi;
        Largest moment;
        const MechanismRun run = run_mechanism(system, *events(), 1e-3, 0.7, [&](const State& state) {
            const double s = 0.4 * std::sin(w * state.time);
            moment(probe(system, state, "E.drive_moment"), by_torque ? s : -w * w * s * i1 * i2 / (i1 + i2));
            if (!by_torque) {
                EXPECT_EQ(probe(system, state, "E.moment"), probe(system, state, "E.drive_moment"));
            }
        });
        EXPECT_GT(moment.size, 0.3);
        EXPECT_LT(moment.error, 1e-11 * moment.size);
        EXPECT_LT(run.largest_remainder, 1e-9 * run.work_done);
        if (by_torque) {
            EXPECT_THROW((void)probe(system, run.end, "E.moment"), Error) << "the hinge itself has none";
        }
    }
}

// Both from rest. The rigid body turns by F r/I about its centre; the beam as a whole has the same momentum, and its angular
// momentum about the origin grows by the moment of the load, which follows the end.
TEST(Load, AtThePointOfABody) {
    const double force = 30, length = 0.5;
    for (const bool flexible : {false, true}) {
        Mechanisms m;
        const double side = 0.02, mass = 7800 * side * side * length;
        if (flexible) {
            m.add("flexible_body",
                  {{"name", "rod"},
                   {"length", length},
                   {"section", table({{"family", "section"}, {"kind", "rectangle"}, {"width", side}, {"height", side}})},
                   {"material",
                    table({{"family", "material"}, {"kind", "isotropic"}, {"E", 207e9}, {"nu", 0.3}, {"density", 7800}})},
                   {"points", table({{"A", 0.0}, {"C", length}})},
                   {"modes", 2}});
        } else {
            m.body("rod", mass, mass * length * length / 12, {{"C", pair_of(0.5 * length, 0)}});
        }
        m.add("load", {{"node", "rod.C"}, {"direction", vector(0, 1, 0)}, {"force", force}});
        const System system = m.system();
        Largest rise;
        const MechanismRun run = run_mechanism(system, *events(1e-11), 1e-3, 0.02, [&](const State& state) {
            rise(probe(system, state, "rod.y"), 0.5 * force / mass * state.time * state.time);
        });
        EXPECT_LT(rise.error, 1e-9 * rise.size) << flexible;
        const double end = probe(system, run.end, flexible ? "rod.C.y" : "rod.y") +
                           (flexible ? 0 : 0.5 * length * std::sin(probe(system, run.end, "rod.angle")));
        EXPECT_NEAR(run.energy.external / (force * end), 1, 1e-9) << "the force times the way of its point";
        EXPECT_LT(run.largest_remainder, 1e-8 * run.work_done);
        // Rigid: theta'' = F l cos(theta)/(2 I), so that theta'^2/2 = F l sin(theta)/(2 I).
        const double angle = probe(system, run.end, "rod.angle"), rate = probe(system, run.end, "rod.vangle");
        const double expected = force * length * std::sin(angle) / (mass * length * length / 12);
        EXPECT_GT(angle, 0.04);
        EXPECT_NEAR(rate * rate / expected, 1, flexible ? 0.05 : 1e-9);
    }
}

}  // namespace
}  // namespace jounce::test::mechanisms_effort_test
