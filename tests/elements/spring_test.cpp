// Spring-dampers: rank one, no force in rigid motion, the right force and moment at nodes away from the line of action.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "base/messages/error.hpp"
#include "elements/rigid_arm.hpp"
#include "elements/spring.hpp"
#include "linalg/dense/dense.hpp"

namespace jounce::elements::spring_test {
namespace {

using Eigen::Vector3d;

const Vector3d node1(0.3, -0.2, 0.7);
const Vector3d node2(1.4, 0.5, -0.1);
const Vector3d arm1(0.1, 0.2, -0.15);
const Vector3d arm2(-0.2, 0.05, 0.3);
// A spring carries no couple only if its line runs through both attachment points.
const Vector3d line = (node2 + arm2) - (node1 + arm1);

TEST(Spring, AlongItsLineIgnoresEveryRigidMotion) {
    const Row12 row = spring_row({.motion = SpringMotion::translation, .direction = line, .arm1 = arm1, .arm2 = arm2});
    const Matrix12 arms = rigid_arms(node1, node2);
    for (int i = 0; i < 6; ++i) {
        Vector12 motion;
        motion << arms.topLeftCorner<6, 6>().col(i), arms.bottomRightCorner<6, 6>().col(i);
        EXPECT_NEAR(row * motion, 0, 2e-16) << i;
    }
    // Control: without the arms the line misses the nodes, and a rotation stretches the spring.
    const Row12 wrong =
        spring_row({.motion = SpringMotion::translation, .direction = line, .arm1 = {0, 0, 0}, .arm2 = {0, 0, 0}});
    Vector12 turn;
    turn << arms.topLeftCorner<6, 6>().col(5), arms.bottomRightCorner<6, 6>().col(5);
    EXPECT_GT(std::abs(wrong * turn), 0.01);
}

TEST(Spring, PullsItsEndsTogetherWithForceAndMoment) {
    // Ends one metre further apart along the line: the spring pulls node 2 back with k, at its arm.
    const Row12 row = spring_row({.motion = SpringMotion::translation, .direction = line, .arm1 = arm1, .arm2 = arm2});
    const SpringMatrices<12> matrices = spring_matrices(row, 500.0, 7.0);
    const Vector3d n = line.normalized();
    Vector12 apart = Vector12::Zero();
    apart.segment<3>(6) = n;
    EXPECT_NEAR(row * apart, 1, 1e-15);
    const Vector12 force = matrices.stiffness * apart;
    EXPECT_LT((force.segment<3>(6) - 500 * n).norm(), 1e-12);
    EXPECT_LT((force.segment<3>(9) - arm2.cross(500 * n)).norm(), 1e-12);
    EXPECT_LT((force.segment<3>(0) + 500 * n).norm(), 1e-12);
    EXPECT_LT((force.segment<3>(3) + arm1.cross(500 * n)).norm(), 1e-12);
    EXPECT_LT((matrices.damping * 500 - matrices.stiffness * 7).norm(), 1e-11);
    const Vector12 eigenvalues = linalg::symmetric_values(matrices.stiffness);
    EXPECT_LT(eigenvalues(10), 1e-12);  // rank one
    EXPECT_NEAR(eigenvalues(11), 500 * row.squaredNorm(), 1e-11);
    EXPECT_EQ(matrices.stiffness, matrices.stiffness.transpose());
}

TEST(Spring, RotationalOnesSeeTheTwistOnly) {
    const SpringGeometry geometry{.motion = SpringMotion::rotation, .direction = {0, 0, -4}, .arm1 = arm1, .arm2 = arm2};
    Row12 expected = Row12::Zero();
    expected(5) = 1;
    expected(11) = -1;
    EXPECT_EQ(spring_row(geometry), expected);
}

TEST(Spring, ToTheGround) {
    const Row6 row = spring_row_to_ground(
        {.motion = SpringMotion::translation, .direction = {0, 2, 0}, .arm1 = {0.5, 0, 0}, .arm2 = {0, 0, 0}});
    Row6 expected;
    expected << 0, 1, 0, 0, 0, 0.5;  // a turn about z at an arm of 0.5 m along x moves the point along y
    EXPECT_EQ(row, expected);
    EXPECT_EQ(spring_matrices(row, 4.0, 0.0).stiffness, 4 * expected.transpose() * expected);
}

TEST(Spring, NeedsADirection) {
    EXPECT_THROW((void)spring_row({.motion = SpringMotion::translation, .direction = {0, 0, 0}, .arm1 = arm1, .arm2 = arm2}),
                 Error);
}

}  // namespace
}  // namespace jounce::elements::spring_test
