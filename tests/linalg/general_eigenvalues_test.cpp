// Eigenvalues of a large general matrix of low rank, constructed from them: A = X D Y with Y X = 1. The similarity is orthogonal
// up to factors of ten, which bounds the condition of each eigenvalue; tolerance: a hundred times rounding times that.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/dense/general_eigenvalues.hpp"
#include "linalg/dense/dense.hpp"

#include <gtest/gtest.h>

namespace jounce::test::general_eigenvalues_test {
namespace {

using linalg::Matrix;
using linalg::Vector;

TEST(GeneralEigenvalues, OfLowRankAreThoseItIsMadeOf) {
    constexpr Eigen::Index n = 260;
    for (const Eigen::Index rank : {Eigen::Index{7}, Eigen::Index{129}, n}) {
        SCOPED_TRACE(rank);
        Matrix random(n, n);
        unsigned state = 1;
        for (Eigen::Index i = 0; i < n * n; ++i) {
            state = 1664525u * state + 1013904223u;
            random.data()[i] = static_cast<double>(state) / 4294967296.0 - 0.5;
        }
        const Matrix Q = linalg::orthonormal_columns(random);
        Vector stretch(n);
        for (Eigen::Index i = 0; i < n; ++i) stretch[i] = i % 2 == 0 ? 1 : 10;
        // A pair 0.5 +- 0.3 i, then real values.
        Matrix D = Matrix::Zero(n, n);
        D.topLeftCorner(2, 2) << 0.5, 0.3, -0.3, 0.5;
        for (Eigen::Index i = 2; i < rank; ++i) D(i, i) = 0.45 * static_cast<double>(rank - i) / static_cast<double>(rank);
        const Matrix A = Q * stretch.asDiagonal() * D * stretch.cwiseInverse().asDiagonal() * Q.transpose();
        const std::vector<std::complex<double>> found = linalg::general_eigenvalues(A);
        ASSERT_EQ(found.size(), static_cast<std::size_t>(n));
        EXPECT_NEAR(std::abs(found[0] - std::complex<double>(0.5, 0.3)), 0, 1e-12);
        EXPECT_EQ(found[1], std::conj(found[0]));
        for (Eigen::Index i = 2; i < n; ++i) EXPECT_NEAR(std::abs(found[static_cast<std::size_t>(i)] - D(i, i)), 0, 1e-12) << i;
    }
}

}  // namespace
}  // namespace jounce::test::general_eigenvalues_test
