// Impulses in Coulomb's cones: solutions of random problems by their definition, with planes, lines and contacts without
// friction; and the closed form of one point that slides and sticks. Tolerance: round-off on entries of size one.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/contact/friction_cones.hpp"

#include <gtest/gtest.h>

#include <random>

#include "random_cones.hpp"

namespace jounce::time {
namespace {

using linalg::Matrix;
using linalg::Vector;

TEST(FrictionCones, RandomProblemsAreSolvedByTheirDefinition) {
    std::mt19937 random(11);
    test::ConeCounts counts;
    for (int trial = 0; trial < 300; ++trial) {
        FrictionCones problem = test::random_cones(random, trial);
        const Eigen::Index n = problem.c.size();
        if (trial % 4 == 0) {  // a light lump on an arm: one tangent moves ten thousand times as easily as the other
            problem.W.row(n - 1) *= 100;
            problem.W.col(n - 1) *= 100;
        }
        const auto x = problem.solve(Vector::Zero(n));
        ASSERT_TRUE(x.has_value());
        const double size = (problem.c.cwiseAbs() + problem.W.cwiseAbs() * x->cwiseAbs()).maxCoeff();
        test::expect_solves(problem, *x, 1e-11 * size);
        counts.add(problem, *x);
    }
    EXPECT_GT(counts.sliding, 50);
    EXPECT_GT(counts.sticking, 20);
    EXPECT_GT(counts.open, 50);
}

// Two discs without a normal hold one point in a plane, mass 1, against surfaces that it would leave at (1, 0) and (0, 1): it
// follows the surface whose disc holds more, if that can hold its own part and the other disc, and the other one slips along the
// difference.
TEST(FrictionCones, APointBetweenTwoSurfacesFollowsTheOneThatHoldsMore) {
    Matrix W(4, 4);
    W << Matrix::Identity(2, 2), Matrix::Identity(2, 2), Matrix::Identity(2, 2), Matrix::Identity(2, 2);
    const FrictionCones problem{W, Eigen::Vector4d(-1, 0, 0, -1), {{-1, 0, 2, 1, 5}, {-1, 2, 2, 1, 2}}};
    const auto x = problem.solve(Vector::Zero(4));
    ASSERT_TRUE(x.has_value());
    const Vector rates = problem.c + W * *x;
    const double half = std::sqrt(0.5);
    EXPECT_NEAR(rates.head(2).norm(), 0, 1e-13);
    EXPECT_NEAR((rates.tail(2) - Eigen::Vector2d(1, -1)).norm(), 0, 1e-13);
    EXPECT_NEAR((x->tail(2) - 2 * half * Eigen::Vector2d(-1, 1)).norm(), 0, 1e-13);
    EXPECT_NEAR((x->head(2) - (Eigen::Vector2d(1, 0) - x->tail(2))).norm(), 0, 1e-13);
}

// Mass 2, e = 0.5, approach 1, slip (0.3, 0.4): P = 3; the slip of 0.5 ends with F = 1, and slides on where mu P < 1.
TEST(FrictionCones, APointSticksAndSlides) {
    for (const double mu : {0.1, 0.5}) {
        FrictionCones problem{0.5 * Matrix::Identity(3, 3), Eigen::Vector3d(-1.5, -0.3, -0.4), {{0, 1, 2, mu}}};
        const auto x = problem.solve(Vector::Zero(3));
        ASSERT_TRUE(x.has_value());
        const double F = std::min(1.0, mu * 3);
        EXPECT_NEAR((*x)[0], 3, 1e-14);
        EXPECT_NEAR((*x)[1], 0.6 * F, 1e-14);
        EXPECT_NEAR((*x)[2], 0.8 * F, 1e-14);
    }
}

// Motions that hardly part: a sweep would move the forces by about `part`. One point, several discs of given bounds whose
// surfaces differ by `part`. The minimum of |a - a0|^2 m / 2 + sum b_i |a - g_i| is the motion, so it is unique, and the
// definition is tested with the rates, which are of the size of `part`: 1e-11 of it, beside the rounding 1e-13 of rates of order
// one.
TEST(FrictionCones, SurfacesThatHardlyPart) {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> number(-1, 1);
    int kept = 0, free = 0;
    for (const double part : {1e-2, 1e-4, 1e-6, 1e-7}) {
        for (int trial = 0; trial < 100; ++trial) {
            const int discs = 2 + trial % 3;
            FrictionCones problem{Matrix(2 * discs, 2 * discs), Vector(2 * discs), {}};
            const Eigen::Vector2d common(number(random), number(random));
            for (int i = 0; i < discs; ++i) {
                for (int j = 0; j < discs; ++j) problem.W.block(2 * i, 2 * j, 2, 2).setIdentity();
                problem.c.segment(2 * i, 2) = common + part * Eigen::Vector2d(number(random), number(random));
                problem.contacts.push_back({-1, 2 * i, 2, 1, 1.5 * (1 + number(random))});
            }
            const auto x = problem.solve(Vector::Zero(2 * discs));
            ASSERT_TRUE(x.has_value()) << part << ", " << trial;
            const Vector rates = problem.c + problem.W * *x;
            bool sticks = false;
            for (const FrictionCones::Contact& contact : problem.contacts) {
                const Vector F = x->segment(contact.tangent, 2), gamma = rates.segment(contact.tangent, 2);
                EXPECT_LE(F.norm(), contact.bound * (1 + 1e-12) + 1e-13);
                EXPECT_NEAR((contact.bound * gamma + gamma.norm() * F).norm(), 0, 1e-11 * part + 1e-13) << part << ", " << trial;
                sticks = sticks || gamma.norm() < 1e-12;
            }
            (sticks ? kept : free) += 1;
        }
    }
    EXPECT_GT(kept, 100);
    EXPECT_GT(free, 20);
}

TEST(FrictionCones, AProblemWithoutSolutionIsSaidToHaveNone) {
    EXPECT_FALSE((FrictionCones{Matrix::Constant(1, 1, -1), Vector::Constant(1, -1), {{}}}.solve(Vector::Zero(1)).has_value()));
}

}  // namespace
}  // namespace jounce::time
