// Eigenpairs of chains that are held in linear combinations of their masses: closed forms, a dense null space, and the count.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/eigen/constrained_eigen.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

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

// Unknowns fixed in the factor are constraints of one entry: a banded chain (closed form), and a large grid in blocks, each with
// one more row that is a combination. The other way is that of the factor of the free structure with rows only.
TEST(ConstrainedPairs, UnknownsThatTheFactorFixesAreRowsOfOneEntry) {
    const auto fixed = [](std::vector<int> at) { return std::make_shared<const std::vector<int>>(std::move(at)); };
    const int n = 300;
    const SparseMatrix chain = spring_chain(n, false), one = identity(n);
    const Pencil pencil(chain, one);
    const FixedUnknowns first = fixed({0});
    for (const double shift : {0.0, -1e-3}) {  // held, the chain needs no shift
        const EigenPairs pairs = lowest_constrained_pairs(pencil, pencil.factor(shift, first), shift, SparseMatrix(n, 0), 8);
        Matrix rows = Matrix::Zero(n, 1);
        rows(0, 0) = 1;
        expect_sound(one, rows, pairs);
        for (int k = 0; k < 8; ++k) {
            const double exact = 4 * std::pow(std::sin((2 * k + 1) * std::numbers::pi / (2 * (2 * n - 1))), 2);
            EXPECT_NEAR(pairs.values[k], exact, 1e-13) << shift << ": " << k;
        }
        EXPECT_EQ(constrained_below(pencil, SparseMatrix(n, 0), 0.5 * (pairs.values[4] + pairs.values[5]), first), 5);
    }

    const int side = 150, size = side * side;
    Matrix rows = Matrix::Zero(size, 3);
    rows(40 * side + 40, 0) = rows(100 * side + 20, 1) = 1;
    rows(70 * side + 90, 2) = 1;
    rows(30 * side + 90, 2) = -1;
    rows(40 * side + 40, 2) = 5;  // of a fixed unknown: without effect
    const SparseMatrix M = identity(size);
    const Search search(spring_grid(side), M, -1e-4);
    const EigenPairs reference = search.lowest(rows, 10);
    const FixedUnknowns two = fixed({40 * side + 40, 100 * side + 20});
    const EigenPairs pairs =
        lowest_constrained_pairs(search.pencil, search.pencil.factor(0, two), 0, rows.rightCols(1).sparseView(), 10);
    rows(40 * side + 40, 2) = 0;
    expect_sound(M, rows, pairs);
    ASSERT_EQ(pairs.values.size(), reference.values.size());
    EXPECT_LT((pairs.values - reference.values).cwiseAbs().maxCoeff(), 1e-13);
}

// The matrix without the fixed unknowns, against its dense inverse: a band, and a sparse factor in another order.
TEST(PencilFactor, LeavesFixedUnknownsOut) {
    for (const int side : {1, 34}) {
        const int n = side == 1 ? 90 : side * side;
        const SparseMatrix K = side == 1 ? spring_chain(n, true) : spring_grid(side), M = identity(n);
        const Pencil pencil(K, M);
        const auto fixed = std::make_shared<const std::vector<int>>(std::vector<int>{3, 17, n - 2});
        const PencilFactor factored = pencil.factor(0.01, fixed);
        Matrix x = Matrix::Random(n, 5);
        Matrix A = Matrix(K) - 0.01 * Matrix(M), right = x;
        for (const int i : *fixed) {
            A.row(i).setZero();
            A.col(i).setZero();
            A(i, i) = 1;
            right.row(i).setZero();
        }
        const Matrix exact = solve_square(A, right);
        EXPECT_LT((factored.solve(x) - exact).cwiseAbs().maxCoeff(), 1e-11 * exact.cwiseAbs().maxCoeff()) << n;
        EXPECT_LT((factored.solve(Matrix(x.leftCols(1))) - exact.leftCols(1)).cwiseAbs().maxCoeff(),
                  1e-11 * exact.cwiseAbs().maxCoeff())
            << n;
        EXPECT_EQ(factored.negative_pivots(), (symmetric_values(A).array() < 0).count()) << n;
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
