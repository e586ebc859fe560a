// Orbits of one mass at a rigid stop: closed forms of one impact in n periods.
//
// Reference: x'' + 2 z x' + x = cos w t, x <= s, restitution r. With a, b such that a sine of the free motion leads from one
// impact of speed V at phase t0 to the next, V solves (s - a V)^2 + (b V/w)^2 = 1/((1 - w^2)^2 + 4 z^2 w^2) (S. W. Shaw, P. J.
// Holmes, 1983, doi:10.1016/0022-460X(83)90407-8); multipliers are those of the product of the flight and of S = [-r, 0; (a+ + r
// a-)/V, -r]. Numbers: evaluated so, with 30 digits.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "nonlinear/orbits/shooting.hpp"
#include "oscillators.hpp"

namespace jounce::test::rigid_orbits_test {
namespace {

using nonlinear::ClosedOrbit;
using nonlinear::MarchMap;
using nonlinear::Orbit;

struct Known {
    const char* name;
    double z, clearance, r, w;
    int n;
    double speed, phase;  ///< of the impact: V, w t
    std::complex<double> first, second;
};

void PrintTo(const Known& known, std::ostream* out) { *out << known.name; }

/// The state half a flight behind the impact, by the closed form of the flight.
struct Start {
    double phase;
    linalg::Vector y;
};
Start behind_impact(const Known& k) {
    const double T = 2 * pi / k.w;
    // Particular solution G cos(w t - p) and the free motion that joins it to (s, -r V).
    const double re = 1 - k.w * k.w, im = 2 * k.z * k.w, size = re * re + im * im;
    const auto particular = [&](double t) {
        return std::pair{(re * std::cos(k.w * t) + im * std::sin(k.w * t)) / size,
                         k.w * (-re * std::sin(k.w * t) + im * std::cos(k.w * t)) / size};
    };
    const double t0 = k.phase / k.w, t = t0 + 0.37 * k.n * T;
    const auto [xp0, vp0] = particular(t0);
    const auto [xp, vp] = particular(t);
    const double x0 = k.clearance - xp0, v0 = -k.r * k.speed - vp0;
    const double wd = std::sqrt(1 - k.z * k.z), s = t - t0, decay = std::exp(-k.z * s);
    const double c = std::cos(wd * s), d = std::sin(wd * s) / wd;
    const double x = decay * (x0 * c + (v0 + k.z * x0) * d), v = decay * (v0 * c - (k.z * v0 + x0) * d);
    return {t / T - std::floor(t / T), state(xp + x, vp + v)};
}

class RigidOrbit : public testing::TestWithParam<Known> {};

TEST_P(RigidOrbit, IsTheClosedForm) {
    const Known& k = GetParam();
    const Oscillator oscillator{k.z, k.clearance, 1, law_named("rigid", table({{"restitution", k.r}}))};
    Start start = behind_impact(k);
    const MarchMap map(oscillator.family(), section(start.phase, k.n, k.w));
    // Where a multiplier is 1, Newton's equations are singular: only the known orbit itself is looked at.
    const bool fold = std::abs(k.first - 1.0) < 1e-9;
    if (!fold) start.y += state(1e-3, -2e-3);
    ClosedOrbit closed;
    if (fold) {
        closed.nodes = {start.y};
        closed.points = {map.at(start.y, k.w, nonlinear::Derivatives::state)};
        closed.lambda = k.w;
        closed.converged = true;
        EXPECT_LT((closed.points[0].end - start.y).norm(), 1e-10);
    } else {
        closed = shoot(map, {start.y}, k.w);
    }
    ASSERT_TRUE(closed.converged) << closed.failure;
    const Orbit orbit = orbit_of(map, closed, 2 * pi / k.w, start.phase);
    EXPECT_EQ(orbit.label(), "(1, " + std::to_string(k.n) + ")");
    ASSERT_EQ(orbit.events.size(), 1U);
    // Twelve digits are printed; the run's own tolerance is 1e-12, which a flight of closed form does not need.
    EXPECT_NEAR(orbit.events[0].speed, k.speed, 2e-11);
    ASSERT_EQ(orbit.multipliers.size(), 2U);
    // At a fold the pair moves with the square root of what is left of Newton's residual.
    const double digits = fold ? 1e-8 : 1e-9;
    EXPECT_LT(std::abs(orbit.multipliers[0] - (std::abs(k.first) >= std::abs(k.second) ? k.first : k.second)), digits);
    EXPECT_LT(std::abs(orbit.multipliers[1] - (std::abs(k.first) >= std::abs(k.second) ? k.second : k.first)), digits);
    // det Phi = r^2 e^(-2 z n T), and Liouville's formula finds it.
    const std::complex<double> determinant = orbit.multipliers[0] * orbit.multipliers[1];
    EXPECT_NEAR(determinant.real(), k.r * k.r * std::exp(-2 * k.z * k.n * 2 * pi / k.w), 1e-10);
    ASSERT_TRUE(orbit.liouville.has_value());
    EXPECT_LT(*orbit.liouville, 1e-10);
}

INSTANTIATE_TEST_SUITE_P(
    Published, RigidOrbit,
    testing::Values(Known{"R1_PD_high", 0, 0, 0.8, 2.653347727855323, 1, 0.449264709903, 3.039139959728, -1.0, -0.64},
                    Known{"R1_n2_PD", 0, 0, 0.8, 3.353178187777834, 2, 0.345015925818, 0.105596903631, -1.0, -0.64},
                    Known{"R2_fold", 0.05, 1, 0.8, 1.750142623676665, 1, 3.801297669117, 1.990237423922, 1.0, 0.446955159372},
                    Known{"R1_at_2.5",
                          0,
                          0,
                          0.8,
                          2.5,
                          1,
                          0.645352178414,
                          3.005650373749,
                          {-0.16494163592058, 0.78281176328658},
                          {-0.16494163592058, -0.78281176328658}},
                    Known{"R2_at_1.6_stable",
                          0.05,
                          1,
                          0.8,
                          1.6,
                          1,
                          3.744689995076,
                          0.844714062109,
                          {0.5138725765968, 0.40997974984317},
                          {0.5138725765968, -0.40997974984317}},
                    Known{"R2_at_1.6_unstable", 0.05, 1, 0.8, 1.6, 1, 1.032662856800, 2.813655467871, 2.7409506212622,
                          0.15766370138426}),
    [](const auto& known) {
        std::string name = known.param.name;
        std::ranges::replace(name, '.', '_');
        return name;
    });

}  // namespace
}  // namespace jounce::test::rigid_orbits_test
