// Physics: impulses in Coulomb's cones by the path of smoothed laws alone, which has no sweeps to fall back on. Reference: the
// definition of the solution. Problems of points on several surfaces, in planes, along lines and without friction, with normals
// and under given bounds. Tolerance: round-off on entries of size one.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/contact/friction_cones_path.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace jounce::friction_cones_path_test {
namespace {

using linalg::Matrix;
using linalg::Vector;
using time::FrictionCones;

void expect_solves(const FrictionCones& problem, const Vector& x, double tolerance) {
    const Vector rates = problem.c + problem.W * x;
    for (const FrictionCones::Contact& contact : problem.contacts) {
        double bound = contact.bound;
        if (contact.normal >= 0) {
            const double P = x[contact.normal], opening = rates[contact.normal];
            EXPECT_GE(P, 0);
            EXPECT_GE(opening, -tolerance);
            EXPECT_NEAR(P * opening, 0, tolerance * (1 + P));
            bound = contact.coefficient * P;
        }
        if (contact.directions == 0) continue;
        const Vector F = x.segment(contact.tangent, contact.directions),
                     gamma = rates.segment(contact.tangent, contact.directions);
        EXPECT_LE(F.norm(), bound * (1 + 1e-12) + tolerance);
        EXPECT_NEAR((bound * gamma + gamma.norm() * F).norm(), 0, tolerance * (1 + bound));
    }
}

/// In units in which the diagonal of W is one.
void scale(FrictionCones& problem) {
    const Vector unit = problem.W.diagonal().cwiseSqrt().cwiseInverse();
    problem.W = (unit.asDiagonal() * problem.W * unit.asDiagonal()).eval();
}

TEST(FrictionConesPath, EndsAtImpulsesInTheCones) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> number(-1, 1);
    int sliding = 0, sticking = 0, open = 0;
    for (int trial = 0; trial < 120; ++trial) {
        FrictionCones problem;
        const int contacts = 1 + trial % 3;
        Eigen::Index n = contacts;
        for (int i = 0; i < contacts; ++i) {
            const int directions = trial % 5 == 0 ? i % 3 : 2;
            problem.contacts.push_back({i, n, directions, 0.05 + 0.5 * (1 + number(random))});
            n += directions;
        }
        const Matrix A = Matrix::NullaryExpr(n, n, [&] { return 0.3 * number(random); });
        problem.W = A * A.transpose() + Matrix::Identity(n, n);
        problem.c = Vector::NullaryExpr(n, [&] { return number(random); });
        scale(problem);
        const auto x = follow_smoothed_laws(problem, Vector::Zero(n));
        ASSERT_TRUE(x.has_value()) << trial;
        expect_solves(problem, *x, 1e-11);
        for (const FrictionCones::Contact& contact : problem.contacts) {
            if (contact.directions == 0) continue;
            const double P = (*x)[contact.normal], F = x->segment(contact.tangent, contact.directions).norm();
            (P <= 0 ? open : F < contact.coefficient * P * (1 - 1e-9) ? sticking : sliding) += 1;
        }
    }
    EXPECT_GT(sliding, 10);
    EXPECT_GT(sticking, 5);
    EXPECT_GT(open, 10);
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
            expect_solves(problem, *x, 1e-11 * part + 1e-13);
        }
    }
}

}  // namespace
}  // namespace jounce::friction_cones_path_test
