// Physics: slips with two directions, around and along a ring, that begin from rest, by event_driven: under a holding force that
// turns, with and without joints; of a body that rolls in its ring with a spin, sticks, slips and reverses.
// Reference: the motion in coordinates of the plane and the axis from the instant at which the force leaves its cone, integrated
// by an adaptive rule of order 16. It starts a time d later, with the slip j d^2/2 along the force, off by the order of d^3.
// Tolerance: ten times that of the method, of the place moved. Steps: as many as slips along one direction need, but for those
// that follow the direction at its start, of some tenths of the time in which it turns; without that, thousands.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "mechanisms.hpp"
#include "support/extrapolation.hpp"
#include "time/account/friction_log.hpp"

namespace jounce::test::slip_start_in_ring_test {
namespace {

constexpr double mass = 0.5, R = 0.01, k = 1e6, c = 300, mu = 0.2, press = 20, fx = 4, fz = 5;

Value coulomb() { return table({{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", mu}}); }

void add_arm(Mechanisms& m) {
    m.body("arm", 1, 1e-2, {{"o", pair_of(0, 0.2)}});
    m.hinge("pin", pair_of(3, 0.2), "arm.o");
}

Value sine(double amplitude, double frequency, double phase) {
    return table({{"family", "signal"}, {"kind", "sine"}, {"amplitude", amplitude}, {"frequency", frequency}, {"phase", phase}});
}

/// Pressed to its ring, pushed around and along it.
System pushed(bool joints) {
    Mechanisms m;
    if (joints) add_arm(m);
    m.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", mass}, {"free", list({"ux", "uy", "uz"})}});
    m.add("circular_gap", {{"name", "ring"},
                           {"node", "p"},
                           {"axis", vector(0, 0, 1)},
                           {"clearance", R},
                           {"law", table({{"family", "law"}, {"kind", "kelvin_voigt"}, {"stiffness", k}, {"damping", c}})},
                           {"friction", coulomb()},
                           {"axial", true}});
    m.add("load", {{"node", "p"}, {"direction", vector(0, -1, 0)}, {"force", press}});
    m.add("load", {{"node", "p"}, {"direction", vector(1, 0, 0)}, {"force", sine(fx, 3, 0)}});
    m.add("load", {{"node", "p"}, {"direction", vector(0, 0, 1)}, {"force", sine(fz, 5, 0.4)}});
    m.add("initial", {{"node", "p"}, {"displacement", vector(0, -R - press / k, 0)}});
    return m.system();
}

Real load(int axis, Real t) {
    constexpr Real turn = 2 * std::numbers::pi_v<Real>;
    return axis == 0 ? fx * std::sin(turn * 3 * t) : fz * std::sin(turn * 5 * t + 0.4L);
}

/// x, y, z, their rates after the time `end`.
Reals<6> slid(Real end) {
    Real low = 0, high = 0.02L;
    while (high - low > 1e-18L) {
        const Real middle = (low + high) / 2;
        (std::hypot(load(0, middle), load(1, middle)) > mu * press ? high : low) = middle;
    }
    constexpr Real d = 1e-5L;
    Real t = high + d;
    const Real size = std::hypot(load(0, t), load(1, t)), slip = (size - mu * press) / mass * d / 2;
    const Real ex = load(0, t) / size, ez = load(1, t) / size;
    Reals<6> y{slip * d / 3 * ex, -R - press / k, slip * d / 3 * ez, slip * ex, 0, slip * ez};
    const auto rates = [](Real now, const Reals<6>& at) {
        const Real r = std::hypot(at[0], at[1]), nx = at[0] / r, ny = at[1] / r;
        const Real normal = k * (r - R) + c * (nx * at[3] + ny * at[4]);
        const Real around = -ny * at[3] + nx * at[4], speed = std::hypot(around, at[5]);
        const Real ft = mu * normal * around / speed, fa = mu * normal * at[5] / speed;
        return Reals<6>{at[3],
                        at[4],
                        at[5],
                        (load(0, now) - normal * nx + ft * ny) / mass,
                        (-press - normal * ny - ft * nx) / mass,
                        (load(1, now) - fa) / mass};
    };
    integrate(rates, t, y, end, 1e-6L, 1e-14L, Reals<6>{1e-4L, 1e-6L, 1e-4L, 1e-4L, 1e-4L, 1e-4L},
              [](Real, const Reals<6>&, Real, const Reals<6>&) { return true; });
    return y;
}

struct InRing : testing::TestWithParam<bool> {};

TEST_P(InRing, ASlipBeginsAlongAForceThatTurns) {
    constexpr double duration = 0.05;
    const Reals<6> end = slid(duration);
    const auto of = [&](std::size_t i) { return static_cast<double>(end[i]); };
    const System system = pushed(GetParam());
    for (const double tolerance : {1e-6, 1e-8, 1e-10}) {
        const MechanismRun run = run_mechanism(system, *events(tolerance), duration, duration);
        EXPECT_NEAR(probe(system, run.end, "p.ux"), of(0), 10 * tolerance * std::abs(of(0))) << tolerance;
        EXPECT_NEAR(probe(system, run.end, "p.uz"), of(2), 10 * tolerance * std::abs(of(2))) << tolerance;
        EXPECT_NEAR(probe(system, run.end, "p.ux_velocity"), of(3), 10 * tolerance * std::abs(of(5))) << tolerance;
        EXPECT_NEAR(probe(system, run.end, "p.uz_velocity"), of(5), 10 * tolerance * std::abs(of(5))) << tolerance;
        EXPECT_LT(run.report.steps, tolerance < 1e-9 ? 800 : tolerance < 1e-7 ? 300 : 120) << tolerance;
    }
    EXPECT_GT(of(2), 1e-4) << "control: it slides";
    EXPECT_GT(of(0), 1e-4);
}

/// A roller with a spin strikes its ring, sticks, slips and reverses. \param axial does friction act along the axis, too?
System rolling(bool joints, bool axial) {
    Mechanisms m;
    if (joints) add_arm(m);
    m.add("point", {{"name", "p"},
                    {"at", vector(0, 0, 0)},
                    {"mass", mass},
                    {"inertia", list({1e-4, 1e-4, 1e-4})},
                    {"free", list({"ux", "uy", "uz", "rz"})}});
    m.add("circular_gap", {{"name", "ring"},
                           {"node", "p"},
                           {"axis", vector(0, 0, 1)},
                           {"clearance", 1e-4},
                           {"law", table({{"family", "law"}, {"kind", "hooke"}, {"stiffness", k}})},
                           {"friction", coulomb()},
                           {"surface_radius", 0.01},
                           {"axial", axial}});
    m.add("initial", {{"node", "p"},
                      {"displacement", vector(0, 2e-5, 0)},
                      {"velocity", vector(0.2, 0.05, 0.02)},
                      {"angular_velocity", vector(0, 0, 3)}});
    return m.system();
}

// Its axial speed ends with the first stick, so that the slip behind it is along a line.
TEST_P(InRing, ARollerNeedsNoMoreStepsThanAlongALine) {
    constexpr double duration = 4e-3;
    const System system = rolling(GetParam(), true), line = rolling(GetParam(), false);
    const MechanismRun exact = run_mechanism(system, *events(1e-12), 2e-5, duration);
    for (const double step : {2e-5, 1e-3}) {
        for (const double tolerance : {1e-6, 1e-8, 1e-10}) {
            SCOPED_TRACE("step " + std::to_string(step) + " tolerance " + std::to_string(tolerance));
            int sticking = 0, changes = 0;
            const auto watch = [&](const State& state) {
                const int now = state.frictions[0].status == FrictionStatus::stick ? 1 : 0;
                changes += now != sticking ? 1 : 0;
                sticking = now;
                if (now == 1) EXPECT_LT(contact::norm(slip_velocity(system, state, system.frictions[0])), 1e-14);
            };
            const MechanismRun run = run_mechanism(system, *events(tolerance), step, duration, watch);
            for (const char* name : {"p.ux", "p.uy", "p.uz", "p.rz"}) {
                const double want = probe(system, exact.end, name);
                EXPECT_NEAR(probe(system, run.end, name), want, 10 * tolerance * std::abs(want)) << name;
            }
            EXPECT_EQ(changes, 2) << "it sticks once";
            const auto steps = run_mechanism(line, *events(tolerance), step, duration).report.steps;
            EXPECT_LT(run.report.steps, 4 * steps);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Joints, InRing, testing::Bool());

}  // namespace
}  // namespace jounce::test::slip_start_in_ring_test
