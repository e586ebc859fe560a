// Every factor against dense Eigen: solutions, inertia, singular rows, several columns, and that no solve allocates.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/sparse/factorisation.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

#include "linalg/banded/banded_ldlt.hpp"
#include "linalg/dense/dense.hpp"
#include "linalg/samples.hpp"
#include "support/malloc_count.hpp"

namespace jounce::linalg::factorisation_test {
namespace {

using namespace jounce::tests;

// Diagonally dominant matrices have condition numbers below 10, so a solution keeps all but a digit or two: 1e-13.
constexpr double tolerance = 1e-13;

double condition_of(const SparseMatrix& a) {
    const Vector values = singular_values(a).values;
    return values[0] / values[values.size() - 1];
}

/// Largest error of a solution. Around the values stand NaNs: a solve that reads beyond its ends, be it with a coefficient of
/// zero, spoils its answer.
double solution_error(const SparseMatrix& a, const Factorisation& factored) {
    const int n = static_cast<int>(a.rows()), guard = 20;
    const Vector right = random_vector(n, 9);
    Vector x = Vector::Constant(n + 2 * guard, std::numeric_limits<double>::quiet_NaN());
    x.segment(guard, n) = right;
    factored.solve_in_place(x.data() + guard);
    EXPECT_TRUE(x.head(guard).array().isNaN().all() && x.tail(guard).array().isNaN().all());
    const Vector error = (x.segment(guard, n) - solve_square(a, right)).cwiseAbs();
    return error.array().isNaN().any() ? std::numeric_limits<double>::infinity() : error.maxCoeff();
}

TEST(BandedLdlt, SolvesAtEverySizeAndWidth) {
    for (int b = 0; b <= 15; ++b)
        for (const int n : {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 24, 25, 26, 27, 28, 29, 30, 31, 42, 67, 100, 101}) {
            const SparseMatrix a = random_band(n, b, true, 2 * b + 2, 1);
            const Factorisation factored = Factorisation::banded(a, Symmetry::symmetric, b);
            EXPECT_LE(solution_error(a, factored), tolerance) << "n " << n << ", half bandwidth " << b;
            EXPECT_EQ(factored.negative_pivots(), 0);
            EXPECT_EQ(factored.kind(), FactorKind::banded_ldlt);
        }
}

TEST(BandedLdlt, BothEndsAndOneEndAgree) {
    const SparseMatrix a = random_band(77, 4, true, 10, 1);
    const Vector right = random_vector(77, 2);
    Vector x = right, y = right;
    BandedLdlt(a, 4, true).solve_in_place(x.data());
    BandedLdlt(a, 4, false).solve_in_place(y.data());
    EXPECT_LE((x - y).cwiseAbs().maxCoeff(), tolerance);
}

TEST(SparseLdlt, SolvesWithAndWithoutFill) {
    for (const int side : {1, 2, 5, 20}) {
        const SparseMatrix grid = spring_grid(side) + 2 * identity(side * side);
        EXPECT_LE(solution_error(grid, Factorisation::sparse(grid, Symmetry::symmetric)), tolerance);
    }
}

TEST(BandedLu, SolvesAndPivots) {
    for (int b = 0; b <= 15; ++b)
        for (const int n : {1, 2, 3, 5, 17, 42}) {
            // Off-diagonal dominant: without interchanges the solution would be wrong, not just inaccurate.
            SparseMatrix a = random_band(n, b, false, 0, 3 + b);
            if (b > 0 && n > 2) a.coeffRef(0, 0) = 0;
            const double condition = condition_of(a);
            const Factorisation factored = Factorisation::banded(a, Symmetry::unsymmetric, b);
            EXPECT_LE(solution_error(a, factored), 1e-14 * condition * condition) << "n " << n << ", half bandwidth " << b;
        }
}

TEST(SparseLu, SolvesUnsymmetricPatterns) {
    SparseMatrix a = random_band(60, 4, false, 0, 11);
    a.coeffRef(0, 59) = 3;
    a.coeffRef(40, 2) = -2;
    const double condition = condition_of(a);
    EXPECT_LE(solution_error(a, Factorisation::sparse(a, Symmetry::unsymmetric)), 1e-14 * condition * condition);
    EXPECT_LE(solution_error(identity(1), Factorisation::sparse(identity(1), Symmetry::unsymmetric)), 0);
}

// The inertia of K - s I of a chain is known from its closed-form spectrum: every count must match, by either factor.
TEST(Inertia, CountsTheEigenvaluesOfAChain) {
    const int n = 30;
    const SparseMatrix chain = spring_chain(n, true);
    for (int k = 0; k <= n; ++k) {
        const double low = k == 0 ? -0.1 : chain_eigenvalue(n, true, k - 1);
        const double high = k == n ? 4.1 : chain_eigenvalue(n, true, k);
        const SparseMatrix shifted = chain - (0.4 * low + 0.6 * high) * identity(n);
        EXPECT_EQ(Factorisation::banded(shifted, Symmetry::symmetric, 1).negative_pivots(), k);
        EXPECT_EQ(Factorisation::sparse(shifted, Symmetry::symmetric).negative_pivots(), k);
    }
    EXPECT_THROW(Factorisation::banded(chain, Symmetry::unsymmetric, 1).negative_pivots(), std::logic_error);
}

int singular_row(const SparseMatrix& a, Symmetry symmetry, int half_bandwidth) {
    try {
        (void)(half_bandwidth < 0 ? Factorisation::sparse(a, symmetry) : Factorisation::banded(a, symmetry, half_bandwidth));
    } catch (const SingularMatrix& singular) {
        return singular.row;
    }
    return -1;
}

TEST(Singular, AnUnknownWithoutStiffnessIsNamed) {
    SparseMatrix a = random_band(23, 2, true, 10, 1);
    const int loose = 14;
    a.prune([](int i, int j, double) { return i != loose && j != loose; });
    for (const Symmetry symmetry : {Symmetry::symmetric, Symmetry::unsymmetric})
        for (const int b : {2, -1}) EXPECT_EQ(singular_row(a, symmetry, b), loose) << b;
}

TEST(Singular, NanIsNamed) {
    SparseMatrix a = identity(9);
    a.coeffRef(5, 5) = std::numeric_limits<double>::quiet_NaN();
    for (const Symmetry symmetry : {Symmetry::symmetric, Symmetry::unsymmetric})
        for (const int b : {0, -1}) EXPECT_EQ(singular_row(a, symmetry, b), 5) << b;
}

// A free chain is singular as a whole: the pivot that cancels is the last one eliminated, whatever its exact bits. Springs of
// 0.1 make the sums inexact, so the pivot is rounding, not zero.
TEST(Singular, AFloatingChainIsNotSolved) {
    const SparseMatrix a = 0.1 * spring_chain(12, false) * 3;
    for (const int b : {1, -1}) EXPECT_GE(singular_row(a, Symmetry::symmetric, b), 0) << b;
    EXPECT_GE(singular_row(a, Symmetry::unsymmetric, 1), 0);
    // Control: the weakest support makes it regular, and the ratio says how many digits that costs.
    const SparseMatrix held = a + 1e-8 * identity(12);
    const Factorisation factored = Factorisation::banded(held, Symmetry::symmetric, 1);
    EXPECT_LT(factored.smallest_pivot_ratio(), 1e-6);
    EXPECT_GT(factored.smallest_pivot_ratio(), 1e-9);
}

TEST(Factorisation, RefusesWhatDoesNotFit) {
    EXPECT_THROW(Factorisation::banded(random_band(9, 3, true, 9, 1), Symmetry::symmetric, 2), std::invalid_argument);
    EXPECT_THROW(Factorisation::banded(random_band(9, 3, false, 9, 1), Symmetry::unsymmetric, 2), std::invalid_argument);
    EXPECT_THROW(Factorisation::sparse(SparseMatrix(3, 4), Symmetry::symmetric), std::invalid_argument);
    EXPECT_THROW((void)Factorisation::sparse(identity(3), Symmetry::symmetric).solve(Matrix(4, 1)), std::invalid_argument);
    EXPECT_TRUE(Factorisation().empty());
}

TEST(Factorisation, CopiesShareAndSeveralColumnsSolve) {
    const SparseMatrix a = random_band(20, 3, true, 8, 1);
    Factorisation copy;
    EXPECT_EQ(copy.size(), 0);
    {
        const Factorisation factored = Factorisation::banded(a, Symmetry::symmetric, 3);
        copy = factored;
    }
    EXPECT_EQ(copy.size(), 20);
    EXPECT_LE((copy.solve(Matrix(a)) - Matrix::Identity(20, 20)).cwiseAbs().maxCoeff(), tolerance);
}

TEST(Factorisation, NoSolveAllocates) {
    const SparseMatrix grid = spring_grid(12), band = random_band(144, 3, false, 9, 1);
    const Factorisation all[] = {
        Factorisation::banded(spring_chain(144, true), Symmetry::symmetric, 1),
        Factorisation::banded(grid, Symmetry::symmetric, 12),
        Factorisation::banded(grid, Symmetry::symmetric, 40),
        Factorisation::sparse(grid, Symmetry::symmetric),
        Factorisation::banded(band, Symmetry::unsymmetric, 3),
        Factorisation::sparse(band, Symmetry::unsymmetric),
    };
    Vector x = random_vector(144, 2);
    for (const Factorisation& factored : all) EXPECT_EQ(mallocs_in([&] { factored.solve_in_place(x.data()); }), 0);
    EXPECT_EQ(mallocs_in([&] { (void)all[0].solve(x); }) > 0, mallocs_are_counted);  // control
}

}  // namespace
}  // namespace jounce::linalg::factorisation_test
