// Physics: a slip that moves another mass around a ring than along it: a roller with a spin, pressed to its ring, rolls until the
// force of its sticking contact leaves the cone, and slips, by event_driven, on a rigid ring and on one that yields.
// Reference: rolling, then slipping, in coordinates of the plane, spin and axis, by an adaptive rule of order 16. The slip starts
// a time d later as s = e c d^2/2: with W the mobilities, r the force that would hold it and
// (|r| - mu N)' = j, ds/dt = W (r - mu N e) along e is c = j d/(e W^-1 e), off by the order of d^3.
// Tolerance: ten times that of the method, of the place moved. Control: with c = j d (e W e), as for equal masses, it is missed.
// Steps: some tens for each power of ten of the tolerance; as many as a force turns the direction otherwise, thousands.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "mechanisms.hpp"
#include "support/extrapolation.hpp"

namespace jounce::test::slip_start_of_roller_test {
namespace {

constexpr double mass = 0.5, inertia = 5e-5, radius = 0.01, R = 0.05, k = 1e6, c = 300, mu = 0.2, press = 20, fx = 8, fz = 5;
constexpr double rolling = inertia / (radius * radius);  // the mass that the spin adds

enum class Ring { rigid, yields, yields_beside_a_joint };

System roller(Ring ring) {
    Mechanisms m;
    if (ring == Ring::yields_beside_a_joint) {
        m.body("arm", 1, 1e-2, {{"o", pair_of(0, 0.2)}});
        m.hinge("pin", pair_of(3, 0.2), "arm.o");
    }
    const auto sine = [](double amplitude, double frequency, double phase) {
        return table(
            {{"family", "signal"}, {"kind", "sine"}, {"amplitude", amplitude}, {"frequency", frequency}, {"phase", phase}});
    };
    m.add("point", {{"name", "p"},
                    {"at", vector(0, 0, 0)},
                    {"mass", mass},
                    {"inertia", list({inertia, inertia, inertia})},
                    {"free", list({"ux", "uy", "uz", "rz"})}});
    m.add("circular_gap",
          {{"name", "ring"},
           {"node", "p"},
           {"axis", vector(0, 0, 1)},
           {"clearance", R},
           {"law", ring == Ring::rigid ? table({{"family", "law"}, {"kind", "rigid"}, {"restitution", 0}})
                                       : table({{"family", "law"}, {"kind", "kelvin_voigt"}, {"stiffness", k}, {"damping", c}})},
           {"friction", table({{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", mu}})},
           {"surface_radius", radius},
           {"axial", true}});
    m.add("load", {{"node", "p"}, {"direction", vector(0, -1, 0)}, {"force", press}});
    m.add("load", {{"node", "p"}, {"direction", vector(1, 0, 0)}, {"force", sine(fx, 3, 0)}});
    m.add("load", {{"node", "p"}, {"direction", vector(0, 0, 1)}, {"force", sine(fz, 5, 0.4)}});
    m.add("initial", {{"node", "p"}, {"displacement", vector(0, ring == Ring::rigid ? -R : -R - press / k, 0)}});
    return m.system();
}

Real across(Real t) { return fx * std::sin(2 * std::numbers::pi_v<Real> * 3 * t); }
Real along(Real t) { return fz * std::sin(2 * std::numbers::pi_v<Real> * 5 * t + 0.4L); }

/// x, y, spin, axis, and their rates.
using Motion = Reals<8>;
constexpr Motion scale{1e-4L, 1e-5L, 1e-2L, 1e-4L, 1e-2L, 1e-3L, 1, 1e-2L};

struct Reference {
    bool rigid;

    /// Tangent and normal of the contact, what presses it, the loads around and along it.
    struct Contact {
        Real nx, ny, distance, normal, around, slip;
    };
    [[nodiscard]] Contact contact(Real t, const Motion& y) const {
        Contact out{};
        out.distance = std::hypot(y[0], y[1]);
        out.nx = y[0] / out.distance;
        out.ny = y[1] / out.distance;
        const Real speed = -out.ny * y[4] + out.nx * y[5];
        out.around = -out.ny * across(t) - out.nx * press;
        out.slip = speed + radius * y[6];
        out.normal = rigid ? out.nx * across(t) - out.ny * press + mass * speed * speed / out.distance
                           : k * (out.distance - R) + c * (out.nx * y[4] + out.ny * y[5]);
        return out;
    }
    /// Under friction forces around and along the ring.
    [[nodiscard]] static Motion rates(Real t, const Motion& y, const Contact& at, Real ft, Real fa) {
        return {y[4],
                y[5],
                y[6],
                y[7],
                (across(t) - at.normal * at.nx + ft * at.ny) / mass,
                (-press - at.normal * at.ny - ft * at.nx) / mass,
                -radius * ft / inertia,
                (along(t) - fa) / mass};
    }
    /// The force of the contact that sticks: (t.v)' = t.a - (n.v)(t.v)/r.
    [[nodiscard]] static Real held(const Motion& y, const Contact& at) {
        const Real turning = (at.nx * y[4] + at.ny * y[5]) * (-at.ny * y[4] + at.nx * y[5]) / at.distance;
        return (at.around / mass - turning) / (1 / static_cast<Real>(mass) + 1 / static_cast<Real>(rolling));
    }
    [[nodiscard]] Real excess(Real t, const Motion& y) const {
        const Contact at = contact(t, y);
        return std::hypot(held(y, at), along(t)) - mu * at.normal;
    }

    /// The motion at `end`. \param equal control: the slip starts as with equal masses
    [[nodiscard]] Motion at(Real end, bool equal = false) const {
        const auto always = [](Real, const Motion&, Real, const Motion&) { return true; };
        const auto rolls = [this](Real t, const Motion& y) {
            const Contact now = contact(t, y);
            return rates(t, y, now, held(y, now), along(t));
        };
        Real t = 0, high = 0.03L;
        Motion y{0, rigid ? -R : -R - press / k};
        const auto rolled = [&](Real until) {
            Motion z = y;
            Real now = t;
            integrate(rolls, now, z, until, 1e-5L, 1e-16L, scale, always);
            return z;
        };
        while (high - t > 1e-12L) {
            const Real middle = (t + high) / 2;
            const Motion z = rolled(middle);
            if (excess(middle, z) > 0) {
                high = middle;
            } else {
                t = middle;
                y = z;
            }
        }
        constexpr Real d = 2e-5L;
        y = rolled(t + d);
        t += d;
        const Contact begin = contact(t, y);
        const Real ft = held(y, begin), force = std::hypot(ft, along(t)), e = ft / force, g = along(t) / force;
        const Real mobility = 1 / static_cast<Real>(mass) + 1 / static_cast<Real>(rolling);
        const Real moved = equal ? 1 / (e * e * mobility + g * g / mass) : e * e / mobility + g * g * mass;
        const Real slip = excess(t, y) / moved * d / 2;
        // What friction lacks of holding, W^-1 e c, moves the axis and, around it, centre and spin.
        const Real lack = slip * e / mobility, tx = -begin.ny, ty = begin.nx;
        const Reals<4> moves{lack / mass * tx, lack / mass * ty, lack * radius / inertia, slip * g};
        for (std::size_t i = 0; i < 4; ++i) {
            y[i] += moves[i] * d / 3;
            y[4 + i] += moves[i];
        }
        const auto slips = [this](Real now, const Motion& z) {
            const Contact of = contact(now, z);
            const Real size = std::hypot(of.slip, z[7]);
            return rates(now, z, of, mu * of.normal * of.slip / size, mu * of.normal * z[7] / size);
        };
        integrate(slips, t, y, end, 1e-6L, 1e-14L, scale, always);
        return y;
    }
};

constexpr double duration = 0.04;

struct SlipStartOfRoller : testing::TestWithParam<Ring> {};

TEST_P(SlipStartOfRoller, MovesEachMassByItsOwnInertia) {
    const System system = roller(GetParam());
    const Reference reference{GetParam() == Ring::rigid};
    const Motion end = reference.at(duration), equal = reference.at(duration, true);
    const auto of = [&end](std::size_t i) { return static_cast<double>(end[i]); };
    EXPECT_GT(of(3), 1e-5) << "control: it slides";
    EXPECT_GT(std::abs(static_cast<double>(equal[3]) - of(3)), 1e-8 * of(3)) << "control: of equal masses";
    for (const double tolerance : {1e-6, 1e-8, 1e-10}) {
        SCOPED_TRACE(tolerance);
        const MechanismRun run = run_mechanism(system, *events(tolerance), duration, duration);
        EXPECT_NEAR(probe(system, run.end, "p.ux"), of(0), 10 * tolerance * std::abs(of(0)));
        EXPECT_NEAR(probe(system, run.end, "p.rz"), of(2), 10 * tolerance * std::abs(of(2)));
        EXPECT_NEAR(probe(system, run.end, "p.uz"), of(3), 10 * tolerance * of(3));
        EXPECT_LT(run.report.steps, tolerance < 1e-9 ? 800 : tolerance < 1e-7 ? 300 : 150);
    }
}

INSTANTIATE_TEST_SUITE_P(Rings, SlipStartOfRoller, testing::Values(Ring::rigid, Ring::yields, Ring::yields_beside_a_joint));

}  // namespace
}  // namespace jounce::test::slip_start_of_roller_test
