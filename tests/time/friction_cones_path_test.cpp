// Physics: impulses in Coulomb's cones by the path of smoothed laws alone, which has no sweeps to fall back on. Reference: the
// definition of the solution. Problems of points on several surfaces, in planes, along lines and without friction, with normals
// and under given bounds. Tolerance: round-off on entries of size one.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/contact/friction_cones_path.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "random_cones.hpp"

namespace jounce::friction_cones_path_test {
namespace {

using linalg::Matrix;
using linalg::Vector;
using time::FrictionCones;

/// In units in which the diagonal of W is one.
void scale(FrictionCones& problem) {
    const Vector unit = problem.W.diagonal().cwiseSqrt().cwiseInverse();
    problem.W = (unit.asDiagonal() * problem.W * unit.asDiagonal()).eval();
}

TEST(FrictionConesPath, EndsAtImpulsesInTheCones) {
    std::mt19937 random(5);
    test::ConeCounts counts;
    for (int trial = 0; trial < 120; ++trial) {
        FrictionCones problem = test::random_cones(random, trial);
        scale(problem);
        const auto x = follow_smoothed_laws(problem, Vector::Zero(problem.c.size()));
        ASSERT_TRUE(x.has_value()) << trial;
        test::expect_solves(problem, *x, 1e-11, 1e-11);
        counts.add(problem, *x);
    }
    EXPECT_GT(counts.sliding, 10);
    EXPECT_GT(counts.sticking, 5);
    EXPECT_GT(counts.open, 10);
}

// One point between discs of given bounds, whose surfaces part by less and less; one of them does not hold at all.
TEST(FrictionConesPath, EndsAtForcesInTheDiscs) {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> number(-1, 1);
    for (const double part : {1.0, 1e-2, 1e-5}) {
        for (int trial = 0; trial < 10; ++trial) {
            const int discs = 2 + trial % 3;
            FrictionCones problem{Matrix(2 * discs, 2 * discs), Vector(2 * discs), {}};
            const Eigen::Vector2d common(number(random), number(random));
            for (int i = 0; i < discs; ++i) {
                for (int j = 0; j < discs; ++j) problem.W.block(2 * i, 2 * j, 2, 2).setIdentity();
                problem.c.segment(2 * i, 2) = common + part * Eigen::Vector2d(number(random), number(random));
                problem.contacts.push_back({-1, 2 * i, 2, 1, i == 3 ? 0 : 1.5 * (1 + number(random))});
            }
            const auto x = follow_smoothed_laws(problem, Vector::Zero(2 * discs));
            ASSERT_TRUE(x.has_value()) << part << ", " << trial;
            test::expect_solves(problem, *x, 1e-11 * part + 1e-13, 1e-11 * part + 1e-13);
        }
    }
}

}  // namespace
}  // namespace jounce::friction_cones_path_test
