// Products of columns with blocks of vectors, against those of whole matrices.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/basics/block_products.hpp"

#include <gtest/gtest.h>

#include "linalg/eigen/krylov_space.hpp"

extern "C" void omp_set_num_threads(int);  // <omp.h> is part of the compiler; clang-tidy does not find it
extern "C" int omp_get_max_threads(void);

namespace jounce::linalg::block_products_test {
namespace {

/// Rows that fill no part, one chunk and several; columns with and without whole packets and tiles. Entries of at most 1/2: a sum
/// of n products is exact to n/4 roundings of numbers below n/4.
TEST(BlockProducts, AreThoseOfTheMatrices) {
    for (const Eigen::Index n : {1, 7, 255, 9000})
        for (const Eigen::Index k : {0, 1, 5, 26})
            for (const Eigen::Index c : {1, 3, 8, 9, 16, 27, 32}) {
                const Matrix basis = random_block(n, k);
                RowMatrix x = random_block(n + 1, c).bottomRows(n);
                const double round_off = 1e-16 * static_cast<double>(n + k);
                EXPECT_LE((shares_of(basis, x) - basis.transpose() * x).cwiseAbs().sum(), round_off * static_cast<double>(k * c))
                    << n << ' ' << k << ' ' << c;
                const RowMatrix shares = random_block(k + 1, c).bottomRows(k), before = x;
                subtract(basis, shares, x);
                EXPECT_LE((x - (before - basis * shares)).cwiseAbs().sum(), round_off * static_cast<double>(n * c))
                    << n << ' ' << k << ' ' << c;
                const RowMatrix y = random_block(n + 2, c).bottomRows(n);
                EXPECT_LE((gram(x, y) - x.transpose() * y).cwiseAbs().sum(), 100 * round_off * static_cast<double>(c * c));
                const Matrix Z = random_block(c, c);
                const RowMatrix exact = x * Z;
                multiply_block(x, Z);
                EXPECT_LE((x - exact).cwiseAbs().maxCoeff(), 1e-13) << n << ' ' << c;
            }
}

/// Some columns of a larger matrix, as a basis that has room for more.
TEST(BlockProducts, TakeSomeColumnsOfAMatrix) {
    const Matrix whole = random_block(500, 12);
    const RowMatrix x = random_block(501, 8).bottomRows(500);
    EXPECT_EQ(shares_of(whole.middleCols(3, 6), x), shares_of(Matrix(whole.middleCols(3, 6)), x));
}

TEST(BlockProducts, HaveTheSameBitsForAnyNumberOfThreads) {
    const Matrix basis = random_block(30000, 20);
    const RowMatrix x = random_block(30001, 11).bottomRows(30000);
    const int threads = omp_get_max_threads();
    RowMatrix first, first_rest;
    for (const int now : {1, 2, 3, 7}) {
        omp_set_num_threads(now);
        const RowMatrix shares = shares_of(basis, x);
        RowMatrix rest = x;
        subtract(basis, shares, rest);
        if (now == 1) {
            first = shares;
            first_rest = rest;
        }
        EXPECT_EQ(shares, first) << now;
        EXPECT_EQ(rest, first_rest) << now;
    }
    omp_set_num_threads(threads);
}

}  // namespace
}  // namespace jounce::linalg::block_products_test
