// Sums of element matrices against the dense sum: symmetric and other elements, dofs that occur twice, empty columns, memory of
// zeros.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/builder/element_matrices.hpp"

#include <gtest/gtest.h>

#include <random>

namespace jounce::element_matrices_test {
namespace {

TEST(ElementMatrices, SumIsThatOfTheDenseMatrices) {
    std::mt19937 random(7);
    std::uniform_int_distribution<int> dof(0, 39);  // 40 to 44 stay empty
    std::uniform_real_distribution<double> number(-1, 1);
    ElementMatrices matrices;
    Matrix expected = Matrix::Zero(45, 45);
    for (int e = 0; e < 60; ++e) {
        std::vector<int> dofs(1 + e % 7);
        for (int& d : dofs) d = dof(random);  // some twice in one element
        const auto size = static_cast<Eigen::Index>(dofs.size());
        Matrix element(size, size);
        for (double& value : element.reshaped()) value = number(random);
        if (e % 3 != 0) element = (element + element.transpose()).eval();
        if (e % 5 == 0) element.row(0).setZero();
        matrices.add(dofs, element);
        for (Eigen::Index j = 0; j < size; ++j)
            for (Eigen::Index i = 0; i < size; ++i) expected(dofs[i], dofs[j]) += element(i, j);
    }
    const SparseMatrix sum = matrices.sum(45);
    EXPECT_TRUE(sum.isCompressed());
    EXPECT_LT((Matrix(sum) - expected).cwiseAbs().maxCoeff(), 1e-14);  // up to 60 terms below 2
    for (int j = 0; j < 45; ++j)
        for (SparseMatrix::InnerIterator it(sum, j), last(sum, j); it; ++it) {
            EXPECT_GE(it.row(), last.row()) << "rows ascend";
            last = it;
        }
    EXPECT_EQ(sum.col(42).nonZeros(), 0);
}

// What differs from symmetry by more than rounding stays as it is; what differs by rounding becomes symmetric.
TEST(ElementMatrices, RoundingIsNoAsymmetry) {
    const std::vector<int> dofs = {0, 1};
    Matrix nearly(2, 2), not_symmetric(2, 2);
    nearly << 1, 0.3, std::nextafter(0.3, 1), 2;
    not_symmetric << 1, 0.3, 0.3 + 1e-12, 2;
    ElementMatrices first, second;
    first.add(dofs, nearly);
    second.add(dofs, not_symmetric);
    const SparseMatrix a = first.sum(2), b = second.sum(2);
    EXPECT_EQ(a.coeff(0, 1), a.coeff(1, 0));
    EXPECT_EQ(b.coeff(0, 1), 0.3);
    EXPECT_EQ(b.coeff(1, 0), 0.3 + 1e-12);
}

TEST(ElementMatrices, ZerosAreNotStoredInTheSum) {
    ElementMatrices matrices;
    matrices.add(std::vector<int>{2, 0}, Matrix{{5.0, 0.0}, {0.0, 0.0}});
    const SparseMatrix sum = matrices.sum(3);
    EXPECT_EQ(sum.nonZeros(), 1);
    EXPECT_EQ(sum.coeff(2, 2), 5);
    EXPECT_EQ(ElementMatrices().sum(4).nonZeros(), 0);
}

}  // namespace
}  // namespace jounce::element_matrices_test
