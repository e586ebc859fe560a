// The LU in columns of whole vector registers: residuals of every size, with interchanges; its refusal of singular matrices.
// Tolerance: backward stable, so that the residual, not the error, is small whatever the condition.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/dense/blocked_lu.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <limits>
#include <vector>

#include "linalg/samples.hpp"
#include "support/malloc_count.hpp"

namespace jounce::linalg::blocked_lu_test {
namespace {

using namespace jounce::tests;

bool factor(const Matrix& a, Matrix& factors, std::vector<int>& pivots) {
    const int n = static_cast<int>(a.rows());
    factors = Matrix::Zero(lu_stride(n), n);
    factors.topRows(n) = a;
    pivots.resize(static_cast<std::size_t>(n));
    std::vector<double> multipliers(static_cast<std::size_t>(lu_stride(n)));
    bool factored = false;
    EXPECT_EQ(mallocs_in([&] { factored = factor_blocked(n, factors.data(), pivots.data(), multipliers.data()); }), 0);
    return factored;
}

TEST(BlockedLu, SolvesEverySizeUpToSixty) {
    Matrix factors;
    std::vector<int> pivots;
    for (int n = 1; n <= 60; ++n) {
        const Matrix a = random_band(n, n, false, 0, static_cast<unsigned>(n));
        ASSERT_TRUE(factor(a, factors, pivots));
        for (unsigned seed = 1; seed < 4; ++seed) {
            const Vector right = random_vector(n, seed);
            Vector x = right;
            solve_blocked(n, factors.data(), pivots.data(), x.data());
            EXPECT_LE((a * x - right).cwiseAbs().maxCoeff(), 1e-14 * n * (1 + x.cwiseAbs().maxCoeff())) << n;
        }
    }
}

TEST(BlockedLu, NeedsItsInterchanges) {
    // A cyclic permutation: every pivot is below the diagonal.
    constexpr int n = 9;
    Matrix a = Matrix::Zero(n, n), factors;
    for (int i = 0; i < n; ++i) a((i + 1) % n, i) = 1;
    std::vector<int> pivots;
    ASSERT_TRUE(factor(a, factors, pivots));
    Vector x = random_vector(n, 1);
    const Vector right = x;
    solve_blocked(n, factors.data(), pivots.data(), x.data());
    for (int i = 0; i < n; ++i) EXPECT_EQ(x[i], right[(i + 1) % n]);
}

TEST(BlockedLu, RefusesSingularAndNotFinite) {
    Matrix factors;
    std::vector<int> pivots;
    for (const int n : {1, 5, 8, 20}) {
        EXPECT_FALSE(factor(Matrix::Zero(n, n), factors, pivots));
        Matrix twice = random_band(n, n, false, 0, 1);
        twice.col(n - 1) *= std::numeric_limits<double>::quiet_NaN();
        EXPECT_FALSE(factor(twice, factors, pivots));
    }
}

}  // namespace
}  // namespace jounce::linalg::blocked_lu_test
