// The engine of the component in one process: solutions, counts and eigenpairs of a chain with a closed form.
// SPDX-License-Identifier: BSD-3-Clause
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "linalg/basics/singular_matrix.hpp"
#include "linalg/eigen/eigen.hpp"
#include "linalg/eigen/pencil.hpp"
#include "linalg/eigen/shift_invert.hpp"

namespace jounce::test::engine_test {
namespace {

using linalg::Matrix;
using linalg::SparseMatrix;
using linalg::Vector;

linalg::Engine* make(bool iterative) {
    void* library = ::dlopen(JOUNCE_COMPONENT, RTLD_NOW | RTLD_GLOBAL);
    if (library == nullptr) throw std::runtime_error(::dlerror());
    return reinterpret_cast<linalg::Engine* (*)(bool)>(::dlsym(library, "jounce_make_engine"))(iterative);
}

/// PETSc is started once; the engine of an iteration needs no second start.
const linalg::Engine& direct() {
    static const linalg::Engine* engine = make(false);
    return *engine;
}

/// Springs of stiffness 1 between n masses of 1; both ends of the chain are free or held by further springs.
SparseMatrix chain(int n, bool held) {
    SparseMatrix K(n, n);
    std::vector<Eigen::Triplet<double>> entries;
    for (int i = 0; i < n; ++i) {
        const bool end = i == 0 || i + 1 == n;
        entries.emplace_back(i, i, end && !held ? 1 : 2);
        if (i + 1 < n) {
            entries.emplace_back(i, i + 1, -1);
            entries.emplace_back(i + 1, i, -1);
        }
    }
    K.setFromTriplets(entries.begin(), entries.end());
    return K;
}

SparseMatrix identity(int n) {
    SparseMatrix M(n, n);
    M.setIdentity();
    return M;
}

/// lambda_k = 4 sin^2(k pi / (2 n)), k = 0, 1, ... of the free chain; k from 1 and n + 1 in place of n for the held one.
double eigenvalue(int n, int k, bool held) {
    const double s = std::sin((held ? k + 1 : k) * std::numbers::pi / (2 * (held ? n + 1 : n)));
    return 4 * s * s;
}

TEST(Engine, SolvesManyColumns) {
    const int n = 300;
    const SparseMatrix K = chain(n, true), M = identity(n);
    const auto factor = direct().factor(K, M, 0.5);
    for (const int columns : {1, 2, 64, 131}) {  // one, one block, several blocks
        Matrix x(n, columns);
        for (int j = 0; j < columns; ++j)
            for (int i = 0; i < n; ++i) x(i, j) = std::cos(0.1 * i + j);
        Matrix f = K * x - 0.5 * x;
        factor->solve_in_place(f);
        EXPECT_LT((f - x).norm(), 1e-10 * x.norm()) << columns;  // K - 0.5 M has a condition of about 4/1e-3
    }
}

TEST(Engine, CountsEigenvaluesBelowAShift) {
    const int n = 200;
    const SparseMatrix K = chain(n, false), M = identity(n);
    for (const int k : {0, 1, 7, 100, 199}) {
        const double between = k == 0 ? -0.1 : 0.5 * (eigenvalue(n, k - 1, false) + eigenvalue(n, k, false));
        EXPECT_EQ(direct().factor(K, M, between)->negative_pivots(), k);
    }
}

TEST(Engine, FindsTheLowestPairsOfAFreeAndOfAHeldChain) {
    const int n = 400;
    for (const bool held : {false, true}) {
        const SparseMatrix K = chain(n, held), M = identity(n);
        const linalg::EigenPairs pairs = linalg::lowest_eigenpairs(K, M, 12, {}, linalg::MassMatrix::positive_definite,
                                                                   linalg::SearchFactor::released, &direct());
        EXPECT_TRUE(pairs.complete());
        ASSERT_GE(pairs.values.size(), 12);
        // Rounding of K relative to the shift, which is about 0.03 of the twelfth value: 4 eps / 2e-4.
        for (int k = 0; k < 12; ++k) EXPECT_NEAR(pairs.values[k], eigenvalue(n, k, held), 1e-11 * eigenvalue(n, 11, held)) << k;
        EXPECT_LT((pairs.vectors.transpose() * pairs.vectors - Matrix::Identity(pairs.values.size(), pairs.values.size())).norm(),
                  1e-10);
        EXPECT_LT(pairs.residuals.maxCoeff(), 1e-13);
    }
}

/// (K^-1)_ij = i (n + 1 - j)/(n + 1) for i <= j, counted from 1, of the held chain; the number of values below a bound in closed
/// form.
TEST(Engine, CountsBelowABoundAndGivesCompliances) {
    const int n = 250;
    const SparseMatrix K = chain(n, true), M = identity(n);
    const linalg::Pencil pencil(K, M, linalg::MassMatrix::positive_definite, &direct());
    for (const int k : {0, 1, 20, 249})
        EXPECT_EQ(pencil.count_below(k == 0 ? 1e-6 : 0.5 * (eigenvalue(n, k - 1, true) + eigenvalue(n, k, true))).below, k);
    const std::vector<int> at = {3, 100, 101, 250};
    SparseMatrix rows(n, static_cast<Eigen::Index>(at.size()));
    for (std::size_t j = 0; j < at.size(); ++j) rows.insert(at[j] - 1, static_cast<Eigen::Index>(j)) = 2;
    rows.makeCompressed();
    const Matrix found = pencil.factor(0).compliance(rows);
    for (std::size_t i = 0; i < at.size(); ++i)
        for (std::size_t j = 0; j < at.size(); ++j) {
            const double low = std::min(at[i], at[j]), high = std::max(at[i], at[j]);
            const double exact = 4 * low * (n + 1 - high) / (n + 1);
            // The condition of K is 2.5e4.
            EXPECT_NEAR(found(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) / exact, 1, 1e-10)
                << at[i] << " " << at[j];
        }
}

/// Two equal chains: every value is double, and single-vector iterations see one vector of each until rounding mixes them.
TEST(Engine, FindsBothVectorsOfDoubleValues) {
    const int n = 150;
    const SparseMatrix one = chain(n, true);
    SparseMatrix K(2 * n, 2 * n);
    std::vector<Eigen::Triplet<double>> entries;
    for (int j = 0; j < n; ++j) {
        for (SparseMatrix::InnerIterator it(one, j); it; ++it) {
            entries.emplace_back(it.row(), j, it.value());
            entries.emplace_back(n + it.row(), n + j, it.value());
        }
    }
    K.setFromTriplets(entries.begin(), entries.end());
    const SparseMatrix M = identity(2 * n);
    const linalg::EigenPairs pairs =
        linalg::lowest_eigenpairs(K, M, 9, {}, linalg::MassMatrix::positive_definite, linalg::SearchFactor::released, &direct());
    EXPECT_TRUE(pairs.complete());
    ASSERT_EQ(pairs.values.size(), 10) << "the list ends at a gap";
    for (int k = 0; k < 10; ++k) EXPECT_NEAR(pairs.values[k] / eigenvalue(n, k / 2, true), 1, 1e-9) << k;
}

TEST(Engine, AnInterruptLeavesTheIteration) {
    const int n = 400, asked = 10;
    const SparseMatrix K = chain(n, true), M = identity(n);
    const auto factor = direct().factor(K, M, -1e-3);
    struct Interrupted {};
    int calls = 0;
    const auto proceed = [&](const Stage&) {
        if (++calls == 5) throw Interrupted();
    };
    EXPECT_THROW((void)factor->pairs_above(K, M, -1e-3, Matrix(n, 0), asked, proceed), Interrupted);
    EXPECT_EQ(calls, 5);
    EXPECT_EQ(factor->pairs_above(K, M, -1e-3, Matrix(n, 0), asked, {}).values.size(), asked) << "and the engine remains usable";
}

TEST(Engine, SaysWhatItIs) {
    EXPECT_TRUE(direct().counts());
    EXPECT_TRUE(direct().text().starts_with("PETSc 3.")) << direct().text();
    EXPECT_TRUE(direct().text().ends_with("on 1 rank")) << direct().text();
}

}  // namespace
}  // namespace jounce::test::engine_test
