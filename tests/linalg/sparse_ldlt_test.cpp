// The multifrontal factor: inertia of indefinite grids against a closed form, dense answers, threads, rows of failures.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/sparse/sparse_ldlt.hpp"

#include <gtest/gtest.h>
#include <omp.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmath>
#include <fstream>
#include <numbers>
#include <stdexcept>

#include "base/messages/error.hpp"
#include "linalg/basics/singular_matrix.hpp"
#include "linalg/dense/dense.hpp"
#include "linalg/samples.hpp"
#include "linalg/sparse/elimination_tree.hpp"
#include "linalg/sparse/multifrontal.hpp"
#include "linalg/sparse/ordering.hpp"

namespace jounce::linalg::sparse_ldlt_test {
namespace {

using namespace jounce::tests;

/// The five-point operator on a grid of a x b, minus `shift`: eigenvalues 4 - 2 cos(i pi/(a+1)) - 2 cos(j pi/(b+1)) - shift.
SparseMatrix grid(int a, int b, double shift) {
    std::vector<Eigen::Triplet<double>> entries;
    const auto at = [a](int i, int j) { return j * a + i; };
    for (int j = 0; j < b; ++j)
        for (int i = 0; i < a; ++i) {
            entries.emplace_back(at(i, j), at(i, j), 4 - shift);
            if (i + 1 < a) entries.emplace_back(at(i, j), at(i + 1, j), -1.0), entries.emplace_back(at(i + 1, j), at(i, j), -1.0);
            if (j + 1 < b) entries.emplace_back(at(i, j), at(i, j + 1), -1.0), entries.emplace_back(at(i, j + 1), at(i, j), -1.0);
        }
    SparseMatrix matrix(a * b, a * b);
    matrix.setFromTriplets(entries.begin(), entries.end());
    return matrix;
}

/// The seven-point operator on a cube of side^3 points, plus 0.5: its factor grows as the power 4/3 of them.
SparseMatrix cube(int side) {
    std::vector<Eigen::Triplet<double>> entries;
    const auto at = [side](int i, int j, int k) { return (k * side + j) * side + i; };
    const auto join = [&](int a, int b) { entries.emplace_back(a, b, -1.0), entries.emplace_back(b, a, -1.0); };
    for (int k = 0; k < side; ++k)
        for (int j = 0; j < side; ++j)
            for (int i = 0; i < side; ++i) {
                entries.emplace_back(at(i, j, k), at(i, j, k), 6.5);
                if (i + 1 < side) join(at(i, j, k), at(i + 1, j, k));
                if (j + 1 < side) join(at(i, j, k), at(i, j + 1, k));
                if (k + 1 < side) join(at(i, j, k), at(i, j, k + 1));
            }
    SparseMatrix matrix(side * side * side, side * side * side);
    matrix.setFromTriplets(entries.begin(), entries.end());
    return matrix;
}

Ordering dissected(const SparseMatrix& matrix) { return nested_dissection(std::vector{std::cref(matrix)}); }

int below(int a, int b, double shift) {
    int count = 0;
    for (int i = 1; i <= a; ++i)
        for (int j = 1; j <= b; ++j)
            count += 4 - 2 * std::cos(i * std::numbers::pi / (a + 1)) - 2 * std::cos(j * std::numbers::pi / (b + 1)) < shift;
    return count;
}

TEST(SparseLdlt, InertiaOfGridsIsTheirNumberOfNegativeEigenvalues) {
    for (const auto& [a, b] : {std::pair{7, 5}, {40, 31}, {120, 90}}) {
        for (const double shift : {-1.0, 0.0123, 0.77, 1.31, 3.9, 5.55, 9.0}) {
            const SparseMatrix matrix = grid(a, b, shift);
            const SparseLdlt factor(permuted(matrix, dissected(matrix)));
            EXPECT_EQ(factor.negative_pivots(), below(a, b, shift)) << a << " x " << b << ", shift " << shift;
        }
    }
}

TEST(PivotsWithoutFactor, AreThoseOfTheFactorForAnyNumberOfThreads) {
    const SparseMatrix given = grid(150, 140, 0.77), matrix = permuted(given, dissected(given));  // large: cut into subtrees
    const OrderedSum sum(matrix);
    const auto nodes = std::make_shared<const std::vector<Supernode>>(supernodes(sum));
    const SparseLdlt factor(sum, nodes);
    const int usual = omp_get_max_threads();
    for (const int threads : {1, 2, 5}) {
        omp_set_num_threads(threads);
        const PivotRecord pivots = pivots_without_factor(sum, *nodes);
        EXPECT_EQ(pivots.negative, below(150, 140, 0.77)) << threads;
        EXPECT_EQ(pivots.smallest_ratio, factor.smallest_pivot_ratio()) << threads;
        EXPECT_EQ(pivots.smallest_row, factor.smallest_pivot_row()) << threads;
    }
    omp_set_num_threads(usual);
}

// The ratio by its definition, |d_i| / (|a_ii| + sum_j l_ij^2 |d_j|), from a dense L D L'.
TEST(SparseLdlt, RatioOfAPivotIsThatToTheTermsWhoseDifferenceItIs) {
    for (const double shift : {-1.0, 1.31, 3.9}) {
        const SparseMatrix given = grid(17, 13, shift), matrix = permuted(given, dissected(given));
        const SparseLdlt factor(matrix);
        Matrix A = matrix;
        Vector magnitudes = A.diagonal().cwiseAbs();
        double smallest = 1;
        for (Eigen::Index j = 0; j < A.rows(); ++j) {
            smallest = std::min(smallest, std::abs(A(j, j)) / magnitudes[j]);
            const Eigen::Index under = A.rows() - j - 1;
            const Vector column = A.col(j).tail(under) / A(j, j);
            magnitudes.tail(under) += column.cwiseAbs2() * std::abs(A(j, j));
            A.bottomRightCorner(under, under) -= column * A.col(j).tail(under).transpose();
        }
        EXPECT_LT(smallest, 0.7) << "terms cancel, so that the ratio says something";
        // Rounding of a pivot relative to its terms, amplified by the pivots before it.
        EXPECT_NEAR(factor.smallest_pivot_ratio() / smallest, 1, 1e-10) << shift;
    }
}

TEST(SparseLdlt, SolvesTheGridInAnyOrder) {
    const SparseMatrix matrix = grid(37, 29, -0.5);
    const int n = static_cast<int>(matrix.rows());
    const Vector right = random_vector(n, 3);
    const Vector expected = solve_square(matrix, right);
    Ordering identity;
    for (int i = 0; i < n; ++i) identity.old_of_new.push_back(i);
    identity.new_of_old = identity.old_of_new;
    for (const Ordering& ordering : {identity, dissected(matrix), minimum_degree(std::vector{std::cref(matrix)})}) {
        Vector x = permuted(Matrix(right), ordering).col(0);
        SparseLdlt(permuted(matrix, ordering)).solve_in_place(x.data());
        // Condition below 20: all but two of sixteen digits.
        EXPECT_LT((restored(Matrix(x), ordering).col(0) - expected).cwiseAbs().maxCoeff(),
                  1e-14 * 100 * expected.cwiseAbs().maxCoeff());
    }
}

// Dense matrices, whose columns are one block: one, and around the borders of the strips of 32 in which a block is stored. The
// diagonal, of both signs, exceeds the norm of the rest, so that its signs are those of the eigenvalues (Weyl), and no pivot is
// small.
TEST(SparseLdlt, SolvesDenseMatricesAcrossTheirStrips) {
    for (const int n : {1, 2, 31, 32, 33, 63, 64, 65, 95, 96, 97, 192, 193, 300}) {
        Matrix A = Matrix::Zero(n, n);
        int negative = 0;
        for (int i = 0; i < n; ++i) {
            const Vector row = random_vector(n, i + 1);
            A.row(i) += row / row.cwiseAbs().maxCoeff();
            A.col(i) += row / row.cwiseAbs().maxCoeff();
        }
        for (int i = 0; i < n; ++i) {
            const bool below = i % 3 == 1;
            A(i, i) = (below ? -8 : 8) * std::sqrt(n);
            negative += below ? 1 : 0;
        }
        const SparseMatrix matrix = A.sparseView();
        const SparseLdlt factor(matrix);
        EXPECT_EQ(factor.negative_pivots(), negative) << n;
        const Vector right = random_vector(n, 7);
        Vector x = right;
        factor.solve_in_place(x.data());
        EXPECT_LT((A * x - right).cwiseAbs().maxCoeff(), 1e-13) << n;
        RowMatrix many(n, 5);
        for (int j = 0; j < 5; ++j) many.col(j) = right * (j + 1);
        factor.solve_in_place(many);
        for (int j = 0; j < 5; ++j) EXPECT_LT((many.col(j) - x * (j + 1)).cwiseAbs().maxCoeff(), 1e-13) << n << ' ' << j;
    }
}

// Many right-hand sides pass through matrix products: another sequence of sums than one at a time, the same answers.
TEST(SparseLdlt, SolvesManyRightHandSidesAtOnce) {
    const SparseMatrix matrix = grid(60, 53, -0.5);
    const SparseMatrix moved = permuted(matrix, dissected(matrix));
    const SparseLdlt factor(moved);
    const int n = static_cast<int>(matrix.rows());
    for (const int count : {1, 2, 7, 64, 65}) {
        RowMatrix x(n, count);
        for (int j = 0; j < count; ++j) x.col(j) = random_vector(n, 10 + j);
        const Matrix right = x;
        factor.solve_in_place(x);
        // The condition is below 20, so residuals of a backward stable solution are a few roundings of the right-hand side.
        EXPECT_LT((moved * Matrix(x) - right).cwiseAbs().maxCoeff(), 1e-13) << count;
        Vector alone = right.col(count - 1);
        factor.solve_in_place(alone.data());
        EXPECT_LT((alone - x.col(count - 1)).cwiseAbs().maxCoeff(), 1e-13) << count;
    }
}

// K - s M in another order without forming it, against the same matrix formed and moved.
TEST(SparseLdlt, FactorsASumInAnotherOrderAsIfItWereFormed) {
    const SparseMatrix K = grid(31, 40, 0), M = grid(31, 40, -4);
    const Ordering ordering = dissected(K);
    for (const double s : {-0.3, 0.9}) {
        const SparseLdlt whole(permuted(SparseMatrix(K - s * M), ordering)), parts(OrderedSum({{&K, 1}, {&M, -s}}, ordering));
        EXPECT_EQ(whole.negative_pivots(), parts.negative_pivots()) << s;
        Vector a = random_vector(whole.size(), 3), b = a;
        whole.solve_in_place(a.data());
        parts.solve_in_place(b.data());
        EXPECT_LT((a - b).cwiseAbs().maxCoeff(), 1e-10 * a.cwiseAbs().maxCoeff()) << s;
    }
    EXPECT_THROW(OrderedSum({{&K, 1}}, dissected(grid(3, 4, 0))), std::invalid_argument);
}

TEST(SparseLdlt, ThreadsChangeNoBit) {
    const SparseMatrix matrix = grid(150, 140, -0.001);  // large enough to be cut into subtrees
    const SparseMatrix moved = permuted(matrix, dissected(matrix));
    const Vector right = random_vector(static_cast<int>(matrix.rows()), 5);
    const int usual = omp_get_max_threads();
    Vector first;
    for (const int threads : {1, 2, 5}) {
        omp_set_num_threads(threads);
        Vector x = right;
        SparseLdlt(moved).solve_in_place(x.data());
        if (first.size() == 0) first = x;
        EXPECT_TRUE((x.array() == first.array()).all()) << threads << " threads";
    }
    omp_set_num_threads(usual);
}

// A column has the same bits in any company, so that neither blocks nor the strips of threads show in a result.
TEST(SparseLdlt, ABlockChangesNoBitOfItsColumns) {
    const SparseMatrix matrix = grid(200, 190, -0.001);
    const SparseLdlt factor(permuted(matrix, dissected(matrix)));
    ASSERT_GT(factor.stored(), 1'000'000u);  // threads share its subtrees where the columns are few
    const int n = factor.size(), usual = omp_get_max_threads();
    RowMatrix all(n, 67);
    for (int j = 0; j < 67; ++j) all.col(j) = random_vector(n, 40 + j);
    const RowMatrix right = all;
    factor.solve_in_place(all);
    for (const int threads : {1, 3}) {
        omp_set_num_threads(threads);
        for (const int count : {1, 8, 11, 32, 67}) {
            RowMatrix x = right.rightCols(count);
            factor.solve_in_place(x);
            EXPECT_TRUE((x.array() == all.rightCols(count).array()).all()) << count << " columns, " << threads << " threads";
        }
    }
    omp_set_num_threads(usual);
}

// Zeros of the right-hand sides are passed over, and so are rows that nobody needs: no bit of the others changes.
void expect_few_rows_with_the_same_bits(const SparseMatrix& A, std::initializer_list<int> counts) {
    const Ordering order = dissected(A);
    const SparseLdlt factor(permuted(A, order));
    const int n = factor.size();
    for (const int columns : counts) {
        RowMatrix few = RowMatrix::Zero(n, columns);
        std::vector<int> rows;
        for (int j = 0; j < columns; ++j) {
            few((n - 1 - 41 * j) % n, j) = std::sqrt(2.5 + j);
            rows.push_back((17 + 211 * j) % n);
        }
        RowMatrix whole = few, dense = few, none = few;
        // Reaches no result, but no row above it in the tree is zero. (Products with small integers can be half-way between two
        // numbers, where it would decide the rounding.)
        for (int j = 0; j < columns; ++j) dense(0, j) = 1e-300;
        factor.solve_in_place(whole);
        factor.solve_in_place(dense);
        factor.solve_in_place(few, rows);
        for (const int row : rows) {
            EXPECT_EQ(few.row(row), whole.row(row)) << columns << " columns, row " << row;
            EXPECT_EQ(dense.row(row), whole.row(row)) << columns << " columns, row " << row;
        }
        factor.solve_in_place(none, std::vector<int>{});
        EXPECT_NE(none, whole) << "nothing was left out: the test shows nothing";
    }
}

TEST(SparseLdlt, SolvesForAFewRowsWithTheSameBits) {
    expect_few_rows_with_the_same_bits(grid(60, 50, 0.013), {1, 5, 8, 70});
    // A factor whose subtrees are shared by threads.
    const int usual = omp_get_max_threads();
    for (const int threads : {1, 3}) {
        omp_set_num_threads(threads);
        expect_few_rows_with_the_same_bits(grid(200, 190, 0.013), {8, 20});
    }
    omp_set_num_threads(usual);
}

TEST(SparseLdlt, NamesTheFirstRowThatCannotBeEliminated) {
    // A free row in each of several subtrees: the lowest one is named, whichever thread meets one first.
    SparseMatrix matrix = grid(150, 140, -0.001);
    const Ordering ordering = dissected(matrix);
    SparseMatrix moved = permuted(matrix, ordering);
    for (const int row : {20500, 9000, 4321}) {
        for (SparseMatrix::InnerIterator it(moved, row); it; ++it) {
            if (it.row() != row) moved.coeffRef(row, it.row()) = 0;
            it.valueRef() = 0;
        }
    }
    for (int trial = 0; trial < 5; ++trial) {
        try {
            const SparseLdlt factor(moved);
            ADD_FAILURE() << "a row of zeros was eliminated";
        } catch (const SingularMatrix& singular) {
            EXPECT_EQ(singular.row, 4321);
            EXPECT_EQ(singular.pivot, 0);
        }
    }
}

TEST(EliminationTree, OfAChainIsTheChainAndItsSupernodesCoverEveryColumnOnce) {
    const SparseMatrix chain = grid(12, 1, 0);
    const std::vector<int> parent = elimination_tree(chain);
    for (int i = 0; i < 11; ++i) EXPECT_EQ(parent[static_cast<std::size_t>(i)], i + 1);
    EXPECT_EQ(parent.back(), -1);

    const SparseMatrix matrix = grid(40, 31, 0);
    const SparseMatrix moved = permuted(matrix, dissected(matrix));
    int next = 0;
    for (const Supernode& node : supernodes(moved)) {
        EXPECT_EQ(node.first, next);
        next += node.width;
        for (const int row : node.rows) EXPECT_GE(row, next);
    }
    EXPECT_EQ(next, matrix.rows());
}

TEST(NestedDissection, FillsLessThanMinimumDegreeOnAGrid) {
    // The claim of dissection_pays; a negative control is the natural order, whose band fills completely.
    const SparseMatrix matrix = grid(200, 200, -1);
    const auto stored = [&](const Ordering& ordering) {
        double sum = 0;
        for (const Supernode& node : supernodes(permuted(matrix, ordering)))
            sum += static_cast<double>(node.height()) * node.width;
        return sum;
    };
    const double dissection = stored(dissected(matrix));
    Ordering natural;
    for (int i = 0; i < matrix.rows(); ++i) natural.old_of_new.push_back(i);
    natural.new_of_old = natural.old_of_new;
    EXPECT_LT(dissection, 0.3 * stored(natural));
    // 31/4 n log2 n entries, n = 200 x 200, is the bound of A. George (1973), doi:10.1137/0710032, for nine points.
    EXPECT_LT(dissection, 31.0 / 4 * 40000 * std::log2(200.0));
}

TEST(SparseLdlt, KnowsItsMemoryBeforeItBegins) {
    const SparseMatrix matrix = grid(150, 120, -0.5);
    const Ordering order = dissected(matrix);
    const OrderedSum sum({{&matrix, 1}}, order);
    const auto nodes = std::make_shared<const std::vector<Supernode>>(supernodes(sum));
    const double needed = elimination_memory(*nodes),
                 stored = sizeof(double) * static_cast<double>(SparseLdlt(sum, nodes).stored());
    EXPECT_GE(needed, stored);
    EXPECT_LE(needed, 2 * stored) << "fronts that wait are fewer than the factor's numbers";
    // A plane grid: its factor grows as n log n, the fronts that wait as n.
    EXPECT_LT(elimination_memory(*nodes, Blocks::discarded), 0.5 * stored);
}

// What one thread holds at once within a front whose block is discarded: that block, its columns below times their pivots, the
// update, and the updates of its children and of all others that wait. Each thread has a block of its own.
TEST(SparseLdlt, CountsTheScratchMemoryOfEachThread) {
    const SparseMatrix matrix = grid(150, 120, -0.5);
    const std::vector<Supernode> nodes = supernodes(OrderedSum({{&matrix, 1}}, dissected(matrix)));
    const auto update = [](const Supernode& node) {
        const auto below = static_cast<Eigen::Index>(node.rows.size());
        return static_cast<double>(UpdateStrips::stored(below, below));
    };
    double waiting = 0, most = 0;
    for (const Supernode& node : nodes) {
        waiting += update(node);
        most = std::max(most, waiting + static_cast<double>(node.stored()) + static_cast<double>(node.rows.size()) * node.width);
        for (const int child : node.children) waiting -= update(nodes[child]);
    }
    const int usual = omp_get_max_threads();
    std::vector<double> needed;
    for (const int threads : {1, 2, 3}) {
        omp_set_num_threads(threads);
        needed.push_back(elimination_memory(nodes, Blocks::discarded));
    }
    omp_set_num_threads(usual);
    EXPECT_GE(needed[0], sizeof(double) * most);
    EXPECT_GT(needed[1], needed[0]);
    EXPECT_DOUBLE_EQ(needed[2] - needed[1], needed[1] - needed[0]);
}

TEST(SparseLdlt, RefusesWhatDoesNotFit) {
#ifdef JOUNCE_SANITIZED
    GTEST_SKIP() << "the address sanitizer reserves more address space than any limit that this test could set";
#endif
    const SparseMatrix matrix = cube(34);
    const Ordering order = dissected(matrix);
    const OrderedSum sum({{&matrix, 1}}, order);
    const auto nodes = std::make_shared<const std::vector<Supernode>>(supernodes(sum));
    ASSERT_GT(elimination_memory(*nodes), 64e6);
    double pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_AS, &before), 0);
    rlimit small = before;
    small.rlim_cur = static_cast<rlim_t>(pages * static_cast<double>(::sysconf(_SC_PAGESIZE))) + (32U << 20U);
    ASSERT_EQ(::setrlimit(RLIMIT_AS, &small), 0);
    std::string said;
    try {
        (void)SparseLdlt(sum, nodes);
    } catch (const Error& error) {
        said = error.message();
    }
    ASSERT_EQ(::setrlimit(RLIMIT_AS, &before), 0);
    EXPECT_EQ(said.find("the factor of 39304 unknowns needs about "), 0u) << said;
    EXPECT_EQ(SparseLdlt(sum, nodes).negative_pivots(), 0) << "the negative control";
}

}  // namespace
}  // namespace jounce::linalg::sparse_ldlt_test
