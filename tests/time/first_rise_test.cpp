// Physics: bounds that let a search for the first closing of a gap, or for the first push of a law, advance without missing one.
// Reference: the cubic whose third derivative is its bound, sampled; F'' of powers of depth and rate, written out here.
// Tolerance: an advance is safe to rounding, and at least one term then uses a third of the room; a bound of F'' is not below F''
// within its reach and at most 1.5 times the sum of its terms at the start (1.44 = 1.2^2 for a depth that changes by a fifth).
// Control: the lower bounds on an advance and the upper ones on a curvature, without which an advance of zero would pass.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/exact/first_rise.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/small_system.hpp"

namespace jounce::first_rise_test {
namespace {

using contact::ContactMemory;
using contact::Motion;
using time::clear_advance;
using time::Rising;
using time::rising_force;

TEST(ClearAdvance, TheCubicStaysBelowTheLimitAndUsesAThirdOfTheRoom) {
    for (const double limit : {0.0, 0.3}) {
        for (const double d : {-2.0, -0.4, -1e-3}) {
            for (const double r : {-3.0, -0.2, 0.0, 0.7, 5.0}) {
                for (const double a : {-4.0, -0.3, 0.0, 0.6, 7.0}) {
                    for (const double third : {0.0, 0.4, 30.0}) {
                        SCOPED_TRACE(testing::Message() << limit << ' ' << d << ' ' << r << ' ' << a << ' ' << third);
                        const double s = clear_advance(d, r, a, third, limit);
                        ASSERT_GT(s, 0);
                        const auto path = [&](double x) { return d + x * (r + x * (a / 2 + x * third / 6)); };
                        if (r <= 0 && a <= 0 && third == 0) {
                            EXPECT_GT(s, 1e100);  // it never rises
                            continue;
                        }
                        ASSERT_LT(s, 1e100);
                        const double terms = std::abs(d) + s * (std::abs(r) + s * (std::abs(a) + s * third));
                        for (int i = 1; i <= 200; ++i) EXPECT_LE(path(s * i / 200), limit + 1e-15 * terms);
                        const double rise[] = {s * r, s * s / 2 * a, s * s * s / 6 * third};
                        EXPECT_GE(*std::max_element(rise, rise + 3), (limit - d) / 3 * (1 - 1e-12));
                    }
                }
            }
        }
    }
}

// Without room a fall ends where the cubic is back at its start.
TEST(ClearAdvance, AFallWithoutRoomLastsUntilItsReturn) {
    for (const double r : {-3.0, -0.2}) {
        for (const double a : {-4.0, 0.0, 0.6, 7.0}) {
            for (const double third : {0.0, 0.4, 30.0}) {
                if (third == 0 && a <= 0) continue;
                const double s = clear_advance(0, r, a, third, 0);
                ASSERT_GT(s, 0);
                EXPECT_NEAR(r + s * (a / 2 + s * third / 6), 0, 1e-14 * (std::abs(r) + s * (std::abs(a) + s * third)));
            }
        }
    }
}

struct Case {
    double v, a, third;
};

// F = K d^(3/2) (1 + e v): F_dd = F_d/2d, F_dv = F_v 3/2d, F_vv = 0.
TEST(RisingForce, ItsCurvatureBoundsTheForceOfAHertzianContact) {
    const double K = 3e4, depth = 0.02, e = 0.4;
    ContactMemory memory;
    memory.closed = true;
    memory.impact_speed = 1;
    for (const double damping : {0.0, e}) {
        const test::PowerLaw law(K, 1.5, damping);
        const auto force = [&](double d, double v) { return K * std::pow(d, 1.5) * (1 + damping * v); };
        for (const Case& c : {Case{0.3, 0, 0}, Case{-0.3, 0, 0}, Case{0, 5, 0}, Case{0, -5, 0}, Case{0, 0, 60}, Case{0.3, 5, 60},
                              Case{-0.3, 5, 60}, Case{-0.3, -5, 60}}) {
            SCOPED_TRACE(testing::Message() << damping << ' ' << c.v << ' ' << c.a << ' ' << c.third);
            const Motion motion{depth, c.v};
            const Rising at = rising_force(law, memory, motion, c.a, c.third, 10);
            const double stiffness = 1.5 * K * std::sqrt(depth) * (1 + damping * c.v),
                         by_rate = damping * K * std::pow(depth, 1.5);
            EXPECT_DOUBLE_EQ(at.value, force(depth, c.v));
            EXPECT_NEAR(at.slope, stiffness * c.v + by_rate * c.a, 1e-12 * (stiffness * std::abs(c.v) + by_rate * std::abs(c.a)));
            // The reach changes the depth by a fifth, with v alone to the digit.
            if (c.a == 0 && c.v != 0) {
                EXPECT_NEAR(at.reach * std::abs(c.v), 0.2 * depth, 1e-15);
            }
            if (c.v == 0 && c.a != 0) {
                EXPECT_NEAR(at.reach * at.reach * std::abs(c.a), 0.04 * depth, 1e-15);
            }
            const double reach = std::fmin(at.reach, 0.02);
            const Rising near = rising_force(law, memory, motion, c.a, c.third, reach);
            for (int i = 0; i <= 50; ++i) {
                const double s = reach * i / 50, d = depth + s * (c.v + s * (c.a / 2 + s * c.third / 6));
                const double v = c.v + s * (c.a + s * c.third / 2), a = c.a + s * c.third;
                const double Fd = 1.5 * K * std::sqrt(d) * (1 + damping * v), Fv = damping * K * std::pow(d, 1.5);
                const double second = Fd / (2 * d) * v * v + 3 * Fv / d * v * a + Fd * a + Fv * c.third;
                EXPECT_LE(std::abs(second), near.curvature) << s;
            }
            // As the reach vanishes: |F_dd| v^2 + 2 |F_dv v a| + |F_vv| a^2 + |F_d a| + |F_v third| with the bounds of powers up
            // to the third.
            const double V = std::abs(c.v), A = std::abs(c.a);
            const double terms = 2 * stiffness / depth * V * V + 4 * by_rate / depth * V * A +
                                 (V > 0 ? 2 * by_rate / V * A * A : 0) + stiffness * A + by_rate * c.third;
            const double bound = rising_force(law, memory, motion, c.a, c.third, 1e-9).curvature;
            EXPECT_GE(bound, terms * (1 - 1e-6));
            EXPECT_LE(bound, 1.5 * terms + 1e-3);
        }
    }
}

// Beyond its surface a spring and damper are continued linearly: F'' = k d'' + c d''' is largest at the end of the reach.
TEST(RisingForce, BeyondTheSurfaceALinearLawIsExact) {
    const double k = 700, c = 30, a = 2, third = 5, reach = 0.4;
    const test::DashpotLaw law(k, c);
    for (const double sign : {1.0, -1.0}) {
        const Rising at = rising_force(law, {}, {-0.01, 0.2}, sign * a, third, reach);
        EXPECT_DOUBLE_EQ(at.curvature, k * (a + third * reach) + c * third);
        EXPECT_DOUBLE_EQ(at.slope, k * 0.2 + sign * c * a);
        EXPECT_EQ(at.reach, reach);
    }
}

}  // namespace
}  // namespace jounce::first_rise_test
