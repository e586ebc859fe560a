// The smallest least-squares solution of small systems: against the singular values of random matrices of every rank, in size and
// in entries; nothing allocates. Tolerance: round-off on entries of size one.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/dense/small_least.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "linalg/dense/dense.hpp"
#include "support/malloc_count.hpp"

namespace jounce::linalg {
namespace {

// By the pseudo-inverse from singular values, another decomposition.
Vector smallest(const Matrix& A, const Vector& b, int rank) {
    const SingularValues s = singular_values(A);
    Vector out = Vector::Zero(b.size());
    for (int i = 0; i < rank; ++i) out += s.left.col(i).dot(b) / s.values[i] * s.right.col(i);
    return out;
}

TEST(SmallLeast, IsTheSmallestSolutionOfEveryRank) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> number(-1, 1);
    for (int n = 1; n <= 6; ++n) {
        for (int rank = 0; rank <= n; ++rank) {
            for (int trial = 0; trial < 20; ++trial) {
                const Matrix left = Matrix::NullaryExpr(n, rank, [&] { return number(random); });
                const Matrix right = Matrix::NullaryExpr(rank, n, [&] { return number(random); });
                const Matrix A = left * right;
                const Vector b = Vector::NullaryExpr(n, [&] { return number(random); });
                Matrix work = A;
                Vector x = b;
                std::vector<int> pivots(static_cast<std::size_t>(n));
                std::vector<double> spare(static_cast<std::size_t>(n));
                int found = -1;
                const long allocations = tests::mallocs_in(
                    [&] { found = solve_small_least(n, work.data(), pivots.data(), spare.data(), 1e-10, x.data()); });
                EXPECT_EQ(allocations, 0);
                ASSERT_EQ(found, rank);
                const double smallest_value = rank > 0 ? singular_values(A).values[rank - 1] : 1;
                const double tolerance = 1e-13 / (smallest_value * smallest_value);
                EXPECT_NEAR((x - smallest(A, b, rank)).norm(), 0, tolerance) << n << ", " << rank;
            }
        }
    }
}

// Two sticks of one motion share its force equally.
TEST(SmallLeast, EqualRowsShare) {
    std::vector<double> a(4, 2.0), x{6, 6}, work(2);
    std::vector<int> pivots(2);
    EXPECT_EQ(solve_small_least(2, a.data(), pivots.data(), work.data(), 1e-10, x.data()), 1);
    EXPECT_NEAR(x[0], 1.5, 1e-15);
    EXPECT_NEAR(x[1], 1.5, 1e-15);
}

// Of no equations, or of no unknowns, the smallest solution is zero.
TEST(SmallLeast, OfNoEquationsItIsZero) {
    EXPECT_EQ(least_solution(Matrix(0, 0), Vector(0)).size(), 0);
    EXPECT_EQ(least_solution(Matrix(0, 3), Vector(0)), Vector::Zero(3));
    EXPECT_EQ(least_solution(Matrix(3, 0), Vector::Ones(3)).size(), 0);
}

}  // namespace
}  // namespace jounce::linalg
