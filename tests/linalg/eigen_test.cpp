// Eigenpairs of spring chains and grids in closed form: rigid and multiple ones, and the count that misses nothing.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/eigen/eigen.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "linalg/basics/singular_matrix.hpp"
#include "linalg/dense/dense.hpp"
#include "linalg/eigen/pencil.hpp"
#include "linalg/eigen/shift_invert.hpp"
#include "linalg/samples.hpp"

namespace jounce::linalg::eigen_test {
namespace {

using namespace jounce::tests;

/// What every answer must satisfy. Residuals relative to |K|: a few hundred roundings.
void expect_sound(const SparseMatrix& M, const EigenPairs& pairs) {
    EXPECT_TRUE(pairs.complete()) << pairs.counted_below << " below " << pairs.bound << ", " << pairs.values.size() << " found";
    EXPECT_LE(pairs.residuals.maxCoeff(), 1e-13);
    const Matrix gram = pairs.vectors.transpose() * (M * pairs.vectors);
    EXPECT_LE((gram - Matrix::Identity(gram.rows(), gram.cols())).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_TRUE(std::is_sorted(pairs.values.begin(), pairs.values.end()));
    EXPECT_GT(pairs.bound, pairs.values[pairs.values.size() - 1]);
}

class Chain : public testing::TestWithParam<std::tuple<int, bool, int>> {};

// Closed form: 2 - 2 cos(..). Tolerance: |K| = 4, so the matrix itself determines a value to about 4 eps; the rest is Lanczos.
TEST_P(Chain, HasItsClosedFormSpectrum) {
    const auto [n, fixed, count] = GetParam();
    const EigenPairs pairs = lowest_eigenpairs(spring_chain(n, fixed), identity(n), count);
    expect_sound(identity(n), pairs);
    ASSERT_EQ(pairs.values.size(), std::min(n, count));
    for (int k = 0; k < pairs.values.size(); ++k) EXPECT_NEAR(pairs.values[k], chain_eigenvalue(n, fixed, k), 1e-13) << k;
}

INSTANTIATE_TEST_SUITE_P(DenseAndLanczos, Chain,
                         testing::Combine(testing::Values(1, 2, 3, 10, 64, 65, 400), testing::Bool(),
                                          testing::Values(1, 2, 7, 40)));

// The shape of a fixed chain's mode k is sin((i + 1)(k + 1) pi / (n + 1)); signs: the first of the largest components is
// positive.
TEST(Eigen, ShapesAndSignsAreThoseOfTheClosedForm) {
    const int n = 239;  // n + 1 is divisible by 2 (k + 1): every extremum falls on a mass
    const EigenPairs pairs = lowest_eigenpairs(spring_chain(n, true), identity(n), 4);
    for (int k = 0; k < 4; ++k) {
        Vector shape(n);
        for (int i = 0; i < n; ++i)
            shape[i] = std::sqrt(2.0 / (n + 1)) * std::sin((i + 1) * (k + 1) * std::numbers::pi / (n + 1));
        // All of them are positive at their first extremum. Error: residual over the gap to the neighbours, 1e-16 * 4 / 3e-4.
        EXPECT_LE((pairs.vectors.col(k) - shape).cwiseAbs().maxCoeff(), 1e-10) << k;
    }
}

TEST(Eigen, ASearchIsEndedByWhatItsCallerThrows) {
    struct Enough {};
    int calls = 0;
    const auto search = [&](int last) {
        calls = 0;
        return lowest_eigenpairs(spring_chain(400, true), identity(400), 7, [&](const Stage&) {
            if (++calls == last) throw Enough();
        });
    };
    const EigenPairs whole = search(-1);
    const int all = calls;
    EXPECT_GT(all, 20) << "at every product: a subspace of 27 vectors is built";
    EXPECT_EQ(whole.values, lowest_eigenpairs(spring_chain(400, true), identity(400), 7).values) << "asking changes nothing";
    for (const int last : {1, 2, 15, all}) {
        EXPECT_THROW((void)search(last), Enough) << last;
        EXPECT_EQ(calls, last);
    }
}

/// What a search tells: for each stage in a row its name and its fractions.
struct Told {
    std::string name;
    std::vector<double> fractions;
};

// Threads add up their work in any sequence; each fraction is that of a sum at one instant, so that all lie between 0 and 1 and
// the largest one is 1 but for rounding.
TEST(Eigen, TheStagesOfALargeSearchAreTold) {
    constexpr int side = 142, n = side * side;
    std::vector<Told> told;
    std::mutex at_once;
    const EigenPairs pairs = lowest_eigenpairs(spring_grid(side), identity(n), 10, [&](const Stage& stage) {
        const std::scoped_lock lock(at_once);
        if (told.empty() || told.back().name != stage.name) told.push_back({stage.name, {}});
        if (stage.fraction >= 0) told.back().fractions.push_back(stage.fraction);
    });
    std::vector<std::string> names;
    for (const Told& stage : told) names.push_back(stage.name);
    ASSERT_GE(names.size(), 4u);
    EXPECT_EQ((std::vector<std::string>{names.begin(), names.begin() + 2}), (std::vector<std::string>{"ordering", "factor"}));
    EXPECT_EQ((std::vector<std::string>{names.end() - 2, names.end()}), (std::vector<std::string>{"Lanczos", "inertia count"}));
    for (const Told& stage : told) {
        for (const double fraction : stage.fractions) {
            EXPECT_GE(fraction, 0) << stage.name;
            EXPECT_LE(fraction, 1) << stage.name;
        }
        if (stage.name != "factor" && stage.name != "inertia count") continue;
        EXPECT_GT(stage.fractions.size(), 100u) << stage.name << ": at every supernode";
        EXPECT_NEAR(*std::ranges::max_element(stage.fractions), 1, 1e-6) << stage.name;
    }
    EXPECT_TRUE(std::ranges::is_sorted(told[told.size() - 2].fractions)) << "pairs that are found remain found";
    EXPECT_EQ(pairs.values, lowest_eigenpairs(spring_grid(side), identity(n), 10).values) << "telling changes nothing";
}

// An exception within a parallel region would end the process; the memory of a factor that was not finished serves the next one.
TEST(Eigen, AFactorAndACountAreEndedByWhatTheirCallerThrows) {
    struct Enough {};
    constexpr int side = 142, n = side * side;
    const SparseMatrix K = spring_grid(side), M = identity(n);
    const Pencil pencil(K, M, MassMatrix::positive_definite);
    const auto until = [](double last) {
        return [last](const Stage& stage) {
            if (stage.fraction >= last) throw Enough();
        };
    };
    for (const double last : {0.0, 0.4, 0.9}) {
        EXPECT_THROW((void)pencil.factor(-1e-3, nullptr, until(last)), Enough) << last;
        EXPECT_THROW((void)pencil.count_below(0.1, until(last)), Enough) << last;
    }
    const Matrix force = Matrix::Ones(n, 1);
    EXPECT_EQ(pencil.factor(-1e-3).solve(force), Pencil(K, M, MassMatrix::positive_definite).factor(-1e-3).solve(force));
}

// The eigenvalues of a square grid are sums of two of the chain's: pairs of equal ones. Each block passes through the factor at
// once; a search vector by vector needs at least 42 solves for ten.
TEST(Eigen, AllVectorsOfALargeSearchAreFoundInBlocks) {
    constexpr int side = 142, n = side * side;
    std::vector<double> exact;
    for (int i = 0; i < 10; ++i)
        for (int j = 0; j < 10; ++j) exact.push_back(chain_eigenvalue(side, true, i) + chain_eigenvalue(side, true, j));
    std::ranges::sort(exact);
    const int usual = omp_get_max_threads();
    omp_set_num_threads(1);  // on a busy machine threads wait for each other longer than the search takes
    for (const int count : {3, 10}) {
        int calls = 0;
        const auto of_lanczos = [&](const Stage& stage) { calls += std::string_view(stage.name) == "Lanczos" ? 1 : 0; };
        const EigenPairs pairs = lowest_eigenpairs(spring_grid(side), identity(n), count, of_lanczos);
        expect_sound(identity(n), pairs);
        EXPECT_LE(calls, 40) << count;
        EXPECT_GT(calls, 2) << count;
        for (int k = 0; k < count; ++k)
            EXPECT_NEAR(pairs.values[k], exact[static_cast<std::size_t>(k)], 1e-13) << count << ", " << k;
    }
    omp_set_num_threads(usual);
}

TEST(Eigen, AgreesWithDenseEigenForARandomPencil) {
    const int n = 150;
    const SparseMatrix K = random_band(n, 5, true, 12, 1), M = random_band(n, 5, true, 12, 2);
    const DensePairs dense = symmetric_pairs(K, M).value();
    const EigenPairs pairs = lowest_eigenpairs(K, M, 9);
    expect_sound(M, pairs);
    for (int k = 0; k < 9; ++k) EXPECT_NEAR(pairs.values[k], dense.values[k], 1e-13 * dense.values[n - 1]);
}

// Multiplicity by construction: the same chain several times. The unit mass of each copy keeps the values exactly equal.
TEST(Eigen, MultipleValuesAreAllFound) {
    for (const int copies : {2, 3, 4})
        for (const int count : {1, 4, 5, 8}) {
            const int n = 120;
            const SparseMatrix K = repeated(spring_chain(n, false), copies);
            const EigenPairs pairs = lowest_eigenpairs(K, identity(copies * n), count);
            expect_sound(identity(copies * n), pairs);
            EXPECT_EQ(pairs.values.size() % copies, 0) << "the list ends inside a multiple value";
            EXPECT_GE(pairs.values.size(), count);
            for (int k = 0; k < pairs.values.size(); ++k)
                EXPECT_NEAR(pairs.values[k], chain_eigenvalue(n, false, k / copies), 1e-13) << k;
        }
}

// A square grid goes through the sparse factor and has double values by symmetry, not by construction.
TEST(Eigen, AGridHasItsClosedFormSpectrum) {
    for (const int side : {45, 150}) {  // single vectors, blocks
        const SparseMatrix K = spring_grid(side), M = identity(side * side);
        EXPECT_EQ(Pencil(K, M).is_large(), side == 150);
        std::vector<double> exact;
        for (int a = 0; a < side; ++a)
            for (int b = 0; b < side; ++b) exact.push_back(chain_eigenvalue(side, true, a) + chain_eigenvalue(side, true, b));
        std::sort(exact.begin(), exact.end());
        for (const int count : {1, 12, 60}) {
            const EigenPairs pairs = lowest_eigenpairs(K, M, count);
            expect_sound(M, pairs);
            ASSERT_GE(pairs.values.size(), count);
            for (int k = 0; k < pairs.values.size(); ++k) EXPECT_NEAR(pairs.values[k], exact[k], 1e-13) << side << ": " << k;
        }
    }
}

// Four free chains have four motions without stiffness, and every elastic value four times.
TEST(Eigen, RigidMotionsAndMultipleValuesOfALargeModel) {
    const int n = 5001, copies = 4;
    const SparseMatrix K = repeated(spring_chain(n, false), copies), M = 2 * identity(n * copies);
    ASSERT_TRUE(Pencil(K, M).is_large());
    const EigenPairs pairs = lowest_eigenpairs(K, M, 14);
    expect_sound(M, pairs);
    ASSERT_EQ(pairs.values.size(), 16) << "the list ends at a gap";
    // The elastic values are 4e-7 of the largest entry of K: its rounding is 5e-10 of them.
    for (int k = 0; k < 16; ++k) {
        const double exact = chain_eigenvalue(n, false, k / copies) / 2;
        EXPECT_NEAR(pairs.values[k], exact, k < copies ? 1e-15 : 1e-8 * exact) << k;
    }
}

// Units must not matter: stiffness and mass scaled by any powers give the scaled values, rigid modes included.
TEST(Eigen, ScalesWithItsUnits) {
    const int n = 200;
    for (const double stiffness : {1e-9, 1e12})
        for (const double mass : {1e-8, 1e6}) {
            const SparseMatrix K = stiffness * repeated(spring_chain(n, false), 2), M = mass * identity(2 * n);
            const EigenPairs pairs = lowest_eigenpairs(K, M, 6);
            expect_sound(M, pairs);
            for (int k = 0; k < 6; ++k)
                EXPECT_NEAR(pairs.values[k] * mass / stiffness, chain_eigenvalue(n, false, k / 2), 1e-13) << k;
        }
}

TEST(Eigen, NegativeValuesOfAPrestressedChainAreTheLowest) {
    const int n = 100;
    const SparseMatrix K = spring_chain(n, true) - 0.01 * identity(n);
    const EigenPairs pairs = lowest_eigenpairs(K, identity(n), 5);
    expect_sound(identity(n), pairs);
    for (int k = 0; k < 5; ++k) EXPECT_NEAR(pairs.values[k], chain_eigenvalue(n, true, k) - 0.01, 1e-13) << k;
    EXPECT_LT(pairs.values[0], 0);
}

TEST(Eigen, NoStiffnessAtAllIsAllRigid) {
    for (const int n : {1, 3, 40}) {
        const EigenPairs pairs = lowest_eigenpairs(SparseMatrix(n, n), identity(n), 2);
        EXPECT_LE(pairs.values.cwiseAbs().maxCoeff(), 1e-12) << n;
    }
}

TEST(Eigen, TheSameInputGivesTheSameBits) {
    const SparseMatrix K = repeated(spring_chain(200, false), 2);
    const EigenPairs a = lowest_eigenpairs(K, identity(400), 6), b = lowest_eigenpairs(K, identity(400), 6);
    EXPECT_EQ((a.values - b.values).norm(), 0);
    EXPECT_EQ((a.vectors - b.vectors).norm(), 0);
}

TEST(EigenCount, MatchesTheClosedFormAtEveryBound) {
    const int n = 60;
    for (const bool fixed : {true, false})
        for (int k = 1; k < n; k += 7) {
            const double bound = (chain_eigenvalue(n, fixed, k - 1) + chain_eigenvalue(n, fixed, k)) / 2;
            const SparseMatrix K = spring_chain(n, fixed), M = identity(n);
            EXPECT_EQ(Pencil(K, M).count_below(bound).below, k);
        }
}

// Negative control: a list from which one pair was taken is not complete, and the search in the complement of what is left
// finds that very pair again.
TEST(EigenCount, AMissingPairIsNoticedAndFound) {
    const int n = 150, missing = 3;
    const SparseMatrix K = repeated(spring_chain(n, true), 2), M = identity(2 * n);
    EigenPairs pairs = lowest_eigenpairs(K, M, 8);
    ASSERT_TRUE(pairs.complete());
    ASSERT_EQ(pairs.values.size(), 8);
    Matrix rest(2 * n, 7);
    Vector values(7);
    rest << pairs.vectors.leftCols(missing), pairs.vectors.rightCols(7 - missing);
    values << pairs.values.head(missing), pairs.values.tail(7 - missing);
    const double lost = pairs.values[missing];
    pairs.values = values;
    EXPECT_FALSE(pairs.complete());

    const Pencil pencil(K, M);
    const RawPairs found = further_pairs(pencil, pencil.factor(pairs.shift), pairs.shift, rest, 1);
    ASSERT_EQ(found.values.size(), 1);
    EXPECT_NEAR(found.values[0], lost, 1e-13);
}

TEST(EigenErrors, SayWhatIsWrong) {
    const SparseMatrix K = spring_chain(5, true);
    EXPECT_THROW(lowest_eigenpairs(K, identity(5), 0), std::invalid_argument);
    EXPECT_THROW(lowest_eigenpairs(K, identity(4), 1), std::invalid_argument);
    SparseMatrix M = identity(5);
    M.coeffRef(3, 3) = -1;
    EXPECT_THROW(lowest_eigenpairs(K, M, 1), std::invalid_argument);
    M.coeffRef(3, 3) = 0;
    try {
        lowest_eigenpairs(K, M, 1);
        ADD_FAILURE() << "a mass matrix with an empty row was accepted";
    } catch (const SingularMatrix& singular) {
        EXPECT_EQ(singular.row, 3);
    }
    SparseMatrix broken = K;
    broken.coeffRef(2, 2) = std::numeric_limits<double>::infinity();
    EXPECT_THROW(lowest_eigenpairs(broken, identity(5), 1), SingularMatrix);
}

}  // namespace
}  // namespace jounce::linalg::eigen_test
