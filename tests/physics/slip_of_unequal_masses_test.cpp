// Physics: a block that moves more mass in x than in y, on a table with a static coefficient above the sliding one, under a
// constant force that its friction cannot hold. Reference: from rest it goes along a straight line e with the constant
// acceleration c: W (r - mu N e) = c e, found by bisection; x = c e t^2/2. Neither r nor W r is along e. Tolerance: rounding,
// since every method has a constant acceleration exactly; for event_driven its own. Control: the line is not that of the force.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "mechanisms.hpp"
#include "support/beginning_slip.hpp"

namespace jounce::test::slip_of_unequal_masses_test {
namespace {

constexpr double mass = 1.7, beside = 4, N = 20, mu = 0.4, mu_static = 0.56, fx = 10, fy = 8;

System block(bool on_stop) {
    Script m;
    m.add("point", {{"name", "a"}, {"at", vector(0, 0, 0)}, {"mass", mass}, {"free", list({"ux", "uy", "uz"})}});
    m.add("point", {{"name", "c"}, {"at", vector(0, 0, 0)}, {"mass", beside}, {"free", list({"ux"})}});
    m.add("tie", {{"from", "a"}, {"to", "c"}, {"dofs", list({"ux"})}});
    const Value law =
        table({{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", mu}, {"static_coefficient", mu_static}});
    const Value directions = list({vector(1, 0, 0), vector(0, 1, 0)});
    if (on_stop) {
        m.add("gap", {{"name", "g"},
                      {"node", "a"},
                      {"direction", vector(0, 0, 1)},
                      {"clearance", 0},
                      {"sides", "negative"},
                      {"law", table({{"family", "law"}, {"kind", "rigid"}, {"restitution", 0}})},
                      {"friction", law},
                      {"tangents", directions}});
        m.add("load", {{"node", "a"}, {"direction", vector(0, 0, -1)}, {"force", N}});
    } else {
        m.add("fix", {{"node", "a"}, {"dofs", list({"uz"})}});
        m.add("friction", {{"name", "g"}, {"node", "a"}, {"directions", directions}, {"normal_force", N}, {"friction", law}});
    }
    m.add("load", {{"node", "a"}, {"direction", vector(1, 0, 0)}, {"force", fx}});
    m.add("load", {{"node", "a"}, {"direction", vector(0, 1, 0)}, {"force", fy}});
    return m.system();
}

TEST(SlipOfUnequalMasses, GoesAlongALine) {
    const Eigen::Vector2d r(fx, fy);
    const Eigen::Matrix2d W{{1 / (mass + beside), 0}, {0, 1 / mass}};
    const Eigen::Vector2d e = begins_along(W, r, mu * N), a = W * (r - mu * N * e);
    EXPECT_GT(std::abs(e.dot(r.normalized())), 0);
    EXPECT_LT(e.dot(r.normalized()), 0.99) << "control";
    constexpr double duration = 0.1;
    for (const bool on_stop : {false, true}) {
        const System system = block(on_stop);
        for (const auto& [kind, step, tolerance] : {std::tuple{"event_driven", 5e-3, 1e-10},
                                                    {"newmark", 1e-3, 1e-12},
                                                    {"generalized_alpha", 1e-3, 1e-12},
                                                    {"hht", 1e-3, 1e-12}}) {
            SCOPED_TRACE(std::string(kind) + (on_stop ? " on a stop" : ""));
            const bool chooses = std::string(kind) == "event_driven";
            const MechanismRun run = run_mechanism(system, *(chooses ? events(1e-10) : method(kind)), step, duration);
            const double half = duration * duration / 2;
            EXPECT_NEAR(probe(system, run.end, "a.ux"), a[0] * half, tolerance * a.norm() * half);
            EXPECT_NEAR(probe(system, run.end, "a.uy"), a[1] * half, tolerance * a.norm() * half);
            EXPECT_NEAR(probe(system, run.end, "a.ux_velocity"), a[0] * duration, tolerance * a.norm() * duration);
            if (chooses) {
                EXPECT_LT(run.report.steps, 60);
            }
        }
    }
}

// A block at rest on a plate that a spring carries, pulled by less than the static coefficient holds and more than the sliding
// one: the stop is closed at once, whatever rounding says of the distance, and holds it.
TEST(SlipOfUnequalMasses, RestsOnAPlateThatCanMove) {
    for (const double pull : {8.5, 10.0, 11.0, 11.3}) {
        Script m;
        m.add("point", {{"name", "a"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", list({"ux", "uy", "uz"})}});
        m.add("point", {{"name", "b"}, {"at", vector(0, 0, 0)}, {"mass", 1000}, {"free", list({"uz"})}});
        m.add("spring", {{"from", "b"}, {"direction", vector(0, 0, 1)}, {"stiffness", 4e4}});
        m.add("gap",
              {{"name", "g"},
               {"from", "b"},
               {"to", "a"},
               {"direction", vector(0, 0, 1)},
               {"clearance", 0},
               {"sides", "negative"},
               {"law", table({{"family", "law"}, {"kind", "rigid"}})},
               {"friction",
                table({{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", mu}, {"static_coefficient", mu_static}})},
               {"tangents", list({vector(1, 0, 0), vector(0, 1, 0)})}});
        m.add("load", {{"node", "a"}, {"direction", vector(0, 0, -1)}, {"force", N}});
        m.add("load", {{"node", "a"}, {"direction", vector(1, 0, 0)}, {"force", pull}});
        // The block is off the plate by one rounding: it would fall for 1e-10 s, and slide by then.
        constexpr double down = -5e-4;
        m.add("initial", {{"node", "a"}, {"displacement", vector(0, 0, std::nextafter(down, 0))}});
        m.add("initial", {{"node", "b"}, {"displacement", vector(0, 0, down)}});
        const System system = m.system();
        for (const char* kind : {"event_driven", "newmark"}) {
            const MechanismRun run = run_mechanism(system, *method(kind), 1e-3, 0.1);
            const double wanted = pull > mu_static * N ? (pull - mu * N) * 0.01 / 2 : 0;
            EXPECT_NEAR(probe(system, run.end, "a.ux"), wanted, 1e-12) << kind << ' ' << pull;
        }
    }
}

}  // namespace
}  // namespace jounce::test::slip_of_unequal_masses_test
