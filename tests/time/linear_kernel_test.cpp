// Physics: the products of the linear block, in both of its forms. Reference: dense products, factors checked by the product with
// what they solve. Tolerance: round-off of 40 terms, 1e-13. A ring of masses whose ends are coupled is no band; a chain is one.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/equations/linear_kernel.hpp"

#include <gtest/gtest.h>

#include "support/small_system.hpp"

namespace jounce::linear_kernel_test {
namespace {

constexpr int n = 40;

/// Diagonally dominant; entries that differ.
Matrix coupled(double diagonal, double beside, double ends) {
    Matrix A = Matrix::Zero(n, n);
    for (int i = 0; i < n; ++i) {
        A(i, i) = diagonal + 0.1 * i;
        if (i > 0) A(i, i - 1) = A(i - 1, i) = beside * (1 + 0.02 * i);
    }
    A(0, n - 1) = A(n - 1, 0) = ends;
    return A;
}

TEST(LinearKernel, IsTheDenseProductsAsABandAndAsARing) {
    for (const double ends : {0.0, 0.7}) {
        for (const double damping : {0.0, 1.0}) {
            const Matrix M = coupled(20, 1.5, ends), C = damping * coupled(9, -2, -ends), K = coupled(50, -11, -3 * ends);
            System system = test::linear_system(M, C, K);
            system.linear.C.prune(0.0);
            const time::LinearKernel kernel(system.linear);
            EXPECT_EQ(kernel.banded(), ends == 0);
            EXPECT_EQ(kernel.damped(), damping != 0);
            linalg::PaddedVector q = kernel.vector(), v = kernel.vector();
            for (int i = 0; i < n; ++i) {
                q[i] = std::sin(1 + 0.7 * i);
                v[i] = std::cos(0.3 * i);
            }
            const Vector x = q.vector(), y = v.vector(), begin = Vector::LinSpaced(n, -1, 2);
            Vector r = begin;
            kernel.subtract_forces(v, q, r.data());
            EXPECT_LT((r - (begin - C * y - K * x)).lpNorm<Eigen::Infinity>(), 1e-13 * 80);
            EXPECT_NEAR(kernel.damping_work(q, v), x.dot(C * y), 1e-13 * 9 * n);
            EXPECT_NEAR(kernel.kinetic_energy(v), 0.5 * y.dot(M * y), 1e-13 * 20 * n);
            EXPECT_NEAR(kernel.strain_energy(q), 0.5 * x.dot(K * x), 1e-13 * 50 * n);
            for (const auto& [m, c, k] : {std::array{1.3, 0.4, 0.2}, std::array{1.3, 0.0, 0.0}, std::array{0.7, 0.0, 0.5}}) {
                const Matrix A = m * M + c * C + k * K;
                Vector solved = A * x;
                kernel.factor(m, c, k).solve_in_place(solved.data());
                EXPECT_LT((solved - x).lpNorm<Eigen::Infinity>(), 1e-13) << m << ' ' << c << ' ' << k;
            }
        }
    }
}

}  // namespace
}  // namespace jounce::linear_kernel_test
