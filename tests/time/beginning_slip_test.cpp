// A slip in a plane that begins at rest: its direction and its rate by the masses that it moves.
// Reference: ds/dt = W (r - F e) has to be c e. Tolerance: rounding. Control: along r this is not so.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include "time/equations/plane_slip.hpp"

namespace jounce::beginning_slip_test {
namespace {

std::array<double, 4> numbers(const Eigen::Matrix2d& A) { return {A(0, 0), A(0, 1), A(1, 0), A(1, 1)}; }

TEST(BeginningSlip, GrowsAlongItsFriction) {
    const Eigen::Matrix2d A{{0.3, 0.1}, {0.1, 2}};
    const Eigen::Matrix2d W = A.inverse();
    for (const double beyond : {1e-9, 1e-3, 0.05, 0.5, 20.0}) {
        const double F = 3;
        const Eigen::Vector2d r = F * (1 + beyond) * Eigen::Vector2d(0.6, 0.8);
        const time::BeginningSlip slip = time::beginning_slip(numbers(A), {r[0], r[1]}, F);
        const Eigen::Vector2d e(slip.direction[0], slip.direction[1]);
        EXPECT_NEAR(e.norm(), 1, 1e-15);
        EXPECT_GT(slip.rise, 0);
        EXPECT_NEAR((W * (r - F * e) - slip.rise * e).norm(), 0, 1e-14 * W.norm() * r.norm());
        const Eigen::Vector2d along = W * (r - F * r.normalized());
        EXPECT_GT((along - along.norm() * r.normalized()).norm(), 0.1 * along.norm()) << "control";
    }
}

TEST(BeginningSlip, IsAlongTheForceWhereThatDoesNotExceedFriction) {
    const time::BeginningSlip slip = time::beginning_slip({1, 0, 0, 4}, {-1.2, 1.6}, 2);
    EXPECT_NEAR(slip.direction[0], -0.6, 1e-15);
    EXPECT_NEAR(slip.direction[1], 0.8, 1e-15);
    EXPECT_EQ(slip.rise, 0);
}

// Equal masses, with rounding beside the diagonal whose signs differ.
TEST(BeginningSlip, TheLeastMobilityIsThatOfTheLargestMass) {
    EXPECT_EQ(time::least_mobility({0.5, 1e-17, -1e-17, 0.5}), 2);
    EXPECT_NEAR(time::least_mobility({0.25, 0, 0, 4}), 0.25, 1e-15);
    const Eigen::Matrix2d turn{{0.8, -0.6}, {0.6, 0.8}};
    EXPECT_NEAR(time::least_mobility(numbers(turn * Eigen::Matrix2d{{0.25, 0}, {0, 4}} * turn.transpose())), 0.25, 1e-15);
    EXPECT_EQ(time::least_mobility({}), 0) << "nothing moves";
}

}  // namespace
}  // namespace jounce::beginning_slip_test
