// The equations of coordinates and of what is held beside them, with rows that depend on each other.
// References: the whole matrix by LU where the rows are independent; where they are not, the equations themselves and the
// smallest forces, in which no solution of the homogeneous equations is left. Tolerance: round-off on entries of size one.
// Control: a small compliance of each force in place of the smallest solution answers the rounding of a row by 1e9 times as much.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/one_step/held_system.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "linalg/dense/dense.hpp"
#include "support/malloc_count.hpp"

namespace jounce::held_system_test {
namespace {

using linalg::Matrix;
using linalg::Vector;

constexpr Eigen::Index n = 5, k = 3;
constexpr double tiny = 1e-11;

Matrix random_matrix(Eigen::Index rows, Eigen::Index columns, std::mt19937& engine) {
    std::uniform_real_distribution<double> entry(-1, 1);
    return Matrix::NullaryExpr(rows, columns, [&] { return entry(engine); });
}

struct Held {
    explicit Held(unsigned seed) : engine(seed) {
        matrix = random_matrix(n + k, n + k, engine);
        matrix.topLeftCorner(n, n) += 4 * Matrix::Identity(n, n);
        matrix.bottomRightCorner(k, k).setZero();
    }
    /// The last row is a combination of the others; the columns of the forces are not.
    void make_dependent() { matrix.row(n + 2) = 0.5 * matrix.row(n) - 0.25 * matrix.row(n + 1); }
    [[nodiscard]] Vector solve(Vector right) const {
        time::HeldSystem system(n, k);
        EXPECT_TRUE(system.factor(n, k, matrix.data(), mobility.data()));
        system.solve(right.data());
        return right;
    }
    std::mt19937 engine;
    Matrix matrix;
    Vector mobility = Vector::Ones(k);
};

TEST(HeldSystem, IndependentRowsAreAllHeld) {
    for (unsigned seed = 0; seed < 20; ++seed) {
        Held held(seed);
        const Vector right = random_matrix(n + k, 1, held.engine);
        const Vector expected = linalg::solve_square(held.matrix, right);
        EXPECT_LT((held.solve(right) - expected).norm(), tiny * (1 + expected.squaredNorm())) << seed;
    }
}

TEST(HeldSystem, DependentRowsShareTheSmallestForcesAndAnswerNoRounding) {
    for (unsigned seed = 0; seed < 20; ++seed) {
        Held held(seed);
        held.make_dependent();
        Vector right = random_matrix(n + k, 1, held.engine);
        right[n + 2] = 0.5 * right[n] - 0.25 * right[n + 1];
        const Vector x = held.solve(right);
        const double size = 1 + x.squaredNorm();
        EXPECT_LT((held.matrix * x - right).norm(), tiny * size) << seed;
        const Matrix compliance = held.matrix.bottomLeftCorner(k, n) *
                                  linalg::solve_square(held.matrix.topLeftCorner(n, n), Matrix(held.matrix.topRightCorner(n, k)));
        const Vector left_over = linalg::singular_values(compliance).right.col(k - 1);
        EXPECT_NEAR(left_over.dot(x.tail(k)), 0, tiny * size) << seed;
        Vector rounded = right;
        rounded[n + 2] += 1e-12;
        EXPECT_LT((held.solve(rounded) - x).norm(), 1e-9 * size) << seed;
        Matrix soft = held.matrix;
        soft.bottomRightCorner(k, k) = -1e-9 * Matrix::Identity(k, k);
        const Vector change = linalg::solve_square(soft, rounded) - linalg::solve_square(soft, right);
        EXPECT_GT(change.norm(), 1e-5) << "control, " << seed;
    }
}

TEST(HeldSystem, NothingIsHeldOrAllocated) {
    Held held(3);
    time::HeldSystem system(n, k);
    const Vector right = random_matrix(n + k, 1, held.engine);
    const Matrix alone = held.matrix.topLeftCorner(n, n);
    const Vector expected = linalg::solve_square(alone, Matrix(right.head(n)));
    Vector x = right;
    bool regular = false;
    EXPECT_EQ(tests::mallocs_in([&] {
                  regular = system.factor(n, 0, alone.data(), held.mobility.data());
                  system.solve(x.data());
              }),
              0);
    EXPECT_TRUE(regular);
    EXPECT_LT((x.head(n) - expected).norm(), tiny);
    EXPECT_EQ(tests::mallocs_in([&] {
                  regular = system.factor(n, k, held.matrix.data(), held.mobility.data());
                  system.solve(x.data());
              }),
              0);
    EXPECT_TRUE(regular);
}

TEST(HeldSystem, OfASingularMatrixIsNone) {
    Held held(4);
    held.matrix.row(1) = held.matrix.row(0);
    time::HeldSystem system(n, k);
    EXPECT_FALSE(system.factor(n, k, held.matrix.data(), held.mobility.data()));
}

}  // namespace
}  // namespace jounce::held_system_test
