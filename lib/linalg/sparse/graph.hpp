// The graph of the couplings in sparse matrices, and the same graph with unknowns joined that have almost the same couplings.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "linalg/basics/types.hpp"

namespace jounce::linalg {

using MatrixList = std::span<const std::reference_wrapper<const SparseMatrix>>;

/// An undirected graph without loops, stored by rows.
struct Graph {
    std::vector<std::size_t> first{0};  ///< size + 1 places in `adjacent`
    std::vector<int> adjacent;          ///< neighbours of each vertex, ascending

    [[nodiscard]] int size() const noexcept { return static_cast<int>(first.size()) - 1; }
    [[nodiscard]] int degree(int i) const noexcept { return static_cast<int>(first[i + 1] - first[i]); }
    [[nodiscard]] std::span<const int> neighbours(int i) const noexcept {
        return {adjacent.data() + first[i], adjacent.data() + first[i + 1]};
    }
};

/// Where a square matrix differs from zero, without its numbers.
struct Pattern {
    std::vector<int> first{0};  ///< of each column, in `row`; size + 1
    std::vector<int> row;       ///< of each column, ascending

    [[nodiscard]] int size() const noexcept { return static_cast<int>(first.size()) - 1; }
    [[nodiscard]] std::span<const int> column(int j) const noexcept {
        const auto at = static_cast<std::size_t>(j);
        return {row.data() + first[at], row.data() + first[at + 1]};
    }
    [[nodiscard]] bool contains(int i, int j) const;
};
using PatternList = std::span<const std::reference_wrapper<const Pattern>>;

/// From the counts of each column, behind a zero, to where it begins. Sparse matrices count their entries by int.
/// \throws Error (computation) naming `what` beyond 2^31 - 1 entries
void add_up_offsets(std::span<int> first, const std::string& what);

/// Stored zeros do not count.
[[nodiscard]] Pattern pattern_of(const SparseMatrix& matrix);

/// An edge for every non-zero entry of any of the matrices, in either direction (stored zeros do not count).
/// Throws std::invalid_argument when there is no matrix or the sizes differ.
[[nodiscard]] Graph union_graph(MatrixList matrices);
[[nodiscard]] Graph union_graph(PatternList patterns);

/// Vertices that are neighbours and have almost the same other neighbours, such as the dofs of one node, joined into one vertex.
/// An elimination that takes them one after the other causes almost the same fill, and the joined graph is orders smaller.
/// Almost: where an element is parallel to an axis some of its entries are zero, and dofs of one node differ in a few neighbours.
struct JoinedGraph {
    Graph graph;
    std::vector<int> first;    ///< graph.size() + 1 places in `members`
    std::vector<int> members;  ///< of each joined vertex, ascending
};

/// Source: C. Ashcraft (1995), doi:10.1137/0916081, for vertices with the same neighbours.
[[nodiscard]] JoinedGraph join_alike(const Graph& graph);

/// A number that the half bandwidth is not below in any order: a component of m vertices has an edge that spans at least
/// (m - 1) / diameter places, and no diameter is larger than twice the number of levels above any vertex.
[[nodiscard]] int least_half_bandwidth(const Graph& graph);

}  // namespace jounce::linalg
