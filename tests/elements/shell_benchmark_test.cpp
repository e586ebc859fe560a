// The classical shell benchmarks: convergence, distorted meshes, thin walls; and the frequencies of plates.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "linalg/eigen/eigen.hpp"
#include "support/shell_benchmarks.hpp"

namespace jounce::test::shell_benchmark_test {
namespace {

// Published values have three to five digits; 1 % is what a mesh of 32 x 32 is asked for.
constexpr double one_percent = 0.01;

TEST(ShellBenchmark, ScordelisLoRoof) {
    EXPECT_NEAR(scordelis_lo(16), 1, one_percent);
    EXPECT_NEAR(scordelis_lo(32), 1, one_percent);
    EXPECT_NEAR(scordelis_lo(32, {.skew = 0.3}), 1, one_percent);
}

TEST(ShellBenchmark, PinchedCylinder) {
    EXPECT_NEAR(pinched_cylinder(32), 1, one_percent);
    // From below, by a fixed share less with every halving: no locking.
    const double at8 = pinched_cylinder(8), at16 = pinched_cylinder(16);
    EXPECT_GT(at8, 0.75);
    EXPECT_GT(at16, 0.93);
    EXPECT_GT(pinched_cylinder(32, {.skew = 0.3}), 0.98);
}

TEST(ShellBenchmark, HemisphereWithHole) {
    // 0.0930 to 0.0940 is the range of published values.
    EXPECT_NEAR(hemisphere(16), 1, 0.005);
    EXPECT_NEAR(hemisphere(32), 1, 0.005);
    EXPECT_NEAR(hemisphere(32, {.skew = 0.3}), 1, one_percent);
}

TEST(ShellBenchmark, TwistedBeam) {
    for (const bool out_of_plane : {false, true}) {
        EXPECT_NEAR(twisted_beam(24, 4, out_of_plane), 1, one_percent);
        EXPECT_NEAR(twisted_beam(48, 8, out_of_plane), 1, 0.005);
        // Thin, t = 0.0032: warped elements that lock in the membrane are off by factors here.
        EXPECT_NEAR(twisted_beam(24, 4, out_of_plane, {}, 0.0032), 1, one_percent);
    }
}

TEST(ShellBenchmark, DrillingStiffnessHardlyMatters) {
    for (const double drilling : {1e-4, 1e-2}) {
        EXPECT_NEAR(scordelis_lo(16, {.drilling = drilling}) / scordelis_lo(16), 1, 1e-3);
        EXPECT_NEAR(hemisphere(16, {.drilling = drilling}) / hemisphere(16), 1, 1e-3);
        EXPECT_NEAR(twisted_beam(24, 4, true, {.drilling = drilling}) / twisted_beam(24, 4, true), 1, 1e-3);
    }
}

TEST(ShellBenchmark, ThinCylinderDoesNotLock) {
    // R/t = 1000. Bending displacement under the load grows with R/t as (R/t)^(5/2) or so; what counts is that refinement changes
    // it no more than it does at R/t = 100.
    const double thick = pinched_cylinder(16) / pinched_cylinder(32);
    const double thin = pinched_cylinder(32, {}, 0.3) / pinched_cylinder(64, {}, 0.3);
    EXPECT_GT(thin, thick - 0.15);
    // The hemisphere at R/t = 1000 bends without stretching: displacement times t^3 settles.
    const double coarse = hemisphere(16, {}, 0.01), fine = hemisphere(32, {}, 0.01);
    EXPECT_NEAR(coarse / fine, 1, one_percent);
}

TEST(ShellBenchmark, Triangles) {
    // Constant membrane strain converges more slowly than what four corners do.
    EXPECT_NEAR(scordelis_lo(32, {.triangles = true}), 1, 0.02);
    EXPECT_NEAR(hemisphere(32, {.triangles = true}), 1, one_percent);
    EXPECT_NEAR(pinched_cylinder(32, {.triangles = true}), 1, 0.03);
    EXPECT_NEAR(twisted_beam(48, 8, false, {.triangles = true}), 1, one_percent);
}

/// Frequencies [rad/s] of a square plate, a = 1, E = 2e11, nu = 0.3, rho = 7800, whose rim stays where it is and may turn about
/// its own line only (hard simple support).
std::vector<double> plate(int n, double thickness, bool triangles, elements::ShellMass kind, int count, double skew = 0) {
    const auto flat = [](double a, double b) -> Eigen::Vector3d { return {a, b, 0}; };
    ShellGrid g = shell_grid(n, n, distorted(flat, n, skew), thickness, {2e11, 0.3, 7800}, triangles);
    for (std::size_t i = 0; i < g.points.size(); ++i) {
        g.fix(static_cast<int>(i), {0, 1, 5});  // bending alone
        const Eigen::Vector3d& p = g.points[i];
        if (p.x() < 1e-9 || p.x() > 1 - 1e-9) g.fix(static_cast<int>(i), {2, 3});
        if (p.y() < 1e-9 || p.y() > 1 - 1e-9) g.fix(static_cast<int>(i), {2, 4});
    }
    const auto K = g.reduced(g.assembled([](const elements::Shell& s) { return elements::shell_stiffness(s); }));
    const auto M = g.reduced(g.assembled([kind](const elements::Shell& s) { return elements::shell_mass(s, kind); }));
    const linalg::EigenPairs pairs = linalg::lowest_eigenpairs(K, M, count);
    EXPECT_TRUE(pairs.complete());
    std::vector<double> out;
    for (const double value : pairs.values) out.push_back(std::sqrt(value));
    return out;
}

/// Mindlin's plate (R. D. Mindlin (1951), doi:10.1115/1.4010217; shear factor 5/6): with k^2 = pi^2 (m^2 + n^2)/a^2 the lower
/// root of x^2 rho J/(kGt ...) written out as det = 0 of deflection and slope.
double mindlin(int m, int n, double t) {
    const double pi = std::numbers::pi, E = 2e11, nu = 0.3, rho = 7800, G = E / (2 * (1 + nu)), S = 5.0 / 6 * G * t;
    const double D = E * t * t * t / (12 * (1 - nu * nu)), J = rho * t * t * t / 12, k2 = pi * pi * (m * m + n * n);
    // [S k2 - rho t x, S k; S k, D k2 + S - J x] singular
    const double a = rho * t * J, b = -(S * k2 * J + rho * t * (D * k2 + S)), c = S * k2 * D * k2;
    return std::sqrt((-b - std::sqrt(b * b - 4 * a * c)) / (2 * a));
}

TEST(ShellBenchmark, PlateFrequenciesThickAndThin) {
    for (const double thickness : {0.1, 0.001}) {
        const double exact[] = {mindlin(1, 1, thickness), mindlin(1, 2, thickness), mindlin(2, 1, thickness),
                                mindlin(2, 2, thickness)};
        for (const bool triangles : {false, true}) {
            const std::vector<double> coarse = plate(8, thickness, triangles, elements::ShellMass::consistent, 4);
            const std::vector<double> fine = plate(16, thickness, triangles, elements::ShellMass::consistent, 4);
            for (std::size_t i = 0; i < 4; ++i) {
                EXPECT_NEAR(fine[i] / exact[i], 1, triangles ? 0.04 : 0.02) << thickness << ' ' << triangles << ' ' << i;
                // Second order: a quarter of the error, with room for what comes next.
                EXPECT_LT(std::abs(fine[i] / exact[i] - 1), 0.35 * std::abs(coarse[i] / exact[i] - 1) + 1e-4);
            }
        }
        const std::vector<double> lumped = plate(16, thickness, false, elements::ShellMass::lumped, 4);
        const std::vector<double> skewed = plate(16, thickness, false, elements::ShellMass::consistent, 4, 0.3);
        for (std::size_t i = 0; i < 4; ++i) {
            EXPECT_NEAR(lumped[i] / exact[i], 1, 0.02);
            EXPECT_NEAR(skewed[i] / exact[i], 1, 0.03);
        }
    }
    // Kirchhoff's thin plate, pi^2 (m^2 + n^2) sqrt(D / rho t): the closed form above tends to it.
    const double D = 2e11 * 1e-9 / (12 * 0.91);
    EXPECT_NEAR(mindlin(1, 1, 0.001) / (2 * std::numbers::pi * std::numbers::pi * std::sqrt(D / 7.8)), 1, 1e-5);
}

}  // namespace
}  // namespace jounce::test::shell_benchmark_test
