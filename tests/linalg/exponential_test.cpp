// The exponential of a matrix: closed forms, increments far below one, and the dual variables of the precise integration method.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/dense/exponential.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <stdexcept>

#include "linalg/dense/dense.hpp"

namespace jounce::linalg::exponential_test {
namespace {

TEST(Exponential, OfARotationADecayAndANilpotentMatrix) {
    for (const double angle : {1e-12, 1e-3, 0.7, 40.0}) {
        Matrix A(2, 2);
        A << 0, angle, -angle, 0;
        const Matrix T = exponential_less_identity(A);
        // The phase is as exact as a product of 2^N rounded factors makes it.
        const double tolerance = 2e-15 * std::max(1.0, angle);
        EXPECT_NEAR(T(0, 1), std::sin(angle), tolerance * std::min(1.0, angle));
        EXPECT_NEAR(T(0, 0), -2 * std::pow(std::sin(angle / 2), 2), tolerance * std::min(1.0, angle * angle));
    }
    EXPECT_NEAR(exponential_less_identity(Matrix::Constant(1, 1, -1e-9))(0, 0), std::expm1(-1e-9), 1e-24);
    EXPECT_NEAR(exponential_less_identity(Matrix::Constant(1, 1, -30))(0, 0), std::expm1(-30), 1e-14);
    Matrix chain = Matrix::Zero(4, 4);
    for (int i = 0; i < 3; ++i) chain(i, i + 1) = 2;
    const Matrix T = exponential_less_identity(chain);
    EXPECT_NEAR(T(0, 3), 8.0 / 6, 1e-15);
    EXPECT_NEAR(T(0, 2), 2, 1e-15);
}

// Xu et al. (2022), Machines 10(10), 814, sec. 2.3: with p = M q' + C q/2 the first-order form is (q, p)' = H (q, p),
// H = [-M^-1 C/2, M^-1; C M^-1 C/4 - K, -C M^-1/2]. It is similar to that in (q, q'), and so are the exponentials.
TEST(Exponential, OfTheDualVariablesIsThatOfTheVelocities) {
    std::mt19937 engine(7);
    std::normal_distribution<double> normal;
    const int n = 4;
    const auto positive = [&](double scale) {
        const Matrix R = Matrix::NullaryExpr(n, n, [&] { return normal(engine); });
        return Matrix(scale * (R * R.transpose() + Matrix::Identity(n, n)));
    };
    const Matrix M = positive(1), C = positive(0.3), K = positive(40), one = Matrix::Identity(n, n),
                 inverse = solve_square(M, one);
    const double h = 0.37;
    Matrix H(2 * n, 2 * n), A(2 * n, 2 * n), S(2 * n, 2 * n);
    H << -inverse * C / 2, inverse, C * inverse * C / 4 - K, -C * inverse / 2;
    A << Matrix::Zero(n, n), one, -inverse * K, -inverse * C;
    S << one, Matrix::Zero(n, n), C / 2, M;  // (q, p) = S (q, q')
    const Matrix dual = exponential_less_identity(h * H);
    const Matrix direct = S * exponential_less_identity(h * A) * solve_square(S, Matrix::Identity(S.rows(), S.rows()));
    EXPECT_LT((dual - direct).norm(), 1e-12 * direct.norm());
    EXPECT_GT(direct.norm(), 1) << "control: a step of many radians";
    H.topRightCorner(n, n) *= 1 + 1e-9;
    EXPECT_GT((exponential_less_identity(h * H) - direct).norm(), 1e-11 * direct.norm()) << "control";
}

TEST(Exponential, OfTwiceIsTheSquare) {
    std::mt19937 engine(3);
    std::normal_distribution<double> normal;
    const Matrix A = Matrix::NullaryExpr(9, 9, [&] { return normal(engine); });
    const Matrix one = Matrix::Identity(9, 9);
    const Matrix E = one + exponential_less_identity(A);
    EXPECT_LT((one + exponential_less_identity(2 * A) - E * E).norm(), 1e-12 * (E * E).norm());
    EXPECT_LT(((one + exponential_less_identity(-A)) * E - one).norm(), 1e-12 * E.norm() * E.norm());
}

TEST(Exponential, RefusesWhatHasNone) {
    EXPECT_THROW((void)exponential_less_identity(Matrix::Zero(2, 3)), std::invalid_argument);
    EXPECT_THROW((void)exponential_less_identity(Matrix::Constant(1, 1, NAN)), std::invalid_argument);
}

}  // namespace
}  // namespace jounce::linalg::exponential_test
