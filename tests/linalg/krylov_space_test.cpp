// Block Lanczos against closed forms of spring chains: multiple eigenvalues, restarts, spaces that end, dependent start vectors.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/eigen/krylov_space.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "linalg/samples.hpp"
#include "linalg/sparse/factorisation.hpp"

namespace jounce::linalg::krylov_space_test {
namespace {

using namespace jounce::tests;

/// F = K^-1 M of `copies` equal fixed chains: every eigenvalue 1 / lambda has that multiplicity.
struct Chains {
    Chains(int n, int copies)
        : K(repeated(spring_chain(n, true), copies)),
          M(identity(n * copies)),
          factored(Factorisation::sparse(K, Symmetry::symmetric)) {}
    [[nodiscard]] KrylovSpace::Inverse inverse() const {
        return [this](RowMatrix& x) { factored.solve_in_place(x); };
    }
    SparseMatrix K, M;
    Factorisation factored;
};

TEST(KrylovSpace, FindsEveryCopyOfAMultipleValue) {
    const int n = 200, copies = 4;
    const Chains chains(n, copies);
    KrylovSpace space(chains.M, chains.inverse(), random_block(n * copies, KrylovSpace::wide), 200);
    while (space.size() < 120) ASSERT_TRUE(space.extend());
    const KrylovSpace::Ritz ritz = space.ritz();
    for (int k = 0; k < 12; ++k) {
        const double exact = 1 / chain_eigenvalue(n, true, k / copies);
        EXPECT_LT(ritz.errors[k], 1e-11 * exact) << k;
        EXPECT_NEAR(ritz.values[k], exact, 1e-12 * exact) << k;
    }
    const Matrix y = space.vectors(ritz, 12);
    EXPECT_LT((y.transpose() * y - Matrix::Identity(12, 12)).cwiseAbs().maxCoeff(), 1e-13);
    // The error that the space reports is the residual: |F y - mu y|.
    RowMatrix image = y;
    chains.factored.solve_in_place(image);
    for (int k = 0; k < 12; ++k) EXPECT_LT((image.col(k) - ritz.values[k] * y.col(k)).norm(), 1e-10 * ritz.values[0]) << k;
    // In place of the basis: the same products in other pieces, and nothing is left.
    EXPECT_LT((space.take_vectors(ritz, 12) - y).cwiseAbs().maxCoeff(), 1e-14);
    EXPECT_EQ(space.size(), 0);
    EXPECT_FALSE(space.has_room());
    // Control: a single vector sees only one of the copies, until rounding brings in the others.
    KrylovSpace narrow(chains.M, chains.inverse(), random_block(n * copies, 1), 16);
    while (narrow.size() < 8) ASSERT_TRUE(narrow.extend());
    EXPECT_NEAR(narrow.ritz().values[1] * chain_eigenvalue(n, true, 1), 1, 0.01);
}

TEST(KrylovSpace, ConvergesThroughRestartsAsWellAsWithoutThem) {
    const int n = 900;
    const Chains chains(n, 1);
    KrylovSpace space(chains.M, chains.inverse(), random_block(n, 4), 40);
    for (int block = 0; block < 60; ++block) {
        space.extend();
        const KrylovSpace::Ritz ritz = space.ritz();
        if (!space.has_room()) space.restart(ritz, 16);
    }
    const KrylovSpace::Ritz ritz = space.ritz();
    for (int k = 0; k < 8; ++k)
        EXPECT_NEAR(ritz.values[k] * chain_eigenvalue(n, true, k), 1, 1e-12) << k;  // roundings of the largest value
}

TEST(KrylovSpace, EndsWhenItsSpaceIsInvariant) {
    const Chains chains(10, 1);
    KrylovSpace space(chains.M, chains.inverse(), random_block(10, 4), 40);
    int blocks = 1;
    while (space.extend()) ++blocks;
    EXPECT_EQ(space.size(), 10) << blocks << " blocks";
    const KrylovSpace::Ritz ritz = space.ritz();
    for (int k = 0; k < 10; ++k) EXPECT_NEAR(ritz.values[k] * chain_eigenvalue(10, true, k), 1, 1e-12) << k;
}

TEST(KrylovSpace, DropsDependentStartVectors) {
    const Chains chains(300, 1);
    RowMatrix start = random_block(300, 3), scaled(300, 9);
    scaled << start, start * 2.0, start.col(0) - start.col(2), start.col(1) * 1e-9, start.col(0) + start.col(1);
    KrylovSpace space(chains.M, chains.inverse(), scaled, 90);
    for (int block = 0; block < 20; ++block) space.extend();
    EXPECT_EQ(space.size(), 60);
    EXPECT_NEAR(space.ritz().values[0] * chain_eigenvalue(300, true, 0), 1, 1e-13);
    EXPECT_THROW(KrylovSpace(chains.M, chains.inverse(), RowMatrix::Zero(300, 2), 20), std::invalid_argument);
}

}  // namespace
}  // namespace jounce::linalg::krylov_space_test
