// The point mass with inertia and offset: the kinetic energy of a rigid body about a node that is not its centre.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <string>

#include "base/messages/error.hpp"
#include "elements/point_mass.hpp"

namespace jounce::elements::point_mass_test {
namespace {

using Eigen::Vector3d;

std::string error_of(const PointMass& point) {
    try {
        (void)point_mass_matrix(point);
    } catch (const Error& error) {
        return error.message();
    }
    return "no error";
}

TEST(PointMass, KineticEnergyIsThatOfARigidBody) {
    Eigen::Matrix3d inertia;
    inertia << 0.5, 0.05, -0.1, 0.05, 0.7, 0.02, -0.1, 0.02, 0.4;
    const Vector3d arm(0.1, -0.3, 0.25);
    const Matrix6 m = point_mass_matrix({.mass = 3, .inertia = inertia, .offset = arm});
    EXPECT_EQ(m, m.transpose());
    const Vector3d v(1.5, -0.4, 0.9);
    const Vector3d omega(-0.7, 2.2, 1.3);
    Vector6 rate;
    rate << v, omega;
    const double energy = 3 * (v + omega.cross(arm)).squaredNorm() / 2 + omega.dot(inertia * omega) / 2;
    EXPECT_NEAR(rate.dot(m * rate) / 2, energy, 1e-14 * energy);
}

TEST(PointMass, TwoMassesOnABarHaveSteinersInertia) {
    // +-a along x, m each: rotations about y and z see 2 m a^2, about x nothing; no coupling to translation.
    const double a = 0.2;
    Matrix6 pair = Matrix6::Zero();
    for (const double x : {-a, a})
        pair += point_mass_matrix({.mass = 1.5, .inertia = Eigen::Matrix3d::Zero(), .offset = {x, 0, 0}});
    Vector6 expected;
    expected << 3, 3, 3, 0, 3 * a * a, 3 * a * a;
    EXPECT_LT((pair - Matrix6(expected.asDiagonal())).norm(), 1e-15);
}

TEST(PointMass, DiagonalInertiaAtTheNode) {
    Vector6 expected;
    expected << 2, 2, 2, 0.1, 0.2, 0.5;  // the triangle inequality is not asked for: a planar model may give one moment only
    EXPECT_EQ(point_mass_matrix({.mass = 2, .inertia = diagonal_inertia({0.1, 0.2, 0.5}), .offset = Vector3d::Zero()}),
              Matrix6(expected.asDiagonal()));
}

TEST(PointMass, ImpossibleInertiaIsRefused) {
    EXPECT_EQ(error_of({.mass = -1, .inertia = Eigen::Matrix3d::Zero(), .offset = Vector3d::Zero()}),
              "point mass: 'mass' must be 0 or above, got -1 kg");
    EXPECT_NE(error_of({.mass = 1, .inertia = diagonal_inertia({0.1, -0.2, 0.5}), .offset = Vector3d::Zero()})
                  .find("principal moments of 0 or above, got -0.2"),
              std::string::npos);
    Eigen::Matrix3d lopsided = diagonal_inertia({1, 1, 1});
    lopsided(0, 1) = 0.1;
    EXPECT_NE(error_of({.mass = 1, .inertia = lopsided, .offset = Vector3d::Zero()}).find("must be symmetric"),
              std::string::npos);
}

TEST(PointMass, LightAndHeavyBodiesAreJudgedAlike) {
    const Eigen::Matrix3d turn = Eigen::AngleAxisd(0.7, Vector3d(1, 2, 3).normalized()).toRotationMatrix();
    Eigen::Matrix3d lopsided = diagonal_inertia({1, 1, 1});
    lopsided(0, 1) = 1e-6;
    for (const double scale : {1e-8, 1.0, 1e8}) {
        const auto error = [&](const Eigen::Matrix3d& inertia) {
            return error_of({.mass = 1, .inertia = scale * inertia, .offset = Vector3d::Zero()});
        };
        // A semidefinite tensor turned by the user is negative by round-off only: accepted.
        EXPECT_EQ(error(turn * diagonal_inertia({0, 0, 1}) * turn.transpose()), "no error") << scale;
        EXPECT_NE(error(diagonal_inertia({1, -1e-6, 1})).find("principal moments of 0 or above"), std::string::npos) << scale;
        EXPECT_NE(error(lopsided).find("must be symmetric"), std::string::npos) << scale;
    }
}

}  // namespace
}  // namespace jounce::elements::point_mass_test
