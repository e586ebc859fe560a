// Products with tall matrices in pieces of rows: the same sums, and the same bits on any number of threads.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/basics/tall_products.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <new>

#include "linalg/eigen/krylov_space.hpp"

namespace jounce::linalg::tall_products_test {
namespace {

/// More rows than a piece, and a last piece that is not full; enough work for several threads.
constexpr Eigen::Index rows = 70'001;

/// Entries are between -1/2 and 1/2: 70 001 products of 1/12 at most in the mean, summed in another order, differ by less than
/// n eps times their sum of magnitudes; a hundredth of that is typical.
TEST(TallProducts, AreThoseOfTheWholeMatrices) {
    const Matrix V = random_block(rows, 9), Z = random_block(9, 5);
    const RowMatrix x = random_block(rows, 5);
    EXPECT_LT((inner_products(V, x) - V.transpose() * x).cwiseAbs().maxCoeff(), 1e-10);
    EXPECT_LT((product_of(V, Z) - V * Z).cwiseAbs().maxCoeff(), 1e-15);
    RowMatrix left = x;
    subtract_product(left, V, Z);
    EXPECT_LT((left - (x - V * Z)).cwiseAbs().maxCoeff(), 1e-15);
    EXPECT_GT((left - x).cwiseAbs().maxCoeff(), 0.1);
}

TEST(TallProducts, NoColumnsChangeNothing) {
    const Matrix none(rows, 0);
    RowMatrix x = random_block(rows, 2);
    const RowMatrix before = x;
    subtract_product(x, none, inner_products(none, x));
    EXPECT_EQ(x, before);
}

/// Enough work for several threads; the fifth piece fails.
TEST(TallProducts, AnExceptionOfAPieceReachesTheCaller) {
    const auto fails = [](Eigen::Index first, Eigen::Index) {
        if (first > 4000) throw std::bad_alloc();
    };
    EXPECT_THROW(for_pieces(rows, 2 * shared_work, fails), std::bad_alloc);
    EXPECT_THROW(for_pieces(rows, 0, fails), std::bad_alloc) << "on one thread";
    EXPECT_NO_THROW(for_pieces(4000, 2 * shared_work, fails)) << "the negative control";
}

TEST(TallProducts, ThreadsChangeNoBit) {
    const Matrix V = random_block(rows, 24), Z = random_block(24, 24);
    const RowMatrix x = random_block(rows, 24);
    const int usual = omp_get_max_threads();
    Matrix inner, product;
    for (const int threads : {1, 2, 5}) {
        omp_set_num_threads(threads);
        const Matrix now = inner_products(V, x);
        Matrix in_place = V;
        multiply(in_place, Z);
        if (inner.size() == 0) inner = now;
        if (product.size() == 0) product = in_place;
        EXPECT_EQ(now, inner) << threads << " threads";
        EXPECT_EQ(in_place, product) << threads << " threads";
        EXPECT_EQ(product_of(V, Z), product) << threads << " threads";
    }
    omp_set_num_threads(usual);
}

}  // namespace
}  // namespace jounce::linalg::tall_products_test
