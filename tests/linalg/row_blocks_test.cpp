// Blocks of vectors that change in place: rows permuted, columns combined.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/basics/row_blocks.hpp"

#include <gtest/gtest.h>

#include "linalg/eigen/krylov_space.hpp"

namespace jounce::linalg::row_blocks_test {
namespace {

/// Cycles of every length, one of them of the row itself.
TEST(RowBlocks, PermuteTheirRowsInPlace) {
    const std::vector<int> from = {2, 0, 1, 3, 5, 4, 9, 6, 7, 8};
    const RowMatrix before = random_block(10, 3);
    RowMatrix x = before;
    permute_rows(x, from);
    for (int i = 0; i < 10; ++i) EXPECT_EQ(RowMatrix(x.row(i)), RowMatrix(before.row(from[static_cast<std::size_t>(i)]))) << i;
    std::vector<int> back(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) back[static_cast<std::size_t>(from[i])] = static_cast<int>(i);
    permute_rows(x, back);
    EXPECT_EQ(x, before);
}

/// More rows than a piece of those that threads share, a last square that is not full, and columns in the middle of a matrix.
TEST(RowBlocks, TakeColumnsAndGiveThemBack) {
    const Matrix all = random_block(2500, 9);
    RowMatrix x;
    to_rows(all.middleCols(2, 5), x);
    EXPECT_EQ(Matrix(x), Matrix(all.middleCols(2, 5)));
    x.row(2499).setConstant(7);
    Matrix back = all;
    to_columns(x, back.middleCols(2, 5));
    Matrix expected = all;
    expected.block(2499, 2, 1, 5).setConstant(7);
    EXPECT_EQ(back, expected);
    to_rows(all.leftCols(0), x);
    EXPECT_EQ(x.rows(), 2500);
    EXPECT_EQ(x.cols(), 0);
}

/// More rows than are taken together. Sums of four products in any order: a few roundings.
TEST(RowBlocks, AreMultipliedInPlace) {
    const RowMatrix before = random_block(3000, 4);
    const Matrix Z = random_block(4, 4);
    RowMatrix x = before;
    multiply(x, Z);
    EXPECT_LT((x - before * Z).cwiseAbs().maxCoeff(), 1e-15);
}

}  // namespace
}  // namespace jounce::linalg::row_blocks_test
