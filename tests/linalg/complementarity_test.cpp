// Lemke's method: solutions of complementarity problems by their definition, degenerate ones among them, and the one without.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/dense/complementarity.hpp"

#include <gtest/gtest.h>

#include <random>

namespace jounce::linalg {
namespace {

void expect_solves(const Matrix& M, const Vector& q) {
    const auto x = solve_complementarity(M, q);
    ASSERT_TRUE(x.has_value());
    const Vector y = M * *x + q;
    // Round-off of some pivots on entries of size one.
    const double tolerance = 1e-10 * (1 + x->cwiseAbs().maxCoeff());
    EXPECT_GE(x->minCoeff(), 0);
    EXPECT_GE(y.minCoeff(), -tolerance);
    EXPECT_LE(x->cwiseProduct(y).cwiseAbs().maxCoeff(), tolerance);
}

TEST(Complementarity, PositiveDefiniteProblemsHaveTheirSolution) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> number(-1, 1);
    for (int n = 1; n <= 8; ++n) {
        for (int k = 0; k < 20; ++k) {
            const Matrix A = Matrix::NullaryExpr(n, n, [&] { return number(random); });
            const Vector q = Vector::NullaryExpr(n, [&] { return number(random); });
            expect_solves(A * A.transpose() + 0.1 * Matrix::Identity(n, n), q);
        }
    }
}

TEST(Complementarity, TwoBlocksThatShareOneMotionAreDegenerateAndSolved) {
    expect_solves(Matrix::Ones(3, 3), Vector::Constant(3, -1));
}

// A point that strikes a floor obliquely with friction mu: impulses P and T, sticking or sliding as the cone has it.
TEST(Complementarity, CoulombsImpactSticksAndSlides) {
    for (const double mu : {0.1, 0.5}) {
        Matrix M(3, 3);
        M << 1, 0, 0, -mu, 1, 1, 2 * mu, -1, 0;
        const double e = 0.5, normal = -1, slip = 0.3;
        const Vector q = Eigen::Vector3d((1 + e) * normal, slip, 0);
        expect_solves(M, q);
        const Vector x = *solve_complementarity(M, q);
        const double P = 1.5, T = x[1] - mu * x[0];
        EXPECT_NEAR(x[0], P, 1e-14);
        EXPECT_NEAR(slip + T, mu * P < slip ? slip - mu * P : 0, 1e-14) << mu;
    }
}

TEST(Complementarity, AProblemWithoutSolutionIsSaidToHaveNone) {
    EXPECT_FALSE(solve_complementarity(Matrix::Constant(1, 1, -1), Vector::Constant(1, -1)).has_value());
}

}  // namespace
}  // namespace jounce::linalg
