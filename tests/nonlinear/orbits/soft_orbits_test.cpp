// Orbits of one mass at a compliant stop: Kelvin-Voigt and Hunt-Crossley.
//
// x'' + 2 z x' + x + F = f cos w t, delta = x - s; KV: k = 100, c = 1; HC: K = 100, n = 1.5, chi = 0.75 (restitution 0.5), F = K
// delta^n (1 + chi rate/v0). Reference: KV by matrix exponentials between events and, for both, extrapolation in long double from
// section to section; derivatives of HC by differences of such runs (trace to 4e-10, determinant to 6e-10). Section at w t = 0.
//
// Control: with v0 held fixed in the variation, as if it were no state, the multipliers of HC at 2.3 have modulus 0.611, by
// differences of an integration of its own (TheImpactSpeedIsAState).
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "nonlinear/orbits/shooting.hpp"
#include "oscillators.hpp"

namespace jounce::test::soft_orbits_test {
namespace {

using nonlinear::MarchMap;
using nonlinear::Orbit;

struct Known {
    const char* name;
    bool hertz;  ///< HC in place of KV
    double z, force, clearance, w;
    double x, v;   ///< at w t = 0
    double speed;  ///< at the onset
    std::complex<double> first, second;
    double digits;  ///< of the multipliers
};

void PrintTo(const Known& known, std::ostream* out) { *out << known.name; }

Oscillator oscillator_of(const Known& k) {
    const Value elastic = Table(table({{"family", "law"}, {"kind", "hertz"}, {"stiffness", 100}}));
    return {k.z, k.clearance, k.force,
            k.hertz ? law_named("hunt_crossley", table({{"elastic", elastic}, {"restitution", 0.5}}))
                    : law_named("kelvin_voigt", table({{"stiffness", 100}, {"damping", 1}}))};
}

class SoftOrbit : public testing::TestWithParam<Known> {};

TEST_P(SoftOrbit, IsTheReference) {
    const Known& k = GetParam();
    const MarchMap map(oscillator_of(k).family(), section(0, 1, k.w));
    const bool fold = std::abs(k.first - 1.0) < 1e-6;
    nonlinear::ClosedOrbit closed;
    if (fold) {
        // Newton's equations are singular there: the known orbit itself is looked at.
        closed.nodes = {state(k.x, k.v)};
        closed.points = {map.at(closed.nodes[0], k.w, nonlinear::Derivatives::state)};
        EXPECT_LT((closed.points[0].end - closed.nodes[0]).norm(), 1e-10);
    } else {
        closed = shoot(map, {state(k.x + 1e-3, k.v - 1e-3)}, k.w);
        ASSERT_TRUE(closed.converged) << closed.failure;
        EXPECT_NEAR(closed.nodes[0][0], k.x, 2e-11);
        EXPECT_NEAR(closed.nodes[0][1], k.v, 2e-11);
        EXPECT_LE(closed.steps, 5) << "Newton's method is quadratic with the right derivative";
    }
    const Orbit orbit = orbit_of(map, closed, 2 * pi / k.w, 0);
    EXPECT_EQ(orbit.label(), "(1, 1)");
    ASSERT_FALSE(orbit.events.empty());
    EXPECT_NEAR(orbit.events[0].speed, k.speed, 1e-10);
    ASSERT_EQ(orbit.multipliers.size(), 2U);
    EXPECT_LT(std::abs(orbit.multipliers[0] - k.first), k.digits);
    EXPECT_LT(std::abs(orbit.multipliers[1] - k.second), k.digits);
    // No law that remembers its impact speed has a square jump; of a damper's jump and flow Liouville's formula is right.
    EXPECT_EQ(orbit.liouville.has_value(), !k.hertz);
    if (orbit.liouville) {
        EXPECT_LT(*orbit.liouville, 1e-9);
    }
}

INSTANTIATE_TEST_SUITE_P(Reference, SoftOrbit,
                         testing::Values(Known{"KV_A_fold", false, 0.05, -1, 1, 1.658730422226682, -1.037219353852,
                                               -4.192902481029, 4.61975819801, 1.0, 0.50917466254, 1e-8},
                                         Known{"KV_A_1_5",
                                               false,
                                               0.05,
                                               -1,
                                               1,
                                               1.5,
                                               -3.215303982029,
                                               -1.732031491160,
                                               4.13057882841,
                                               {0.55248503417, 0.42573812162},
                                               {0.55248503417, -0.42573812162},
                                               1e-9},
                                         Known{"KV_B_doubling", false, 0.02, 1, 0, 2.538719973419850, -0.562577969483,
                                               0.031046619734, 0.52551733913, -1.0, -0.69548102540, 1e-9},
                                         Known{"HC_A_1_5",
                                               true,
                                               0.05,
                                               -1,
                                               1,
                                               1.5,
                                               -1.893714653121,
                                               -2.638864801300,
                                               3.99745225250,
                                               {0.50856207719, 0.20285045664},
                                               {0.50856207719, -0.20285045664},
                                               2e-9},
                                         Known{"HC_B_doubling", true, 0.02, 1, 0, 2.456690302431, -0.516399050298, 0.043627230667,
                                               0.59520800797, -1.0, -0.51601182843, 2e-9},
                                         Known{"HC_B_2_3",
                                               true,
                                               0.02,
                                               1,
                                               0,
                                               2.3,
                                               -0.678421755729,
                                               0.071536321875,
                                               0.75793360872,
                                               {-0.32195563899, 0.61613654369},
                                               {-0.32195563899, -0.61613654369},
                                               2e-9}),
                         [](const auto& known) { return std::string(known.param.name); });

/// HC with z = 0.02, f = 1 and its stop at 0 over one period of cos 2.3 t from t = 0, by the classical Runge-Kutta method, its
/// onset located by bisection: one impact. \param held the impact speed where it is given; 0: the one that the motion has
std::array<double, 3> one_impact(double x, double v, double held) {
    constexpr double w = 2.3, stiffness = 100, chi = 0.75, damping = 0.04;
    constexpr int steps = 40000;
    double t = 0, v0 = 0;
    bool contact = false;
    using Pair = std::array<double, 2>;
    const auto rate = [&](double time, const Pair& y) {
        const double push = contact ? stiffness * std::pow(std::max(y[0], 0.0), 1.5) * (1 + chi * y[1] / v0) : 0.0;
        return Pair{y[1], std::cos(w * time) - damping * y[1] - y[0] - std::max(push, 0.0)};
    };
    const auto along = [](const Pair& y, double h, const Pair& k) { return Pair{y[0] + h * k[0], y[1] + h * k[1]}; };
    const auto step = [&](const Pair& y, double h) {
        const Pair a = rate(t, y), b = rate(t + h / 2, along(y, h / 2, a)), c = rate(t + h / 2, along(y, h / 2, b));
        const Pair d = rate(t + h, along(y, h, c));
        return Pair{y[0] + h / 6 * (a[0] + 2 * b[0] + 2 * c[0] + d[0]), y[1] + h / 6 * (a[1] + 2 * b[1] + 2 * c[1] + d[1])};
    };
    Pair y{x, v};
    const double h = 2 * pi / w / steps;
    for (int i = 0; i < steps; ++i) {
        Pair next = step(y, h);
        if (!contact && y[0] < 0 && next[0] >= 0) {
            double low = 0, high = h;
            for (int k = 0; k < 60; ++k) ((step(y, 0.5 * (low + high))[0] < 0) ? low : high) = 0.5 * (low + high);
            y = step(y, high);
            t += high;
            v0 = held > 0 ? held : y[1];
            contact = true;
            next = step(y, h - high);
            t -= high;
        } else if (contact && next[0] < 0) {
            contact = false;  // the force has gone to zero as delta^1.5
        }
        y = next;
        t += h;
    }
    return {y[0], y[1], v0};
}

// The orbit is stable by a complex pair, whose modulus is the root of the determinant. Both values by differences of 1e-5, right
// to about 1e-4.
TEST(SoftOrbit, TheImpactSpeedIsAState) {
    constexpr double x = -0.678421755729, v = 0.071536321875, apart = 1e-5;
    const std::array<double, 3> end = one_impact(x, v, 0);
    EXPECT_NEAR(end[0], x, 1e-8);
    EXPECT_NEAR(end[1], v, 1e-8);
    EXPECT_NEAR(end[2], 0.75793360872, 1e-8);
    const auto modulus = [&](double held) {
        const auto column = [&](double dx, double dv) {
            const auto ahead = one_impact(x + dx, v + dv, held), behind = one_impact(x - dx, v - dv, held);
            return state((ahead[0] - behind[0]) / (2 * apart), (ahead[1] - behind[1]) / (2 * apart));
        };
        const linalg::Vector first = column(apart, 0), second = column(0, apart);
        return std::sqrt(first[0] * second[1] - first[1] * second[0]);
    };
    EXPECT_NEAR(modulus(0), std::hypot(0.32195563899, 0.61613654369), 1e-3);
    EXPECT_NEAR(modulus(end[2]), 0.6114, 1e-3) << "without the impact speed as a state";
}

}  // namespace
}  // namespace jounce::test::soft_orbits_test
