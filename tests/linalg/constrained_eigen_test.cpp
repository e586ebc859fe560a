// Eigenpairs of chains that are held in linear combinations of their masses: closed forms, a dense null space, and the count.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/eigen/constrained_eigen.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <utility>

#include "linalg/dense/dense.hpp"
#include "linalg/samples.hpp"

namespace jounce::linalg::constrained_eigen_test {
namespace {

using namespace jounce::tests;

struct Search {
    SparseMatrix K, M;  // the pencil refers to them
    Pencil pencil;
    PencilFactor factored;
    double shift;

    Search(SparseMatrix stiffness, SparseMatrix mass, double s)
        : K(std::move(stiffness)), M(std::move(mass)), pencil(K, M), factored(pencil.factor(s)), shift(s) {}
    Search(const Search&) = delete;
    [[nodiscard]] EigenPairs lowest(const Matrix& rows, int count) const {
        return lowest_constrained_pairs(pencil, factored, shift, rows.sparseView(), count);
    }
};

/// Independent of the sparse factor: the pencil projected on the null space of the rows, all of it dense.
Vector by_null_space(const SparseMatrix& K, const SparseMatrix& M, const Matrix& rows) {
    const Matrix Z = complement(rows);
    return symmetric_pairs(Z.transpose() * (K * Z), Z.transpose() * (M * Z)).value().values;
}

void expect_sound(const SparseMatrix& M, const Matrix& rows, const EigenPairs& pairs) {
    EXPECT_TRUE(pairs.complete()) << pairs.counted_below << " below " << pairs.bound << ", " << pairs.values.size() << " found";
    EXPECT_LE(pairs.residuals.maxCoeff(), 1e-12);
    EXPECT_LE((rows.transpose() * pairs.vectors).cwiseAbs().maxCoeff(), 1e-13 * rows.norm());
    const Matrix gram = pairs.vectors.transpose() * (M * pairs.vectors);
    EXPECT_LE((gram - Matrix::Identity(gram.rows(), gram.cols())).cwiseAbs().maxCoeff(), 1e-12);
}

// A free chain of n masses held at its first one is one of n - 1 masses, fixed at one end: 2 - 2 cos((2k + 1) pi/(2n - 1)).
TEST(ConstrainedPairs, AChainHeldAtItsEndHasItsClosedForm) {
    for (const int n : {40, 300}) {  // dense, Lanczos
        Matrix rows = Matrix::Zero(n, 1);
        rows(0, 0) = 1;
        const SparseMatrix K = spring_chain(n, false);
        const EigenPairs pairs = Search(K, identity(n), -1e-3).lowest(rows, 8);
        expect_sound(identity(n), rows, pairs);
        ASSERT_EQ(pairs.values.size(), 8);
        for (int k = 0; k < 8; ++k) {
            const double exact = 4 * std::pow(std::sin((2 * k + 1) * std::numbers::pi / (2 * (2 * n - 1))), 2);
            EXPECT_NEAR(pairs.values[k], exact, 1e-13) << n << ": " << k;
        }
        // Control: the free chain has a zero there.
        EXPECT_LT(lowest_eigenpairs(K, identity(n), 1).values[0], 1e-12);
    }
}

// Means over stretches, and a difference of two masses: no unknown can be struck out for them.
TEST(ConstrainedPairs, LinearCombinationsAgreeWithADenseNullSpace) {
    for (const int n : {60, 260}) {
        const SparseMatrix K = spring_chain(n, false);
        SparseMatrix M = identity(n);
        for (int i = 0; i < n; ++i) M.coeffRef(i, i) = 1 + 0.3 * std::sin(i);
        Matrix rows = Matrix::Zero(n, 3);
        rows.col(0).head(n / 3).setConstant(3.0 / n);
        rows.col(1).tail(n / 4).setConstant(4.0 / n);
        rows(n / 2, 2) = 1;
        rows(n / 2 + 5, 2) = -1;
        const EigenPairs pairs = Search(K, M, -1e-3).lowest(rows, 12);
        expect_sound(M, rows, pairs);
        const Vector reference = by_null_space(K, M, rows);
        for (int k = 0; k < 12; ++k) EXPECT_NEAR(pairs.values[k], reference[k], 1e-12) << n << ": " << k;
    }
}

// Two equal chains, each held at its first mass: every value is double, and both vectors are found. Held in the sum only,
// what the chains do against each other stays free.
TEST(ConstrainedPairs, DoubleValuesAreFoundTwice) {
    const int n = 150;
    const SparseMatrix K = repeated(spring_chain(n, false), 2);
    const SparseMatrix M = identity(2 * n);
    Matrix rows = Matrix::Zero(2 * n, 2);
    rows(0, 0) = rows(1, 1) = 1;
    const EigenPairs both = Search(K, M, -1e-3).lowest(rows, 6);
    expect_sound(M, rows, both);
    ASSERT_EQ(both.values.size(), 6);
    for (int k = 0; k < 6; ++k) {
        const double exact = 4 * std::pow(std::sin((2 * (k / 2) + 1) * std::numbers::pi / (2 * (2 * n - 1))), 2);
        EXPECT_NEAR(both.values[k], exact, 1e-13) << k;
    }
    const Matrix sum = rows.rowwise().sum();
    const EigenPairs one = Search(K, M, -1e-3).lowest(sum, 6);
    expect_sound(M, sum, one);
    EXPECT_NEAR(one.values[0], 0, 1e-12);  // the chains against each other, rigidly
    EXPECT_NEAR(one.values[1], both.values[0], 1e-13);
}

// A node of a square grid on its diagonal does not move in the modes that are antisymmetric about that diagonal: held or not,
// their values are those of the free grid. Control: the lowest value, of a symmetric mode, rises.
TEST(ConstrainedPairs, ALargeGridHeldOnItsDiagonalKeepsItsAntisymmetricModes) {
    const int side = 150;
    Matrix rows = Matrix::Zero(side * side, 1);
    rows(40 * side + 40, 0) = 1;
    const SparseMatrix M = identity(side * side);
    const EigenPairs pairs = Search(spring_grid(side), M, -1e-4).lowest(rows, 12);
    expect_sound(M, rows, pairs);
    int antisymmetric = 0;
    for (int a = 0; a < 8; ++a)
        for (int b = 0; b < a; ++b) {
            const double exact = chain_eigenvalue(side, true, a) + chain_eigenvalue(side, true, b);
            if (exact > pairs.values[pairs.values.size() - 1]) continue;
            ++antisymmetric;
            EXPECT_LT((pairs.values.array() - exact).abs().minCoeff(), 1e-13) << a << ", " << b;
        }
    EXPECT_GE(antisymmetric, 4);
    EXPECT_GT(pairs.values[0], 1.001 * 2 * chain_eigenvalue(side, true, 0));
}

TEST(ConstrainedPairs, TheCountIsThatOfTheHeldStructure) {
    const int n = 200;
    Matrix rows = Matrix::Zero(n, 2);
    rows(0, 0) = rows(n - 1, 1) = 1;
    const SparseMatrix K = spring_chain(n, false), M = identity(n);
    const Pencil pencil(K, M);
    // Held at both ends it is the fixed chain of n - 2.
    for (const int k : {1, 5, 17}) {
        const double between = 0.5 * (chain_eigenvalue(n - 2, true, k - 1) + chain_eigenvalue(n - 2, true, k));
        EXPECT_EQ(constrained_below(pencil, rows.sparseView(), between), k);
        EXPECT_EQ(pencil.count_below(between).below, k + 1) << "control: the free one";
    }
}

TEST(ConstrainedPairs, FewerThanAskedForAndWrongInput) {
    const SparseMatrix K = spring_chain(5, true);
    const Search search(K, identity(5), -0.1);
    Matrix rows = Matrix::Zero(5, 2);
    rows(0, 0) = rows(4, 1) = 1;
    EXPECT_EQ(search.lowest(rows, 10).values.size(), 3);
    EXPECT_THROW((void)search.lowest(rows, 0), std::invalid_argument);
    EXPECT_THROW((void)search.lowest(Matrix::Identity(5, 5), 1), std::invalid_argument);
    EXPECT_THROW((void)search.lowest(Matrix::Ones(5, 2), 1), std::invalid_argument);
}

}  // namespace
}  // namespace jounce::linalg::constrained_eigen_test
