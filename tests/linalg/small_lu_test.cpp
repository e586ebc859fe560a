// The small LU against dense Eigen, with and without interchanges, and its refusal of singular matrices.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/dense/small_lu.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <limits>
#include <vector>

#include "linalg/samples.hpp"
#include "support/malloc_count.hpp"

namespace jounce::linalg::small_lu_test {
namespace {

using namespace jounce::tests;

TEST(SmallLu, SolvesEverySizeUpToAHundred) {
    std::vector<int> pivots(100);
    for (int n = 1; n <= 100; ++n)
        for (unsigned seed = 1; seed <= 3; ++seed) {
            const Matrix a = random_band(n, n, false, 0, seed);
            const Vector right = random_vector(n, seed + 10);
            Matrix factors = a;
            Vector x = right;
            bool solved = false;
            EXPECT_EQ(mallocs_in([&] { solved = solve_small_system(n, factors.data(), pivots.data(), x.data()); }), 0);
            ASSERT_TRUE(solved);
            // Backward stable: the residual, not the error, is small whatever the condition.
            EXPECT_LE((a * x - right).cwiseAbs().maxCoeff(), 1e-14 * n * (1 + x.cwiseAbs().maxCoeff())) << n;
        }
}

TEST(SmallLu, KeepsTheFactors) {
    const Matrix a = random_band(7, 7, false, 0, 1);
    Matrix factors = a;
    std::vector<int> pivots(7);
    ASSERT_TRUE(factor_small(7, factors.data(), pivots.data()));
    for (unsigned seed = 1; seed < 4; ++seed) {
        Vector x = random_vector(7, seed);
        solve_small(7, factors.data(), pivots.data(), x.data());
        EXPECT_LE((a * x - random_vector(7, seed)).cwiseAbs().maxCoeff(), 1e-13);
    }
}

TEST(SmallLu, NeedsItsInterchanges) {
    Matrix a(2, 2);
    a << 0, 1, 1, 0;
    Vector x(2);
    x << 3, 4;
    int pivots[2];
    ASSERT_TRUE(solve_small_system(2, a.data(), pivots, x.data()));
    EXPECT_EQ(x[0], 4);
    EXPECT_EQ(x[1], 3);
}

TEST(SmallLu, RefusesSingularAndNotFinite) {
    int pivots[4];
    for (int n = 1; n <= 4; ++n) {
        Matrix zero = Matrix::Zero(n, n), bad = Matrix::Identity(n, n), ones = Matrix::Ones(n, n);
        Vector x = Vector::Ones(n);
        EXPECT_FALSE(solve_small_system(n, zero.data(), pivots, x.data())) << n;
        bad(n - 1, n - 1) = std::numeric_limits<double>::quiet_NaN();
        x.setOnes();
        EXPECT_FALSE(solve_small_system(n, bad.data(), pivots, x.data())) << n;
        if (n == 1) continue;  // a one is a regular matrix
        x.setOnes();
        EXPECT_FALSE(solve_small_system(n, ones.data(), pivots, x.data())) << n;
    }
}

}  // namespace
}  // namespace jounce::linalg::small_lu_test
