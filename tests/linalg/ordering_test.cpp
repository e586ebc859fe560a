// Orderings: a shuffled chain gets its narrow band back, a union pattern counts every matrix, the same input the same order.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/sparse/ordering.hpp"

#include <gtest/gtest.h>

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <limits>
#include <numeric>
#include <random>

#include "base/messages/error.hpp"
#include "linalg/samples.hpp"

namespace jounce::linalg::ordering_test {
namespace {

using namespace jounce::tests;

std::vector<std::reference_wrapper<const SparseMatrix>> list(const SparseMatrix& a) { return {std::cref(a)}; }

TEST(Offsets, AddUpAndEndWithAnErrorBeyondAnInt) {
    std::vector<int> few{0, 2, 0, 3};
    add_up_offsets(few, "a matrix");
    EXPECT_EQ(few, (std::vector<int>{0, 2, 2, 5}));
    constexpr int half = 1 << 30;
    std::vector<int> most{0, half, half - 1};
    add_up_offsets(most, "a matrix");
    EXPECT_EQ(most.back(), std::numeric_limits<int>::max());
    std::vector<int> many{0, half, half};
    try {
        add_up_offsets(many, "a matrix of 9 coordinates");
        ADD_FAILURE() << "no error";
    } catch (const Error& error) {
        EXPECT_EQ(error.failure(), Failure::computation);
        EXPECT_TRUE(error.message().starts_with("a matrix of 9 coordinates has more than 2147483647 entries")) << error.message();
    }
}

SparseMatrix shuffled(const SparseMatrix& matrix, unsigned seed) {
    Ordering random;
    random.old_of_new.resize(matrix.rows());
    std::iota(random.old_of_new.begin(), random.old_of_new.end(), 0);
    std::shuffle(random.old_of_new.begin(), random.old_of_new.end(), std::mt19937(seed));
    random.new_of_old.resize(matrix.rows());
    for (std::size_t i = 0; i < random.old_of_new.size(); ++i) random.new_of_old[random.old_of_new[i]] = static_cast<int>(i);
    return permuted(matrix, random);
}

TEST(ReverseCuthillMckee, FindsTheChainInAShuffledOne) {
    const SparseMatrix chain = spring_chain(50, true);
    const SparseMatrix mixed = shuffled(chain, 7);
    ASSERT_GT(half_bandwidth(mixed), 10);
    const Ordering ordering = reverse_cuthill_mckee(list(mixed));
    EXPECT_EQ(ordering.half_bandwidth, 1);
    EXPECT_EQ(half_bandwidth(permuted(mixed, ordering)), 1);
    EXPECT_TRUE(ordering.banded);
}

// A beam in one plane has two unknowns at a node: half bandwidth 3, which no ordering can beat.
TEST(ReverseCuthillMckee, FindsTheBandOfABeam) {
    SparseMatrix beam(84, 84);
    std::vector<Eigen::Triplet<double>> entries;
    for (int e = 0; e + 1 < 42; ++e)
        for (int i = 0; i < 4; ++i)
            for (int j = 0; j < 4; ++j) entries.emplace_back(2 * e + i, 2 * e + j, 1.0);
    beam.setFromTriplets(entries.begin(), entries.end());
    EXPECT_EQ(reverse_cuthill_mckee(list(shuffled(beam, 3))).half_bandwidth, 3);
}

TEST(ReverseCuthillMckee, SeparatesUncoupledChains) {
    const SparseMatrix four = repeated(spring_chain(30, false), 4);  // interleaved, as the planes of a straight 3D beam are
    ASSERT_EQ(half_bandwidth(four), 4);
    EXPECT_EQ(reverse_cuthill_mckee(list(four)).half_bandwidth, 1);
}

TEST(ReverseCuthillMckee, KeepsAnOrderThatIsGood) {
    const SparseMatrix chain = spring_chain(9, true);
    const Ordering ordering = reverse_cuthill_mckee(list(chain));
    for (int i = 0; i < 9; ++i) EXPECT_EQ(ordering.old_of_new[i], i);
}

TEST(ReverseCuthillMckee, CountsEveryMatrixAndNoStoredZero) {
    const SparseMatrix chain = spring_chain(20, true);
    SparseMatrix far(20, 20);
    far.insert(0, 19) = 1;  // unsymmetric on purpose: couples first and last, a ring
    const std::vector<std::reference_wrapper<const SparseMatrix>> both = {chain, far};
    EXPECT_EQ(half_bandwidth(both), 19);
    EXPECT_EQ(reverse_cuthill_mckee(both).half_bandwidth, 2);
    far.coeffRef(0, 19) = 0;
    EXPECT_EQ(half_bandwidth(both), 1);
    EXPECT_EQ(reverse_cuthill_mckee(both).half_bandwidth, 1);
}

// Six dofs at each node of a grid couple with all dofs of the neighbours: the joined graph is that of the nodes, whatever the
// order.
TEST(JoinedGraph, OfNodesWithSixDofsIsTheGraphOfTheNodes) {
    const SparseMatrix nodes = spring_grid(15);
    std::vector<Eigen::Triplet<double>> entries;
    for (int col = 0; col < nodes.outerSize(); ++col)
        for (SparseMatrix::InnerIterator it(nodes, col); it; ++it)
            for (int i = 0; i < 6; ++i)
                for (int j = 0; j < 6; ++j) entries.emplace_back(6 * static_cast<int>(it.row()) + i, 6 * col + j, 1.0);
    SparseMatrix dofs(6 * nodes.rows(), 6 * nodes.rows());
    dofs.setFromTriplets(entries.begin(), entries.end());
    const JoinedGraph joined = join_alike(union_graph(list(shuffled(dofs, 11))));
    EXPECT_EQ(joined.graph.size(), 225);
    EXPECT_EQ(joined.graph.adjacent.size(), nodes.nonZeros() - nodes.rows());
    for (int g = 0; g < 225; ++g) EXPECT_EQ(joined.first[g + 1] - joined.first[g], 6);
    // A shell whose elements are parallel to an axis has zeros among its entries: here one coupling of 37 between nodes.
    std::vector<Eigen::Triplet<double>> most;
    for (const Eigen::Triplet<double>& entry : entries)
        if (entry.row() / 6 == entry.col() / 6 || (entry.row() + entry.col()) % 37 != 0) most.push_back(entry);
    dofs.setFromTriplets(most.begin(), most.end());
    EXPECT_EQ(join_alike(union_graph(list(shuffled(dofs, 12)))).graph.size(), 225);
    // Control: no two nodes of the grid itself can be exchanged.
    EXPECT_EQ(join_alike(union_graph(list(nodes))).graph.size(), 225);
}

// A node with springs to all others, first, in the middle or last, is a vertex of its own, and the groups of the others are the
// same with it as without it: of a few nodes that have all dofs of each other as neighbours, too.
TEST(JoinedGraph, HasTheSameGroupsBesideAHub) {
    const SparseMatrix grid = shuffled(spring_grid(12), 3);
    std::vector<Eigen::Triplet<double>> entries;
    for (int col = 0; col < grid.outerSize(); ++col)
        for (SparseMatrix::InnerIterator it(grid, col); it; ++it)
            for (int i = 0; i < 3; ++i)
                for (int j = 0; j < 3; ++j) entries.emplace_back(3 * static_cast<int>(it.row()) + i, 3 * col + j, 1.0);
    const int n = 3 * static_cast<int>(grid.rows());
    const auto joined = [](int size, const std::vector<Eigen::Triplet<double>>& list_of_entries) {
        SparseMatrix matrix(size, size);
        matrix.setFromTriplets(list_of_entries.begin(), list_of_entries.end());
        return join_alike(union_graph(list(matrix)));
    };
    const JoinedGraph without = joined(n, entries);
    ASSERT_EQ(without.graph.size(), 144);
    for (const int hub : {0, n / 2 + 1, n}) {
        const auto moved = [hub](int i) { return i < hub ? i : i + 1; };
        std::vector<Eigen::Triplet<double>> with;
        for (const Eigen::Triplet<double>& entry : entries) with.emplace_back(moved(entry.row()), moved(entry.col()), 1.0);
        for (int i = 0; i < n; ++i) with.emplace_back(moved(i), hub, 1.0);
        const JoinedGraph beside = joined(n + 1, with);
        EXPECT_EQ(beside.graph.size(), 145) << hub;
        std::vector<int> members, expected;
        for (int g = 0; g < beside.graph.size(); ++g) {
            const int count = beside.first[g + 1] - beside.first[g];
            const bool is_hub = beside.members[beside.first[g]] == hub;
            EXPECT_EQ(count, is_hub ? 1 : 3) << hub << ' ' << g;
            if (is_hub) continue;
            for (int k = beside.first[g]; k < beside.first[g + 1]; ++k) members.push_back(beside.members[k]);
        }
        for (const int i : without.members) expected.push_back(moved(i));
        EXPECT_EQ(members, expected) << hub;
    }
}

// Two neighbours that share 20 others, of which one has some more, up to a twelfth of their neighbours and 2, where each misses
// itself: (2 * 20 + 4 + m) / 12 + 2 >= 2 + m for m <= 4.
TEST(JoinedGraph, JoinsNeighboursThatDifferInATwelfth) {
    for (const int more : {0, 4, 5}) {
        SparseMatrix matrix(22 + more, 22 + more);
        matrix.insert(1, 0) = 1;
        for (int i = 2; i < 22 + more; ++i) {
            if (i < 22) matrix.insert(i, 0) = 1;
            matrix.insert(i, 1) = 1;
        }
        EXPECT_EQ(join_alike(union_graph(list(matrix))).first[1], more <= 4 ? 2 : 1) << more;
    }
}

TEST(Graph, BoundsTheBandOfEveryOrder) {
    for (const int side : {5, 20, 40}) {
        const SparseMatrix grid = shuffled(spring_grid(side), 5);
        EXPECT_LE(least_half_bandwidth(union_graph(list(grid))), reverse_cuthill_mckee(list(grid)).half_bandwidth) << side;
    }
    EXPECT_EQ(least_half_bandwidth(union_graph(list(spring_chain(50, true)))), 1);
    EXPECT_EQ(least_half_bandwidth(union_graph(list(identity(7)))), 0);
    // A star of 101: the centre has a neighbour 50 places away in every order.
    SparseMatrix star = identity(101);
    for (int i = 1; i <= 100; ++i) star.insert(i, 0) = 1;
    EXPECT_EQ(least_half_bandwidth(union_graph(list(star))), 50);
}

TEST(Orderings, AreDeterministicAndInverse) {
    const SparseMatrix grid = shuffled(spring_grid(40), 5);
    const Ordering a = choose_ordering(list(grid)), b = choose_ordering(list(grid));
    EXPECT_EQ(a.old_of_new, b.old_of_new);
    EXPECT_FALSE(a.banded);  // 40 wide
    for (int i = 0; i < 1600; ++i) EXPECT_EQ(a.new_of_old[a.old_of_new[i]], i);
    const Matrix x = random_vector(1600, 1);
    EXPECT_EQ((restored(permuted(x, a), a) - x).norm(), 0);
}

// (P A P') (P x) = P (A x)
TEST(Orderings, PermuteMatricesAndVectorsAlike) {
    const SparseMatrix a = random_band(30, 5, false, 0, 1);
    const Ordering ordering = minimum_degree(list(a));
    const Matrix x = random_vector(30, 2);
    const Matrix moved = permuted(a, ordering) * permuted(x, ordering);
    EXPECT_LE((moved - permuted(Matrix(a * x), ordering)).cwiseAbs().maxCoeff(), 1e-14);
}

// Minimum degree must actually save fill: on a grid of side s a band factor has about s^3 entries, minimum degree far fewer.
TEST(MinimumDegree, SavesWork) {
    const SparseMatrix grid = spring_grid(40);
    const Ordering ordering = minimum_degree(list(grid));
    const auto fill = [](const SparseMatrix& matrix) {
        return Eigen::SimplicialLDLT<SparseMatrix, Eigen::Lower, Eigen::NaturalOrdering<int>>(matrix)
            .matrixL()
            .nestedExpression()
            .nonZeros();
    };
    EXPECT_LT(fill(permuted(grid, ordering)), fill(grid) / 2);
}

}  // namespace
}  // namespace jounce::linalg::ordering_test
