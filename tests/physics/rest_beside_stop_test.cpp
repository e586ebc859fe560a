// Physics: a mass that a plastic impact with friction brings to rest on a rigid floor, at the instant at which it reaches an
// oblique compliant wall, and that a load moves on from t_s: into the wall, or away from it. Reference: closed forms. Into the
// wall (normal (0.6, -0.8), load F along x, weight N), with the wall's force f the floor presses by N - 0.8 f, so until the first
// turn
//     m x'' + c* x' + k* x = F - mu N,    k* = 0.6 (0.6 - 0.8 mu) k,  c* = 0.6 (0.6 - 0.8 mu) c;
// away from it, without weight, x'' = F/m. Tolerance: that of the method, 1e-9, over what the stiff wall (k* t^2/m = 2) and the
// location of the first impact magnify it by. The impact is located up to 1e-9 of a step too late: the place at rest has that
// error times the speed, 1e-12 m. Control: the event at which steps hardly go on ends with an error that names the gap
// (march_stands_test). Without the mend the first one did not end, and the others ended with steps below the rounding of time.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "mechanisms.hpp"

namespace jounce::test::rest_beside_stop_test {
namespace {

constexpr double mass = 0.1, mu = 0.3, load_at = 0.02;

struct Case {
    double vx, vy, weight, force, height;
    double direction[2];
    Table law;
    bool plane;
    double vz = 0;
};

System build(const Case& of) {
    Script m;
    m.add("point", {{"name", "p"},
                    {"at", vector(0, 0, 0)},
                    {"mass", mass},
                    {"free", of.plane ? list({"ux", "uy", "uz"}) : list({"ux", "uy"})}});
    m.add("initial", {{"node", "p"}, {"velocity", vector(of.vx, of.vy, of.vz)}});
    if (of.weight > 0) m.add("load", {{"node", "p"}, {"direction", vector(0, -1, 0)}, {"force", of.weight}});
    m.add("load", {{"node", "p"},
                   {"direction", vector(1, 0, 0)},
                   {"force", table({{"family", "signal"}, {"kind", "step"}, {"time", load_at}, {"value", of.force}})}});
    Table floor = table({{"name", "floor"},
                         {"node", "p"},
                         {"direction", vector(0, -1, 0)},
                         {"sides", "positive"},
                         {"clearance", of.height},
                         {"law", table({{"family", "law"}, {"kind", "rigid"}, {"restitution", 0}})},
                         {"friction", table({{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", mu}})}});
    if (of.plane) {
        List tangents;
        tangents.push_back(vector(1, 0, 0));
        tangents.push_back(vector(0, 0, 1));
        floor.set("tangents", tangents);
    } else {
        floor.set("tangent", vector(1, 0, 0));
    }
    m.model.add("gap", floor, {"test", 1});
    // Its surface is where the mass meets the floor.
    const double way = of.vx / -of.vy * of.height;
    m.add("gap", {{"name", "wall"},
                  {"node", "p"},
                  {"direction", vector(of.direction[0], of.direction[1], 0)},
                  {"sides", "positive"},
                  {"clearance", of.direction[0] * way - of.direction[1] * of.height},
                  {"law", of.law}});
    return m.system();
}

struct Outcome {
    double x = 0, y = 0;
};

Outcome at(const Case& of, double duration) {
    const System built = build(of);
    const time::MethodPointer method = events(1e-9);
    const auto system = method->prepare(std::make_shared<const System>(built));
    const auto stepper = method->bind(*system, time::Events::locate);
    State state = time::initial_state(*system);
    time::MarchOptions options;
    options.step = 1e-3;
    options.duration = duration;
    options.order = method->order();
    (void)time::march(*system, *stepper, options, state, {});
    return {probe(*system, state, "p.ux"), probe(*system, state, "p.uy")};
}

Table kelvin_voigt(double k, double c) {
    return table({{"family", "law"}, {"kind", "kelvin_voigt"}, {"stiffness", k}, {"damping", c}});
}
Table hooke(double k) { return table({{"family", "law"}, {"kind", "hooke"}, {"stiffness", k}}); }

TEST(RestBesideStop, ALoadPressesTheMassIntoTheWall) {
    for (const bool plane : {false, true}) {
        for (const double c : {10.0, 0.0}) {
            const double k = 1e6;
            Case of{0, -0.5, 10, 5, 3.7e-3, {0.6, -0.8}, c > 0 ? kelvin_voigt(k, c) : hooke(k), plane};
            const double share = 0.6 * (0.6 - 0.8 * mu), omega = std::sqrt(share * k / mass), decay = share * c / (2 * mass);
            const double damped = std::sqrt(omega * omega - decay * decay), rest = (of.force - mu * of.weight) / (share * k);
            for (const double t : {0.3e-3, 1e-3, 2e-3}) {
                const double x =
                    rest * (1 - std::exp(-decay * t) * (std::cos(damped * t) + decay / damped * std::sin(damped * t)));
                const Outcome end = at(of, load_at + t);
                EXPECT_NEAR(end.x, x, 1e-6 * rest) << "c = " << c << ", plane " << plane << ", t = " << t;
                EXPECT_NEAR(end.y, -of.height, 1e-11);
            }
        }
    }
}

TEST(RestBesideStop, ALoadMovesTheMassAway) {
    for (const Table& law : {kelvin_voigt(1e4, 50), kelvin_voigt(1e6, 50), hooke(1e6)}) {
        const Case of{-0.1, -1, 0, 5, 1e-3, {-0.6, -0.8}, law, false};
        const double x = -0.1e-3 + 0.5 * of.force / mass * std::pow(0.03, 2);
        const Outcome end = at(of, load_at + 0.03);
        EXPECT_NEAR(end.x, x, 1e-9);
        EXPECT_NEAR(end.y, -of.height, 1e-11);
    }
}

// The impulses leave it sliding: the contact with the wall begins at that instant, and its spring turns the mass back.
TEST(RestBesideStop, ASlidingMassEntersTheWallAtTheSameInstant) {
    const Case of{0.3, -0.5, 0, 0, 1e-4, {0.8, -0.6}, hooke(1e3), true, 0.3};
    const double v = 0.3 - mu * 0.5 / std::sqrt(2.0);  // behind the impact, along the floor in the plane of the wall's normal
    const double enters = of.height / 0.5;
    // The wall lifts the mass off the floor at once: a spring along its normal, and the motion along the wall is free.
    const double omega = std::sqrt(1e3 / mass), t = 2e-3;
    const double depth = 0.8 * v / omega * std::sin(omega * t), along = 0.6 * v * t;
    const Outcome end = at(of, enters + t);
    EXPECT_NEAR(end.x, 0.6e-4 + 0.8 * depth + 0.6 * along, 1e-9);
    EXPECT_NEAR(end.y, -of.height - 0.6 * depth + 0.8 * along, 1e-9);
}

}  // namespace
}  // namespace jounce::test::rest_beside_stop_test
