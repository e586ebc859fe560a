// Products A^T B A in two passes, a pattern and then its numbers, beside those in one.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/reduction/congruent.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "linalg/sparse/ordering.hpp"

namespace jounce::test::congruent_test {
namespace {

constexpr int dofs = 18, coordinates = 11;

/// Symmetric but for rounding: one number is in one triangle only, another has the opposite sign in the other one, both for
/// coordinates of one dof each.
FullMatrix middle() {
    Matrix B = Matrix::Zero(dofs, dofs);
    for (int i = 0; i < dofs; ++i) {
        B(i, i) = 4 + 0.1 * i;
        if (i + 5 < dofs) B(i, i + 5) = B(i + 5, i) = -1 - 0.03 * i;
    }
    B(8, 10) = 1e-17;
    B(7, 9) = 1e-17;
    B(9, 7) = -1e-17;
    B(6, 8) = 0.5;
    B(8, 6) = 0.5 * (1 + 1e-15);
    SparseMatrix stored = B.sparseView(0, 0);
    FullMatrix out;
    out.make(nullptr, nullptr, stored);
    return out;
}

/// Most coordinates are dofs, some are several of them. \param order of the columns
SparseMatrix map(const std::vector<int>& order) {
    Matrix A = Matrix::Zero(dofs, coordinates);
    for (int j = 0; j < coordinates; ++j) A(j, order[static_cast<std::size_t>(j)]) = 1;
    for (int i = coordinates; i < dofs; ++i) A(i, order[static_cast<std::size_t>(i - coordinates)]) = 0.25 * i;
    return A.sparseView();
}

TEST(Congruent, InTwoPassesHasTheNumbersOfOne) {
    const FullMatrix B = middle();
    linalg::Ordering ordering;
    for (int j = 0; j < coordinates; ++j) ordering.new_of_old.push_back(4 * j % coordinates);
    ordering.old_of_new.resize(coordinates);
    std::vector<int> as_given(coordinates);
    for (int j = 0; j < coordinates; ++j) {
        as_given[static_cast<std::size_t>(j)] = j;
        ordering.old_of_new[static_cast<std::size_t>(ordering.new_of_old[static_cast<std::size_t>(j)])] = j;
    }
    const SparseMatrix once = congruent(B, map(as_given));
    linalg::Pattern pattern = congruent_pattern(B, map(as_given));
    for (int j = 0; j < coordinates; ++j)
        for (const int i : pattern.column(j)) EXPECT_TRUE(pattern.contains(j, i)) << i << ", " << j;
    SparseMatrix out;
    linalg::make_permuted(pattern, ordering, out);
    fill_congruent(B, map(ordering.new_of_old), out);
    ASSERT_EQ(out.nonZeros(), once.nonZeros()) << "numbers whose mean is zero are not stored";
    EXPECT_EQ((Matrix(out) - Matrix(linalg::permuted(once, ordering))).norm(), 0) << "the same bits";
    EXPECT_TRUE(is_symmetric(out));

    const Matrix A = Matrix(map(as_given)), exact = A.transpose() * Matrix(B.stored()) * A;
    EXPECT_LT((Matrix(once) - 0.5 * (exact + exact.transpose())).norm(), 1e-15 * exact.norm());
    EXPECT_NE((exact - exact.transpose()).norm(), 0) << "the negative control: both triangles differ";
}

}  // namespace
}  // namespace jounce::test::congruent_test
