// The logarithmic law behind the laws of two cylinders: its root against bisection, the unique inverse up to the load where it
// turns back, the energy stored, and what lies beyond. Control: the second, wrong root of the same indentation.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/families/log_law.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace jounce::log_law_test {
namespace {

using namespace contact;

// s - ln s = 1 + p by bisection in long double; p from what is left at the turn to the smallest indentation.
TEST(LogLawRoot, AgreesWithBisection) {
    double worst = 0;
    for (double p = 1e-12; p < 720; p *= 1.17) {
        long double low = 0, high = 1.1L * p + 40;
        for (int i = 0; i < 200; ++i) {
            const long double v = 0.5L * (low + high);
            // v - ln(1 + v) without cancellation.
            long double value = v - std::log1p(v);
            if (v < 1e-3L) value = v * v * (0.5L - v * (1 / 3.0L - v * (0.25L - v * (0.2L - v / 6))));
            (value < p ? low : high) = v;
        }
        const double error = std::abs(log_law_root(p) / static_cast<double>(low) - 1);
        worst = std::max(worst, error);
    }
    EXPECT_LT(worst, 2e-14);
    EXPECT_EQ(log_law_root(0), 0);
}

struct Law {
    const char* name;
    LogLaw::Constants constants;
};

// Numbers of nobody's: other moduli, radii and lengths, every c in use.
const std::vector<Law> laws = {
    {"c = -1", {3e-12, 7e9, -1, 0.04}}, {"c = 2/3", {1e-10, 2e6, 2.0 / 3, 0.5}}, {"c = 1", {2.5e-12, 4e8, 1, 3e-3}}};

// delta(F) has one rising branch, up to the turning force: the law must find the force on it, whatever the indentation. Going
// round through delta costs n_loc = s/(s - 1) roundings in F and (s - 1) of them in p, so that the error grows like 1/(s - 1).
TEST(LogLaw, InvertsTheRisingBranch) {
    for (const auto& [name, k] : laws) {
        const LogLaw law(k, 1 + 1e-6);
        const double turn = LogLaw::turning_force(k);
        double before = 0;
        for (double x = 1e-250; x < 0.999; x = x < 1e-3 ? 7.3 * x : x + 7e-4) {
            const double F = x * turn;
            const double found = law.at(LogLaw::indentation(k, F)).force;
            const double s = 1 - std::log(x);
            EXPECT_NEAR(found / F, 1, 1e-15 * (30 + 3 * s / (s - 1))) << name << " " << x;
            EXPECT_GT(found, before) << name << " " << x;
            before = found;
        }
        // Control: the same indentation has a second, wrong root on the falling branch.
        const double depth = LogLaw::indentation(k, 0.9 * turn);
        double low = turn, high = turn * std::exp(2.0);
        for (int i = 0; i < 100; ++i) {
            const double middle = 0.5 * (low + high);
            (LogLaw::indentation(k, middle) > depth ? low : high) = middle;
        }
        EXPECT_NEAR(LogLaw::indentation(k, low) / depth, 1, 1e-12);
        EXPECT_GT(low, 1.05 * turn);
        EXPECT_NEAR(law.at(depth).force / turn, 0.9, 1e-12);
    }
}

// U = integral of F d(delta) = F delta - integral of delta dF, the latter by Gauss-Legendre over ln F (delta is smooth there).
TEST(LogLaw, StoresTheWorkDone) {
    for (const auto& [name, k] : laws) {
        const LogLaw law(k, 1 + 1e-6);
        for (const double x : {1e-8, 1e-3, 0.2, 0.9}) {
            const double F = x * LogLaw::turning_force(k);
            // integral of delta(f) df from 0 to F, f = F exp(-t): composite Simpson over t in [0, 80].
            const int n = 20000;
            double complementary = 0;
            for (int i = 0; i <= n; ++i) {
                const double t = 80.0 * i / n;
                const double f = F * std::exp(-t);
                complementary += (i == 0 || i == n ? 1 : i % 2 == 1 ? 4 : 2) * LogLaw::indentation(k, f) * f;
            }
            complementary *= 80.0 / n / 3;
            const double depth = LogLaw::indentation(k, F);
            // Simpson's error: h^4/180 of an integrand that falls like exp(-2t), 1e-11 here.
            EXPECT_NEAR(law.at(depth).energy / (F * depth - complementary), 1, 1e-10) << name << " " << x;
        }
    }
}

// The tangent begins at s = 2: force, slope and energy go on without a step, and the force is a straight line from there.
TEST(LogLaw, TangentContinuesSmoothly) {
    for (const auto& [name, k] : laws) {
        const LogLaw law(k, 2);
        const double cap = law.cap();
        EXPECT_NEAR(cap / LogLaw::turning_indentation(k), 2 / std::numbers::e, 1e-15);
        const auto below = law.at(cap * (1 - 1e-13));
        const auto at = law.at(cap);
        EXPECT_NEAR(below.force / at.force, 1, 1e-12);
        EXPECT_NEAR(below.stiffness / at.stiffness, 1, 1e-12);
        EXPECT_NEAR(below.energy / at.energy, 1, 1e-12);
        EXPECT_NEAR(at.force / LogLaw::turning_force(k), 1 / std::numbers::e, 1e-15);
        EXPECT_NEAR(at.stiffness / (k.length / k.A), 1, 1e-15);
        const auto far = law.at(7 * cap);
        EXPECT_NEAR(far.force / (at.force + at.stiffness * 6 * cap), 1, 1e-15);
        EXPECT_NEAR(far.energy / (at.energy + 6 * cap * (at.force + 3 * cap * at.stiffness)), 1, 1e-15);
        EXPECT_EQ(law.growth(7 * cap, far.stiffness), 0);
    }
}

// Convex and finite for every indentation: an iteration that overshoots comes back.
TEST(LogLaw, IsFiniteAndConvexBeyondItsTurn) {
    for (const auto& [name, k] : laws) {
        const LogLaw law(k, 1 + 1e-6);
        const double turn = LogLaw::turning_indentation(k);
        double slope = 0;
        for (double x = 0.5; x < 1e9; x = x < 1.1 ? x + 1e-5 : 2 * x) {
            const auto at = law.at(x * turn);
            EXPECT_TRUE(std::isfinite(at.force) && std::isfinite(at.energy) && std::isfinite(at.stiffness));
            EXPECT_GE(at.stiffness, slope) << name << " " << x;
            slope = at.stiffness;
        }
    }
}

}  // namespace
}  // namespace jounce::log_law_test
