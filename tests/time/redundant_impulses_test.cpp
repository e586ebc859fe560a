// Promise: stops that hold one motion share its impulse with the least sum of squares, none pulls, and what holds other motions
// keeps its own, whatever the masses are; stops are at their restitution to 1e-9 of the speeds. Reference: closed forms of two
// stops on one mass and of one beside them. Tolerance: 1e-12.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/contact/redundant_impulses.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace jounce::redundant_impulses_test {
namespace {

using linalg::Matrix;
using linalg::Vector;

// Rates r and c r of one mass, and another mass. P_1 + c P_2 is given: (1, c)/(1 + c^2) of it. Opposed stops only push.
TEST(RedundantImpulses, StopsOfOneMotionShareItsImpulse) {
    for (const double c : {1.0, 2.0, 0.3, -2.0}) {
        for (const double mobility : {1.0, 1e-9, 1e12}) {
            for (const double other : {1.0, 1e12}) {
                Matrix W = Matrix::Zero(3, 3);
                W.topLeftCorner(2, 2) = mobility * Matrix{{1, c}, {c, c * c}};
                W(2, 2) = other;
                Vector P{{5, 0, 7}};
                time::share_impulses(W, {0, 1, 2}, P);
                EXPECT_NEAR(P[0], c > 0 ? 5 / (1 + c * c) : 5, 5e-12) << c << ' ' << mobility << ' ' << other;
                EXPECT_NEAR(P[1], c > 0 ? 5 * c / (1 + c * c) : 0, 5e-12) << c << ' ' << mobility << ' ' << other;
                EXPECT_NEAR(P[2], 7, 7e-12);
            }
        }
    }
}

TEST(RedundantImpulses, StopsAreAtTheirRestitutionToRounding) {
    for (const double speed : {1e-3, 1.0, 1e3}) {
        const Vector excess{{0, 0.9e-9 * speed, 1.1e-9 * speed, speed}}, q{{-speed, 0, 0.1 * speed, 0}};
        EXPECT_EQ(time::stops_at_restitution(excess, q), (std::vector<Eigen::Index>{0, 1}));
    }
}

}  // namespace
}  // namespace jounce::redundant_impulses_test
