// Patterns of matrices as one graph; vertices whose neighbourhoods are almost the same.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/sparse/graph.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <stdexcept>

#include "base/files/memory.hpp"
#include "base/messages/error.hpp"

namespace jounce::linalg {

namespace {

/// Calls `visit(row)` for the entries of a column off the diagonal that are not zero.
template <class Visit>
void for_each_coupling(const SparseMatrix& matrix, int col, const Visit& visit) {
    for (SparseMatrix::InnerIterator it(matrix, col); it; ++it)
        if (it.row() != col && it.value() != 0) visit(static_cast<int>(it.row()));
}
template <class Visit>
void for_each_coupling(const Pattern& pattern, int col, const Visit& visit) {
    for (const int row : pattern.column(col))
        if (row != col) visit(row);
}

/// Room for `count` numbers, in large pages.
void with_large_pages(std::vector<int>& list, std::size_t count) {
    list.reserve(count);
    use_large_pages(list.data(), sizeof(int) * count);
}

/// Whether neighbours i and j differ in at most a twelfth of their neighbours: nodes of a mesh differ in a third and more.
bool are_alike(const Graph& graph, int i, int j) {
    const auto of_i = graph.neighbours(i), of_j = graph.neighbours(j);
    // Only one of the lists has i, and only one has j.
    std::ptrdiff_t left = static_cast<std::ptrdiff_t>(of_i.size() + of_j.size() + 2) / 12 + 2;
    // The sizes alone may tell: a hub with edges to all vertices is not compared with each of them.
    if (std::abs(std::ssize(of_i) - std::ssize(of_j)) > left) return false;
    auto a = of_i.begin(), b = of_j.begin();
    while (left >= 0 && a != of_i.end() && b != of_j.end()) {
        if (*a == *b) {
            ++a;
            ++b;
        } else {
            --left;
            ++(*a < *b ? a : b);
        }
    }
    return (of_i.end() - a) + (of_j.end() - b) <= left;
}

}  // namespace

void add_up_offsets(std::span<int> first, const std::string& what) {
    std::int64_t sum = 0;
    for (int& place : first) {
        sum += place;
        if (sum > std::numeric_limits<int>::max())
            throw computation_failed(what + " has more than " + std::to_string(std::numeric_limits<int>::max()) +
                                     " entries that are not zero, the most that one process can hold: use a coarser mesh, or "
                                     "share the model among ranks (engine petsc)");
        place = static_cast<int>(sum);
    }
}

Pattern pattern_of(const SparseMatrix& matrix) {
    Pattern out;
    out.first.reserve(static_cast<std::size_t>(matrix.cols()) + 1);
    std::size_t count = 0;
    for (int col = 0; col < matrix.outerSize(); ++col)
        for (SparseMatrix::InnerIterator it(matrix, col); it; ++it) count += it.value() != 0 ? 1 : 0;
    with_large_pages(out.row, count);
    for (int col = 0; col < matrix.outerSize(); ++col) {
        for (SparseMatrix::InnerIterator it(matrix, col); it; ++it)
            if (it.value() != 0) out.row.push_back(static_cast<int>(it.row()));
        out.first.push_back(static_cast<int>(out.row.size()));
    }
    return out;
}

bool Pattern::contains(int i, int j) const { return std::ranges::binary_search(column(j), i); }

namespace {

/// \param list matrices or patterns, n x n
template <class List>
Graph united(const List& list, int n) {
    // The transposes as lists; the columns themselves are read from the matrices.
    Graph rows;
    rows.first.assign(static_cast<std::size_t>(n) + 1, 0);
    const auto for_each = [&](const auto& visit) {
        for (const auto& matrix : list)
            for (int col = 0; col < n; ++col) for_each_coupling(matrix.get(), col, [&](int row) { visit(row, col); });
    };
    for_each([&](int row, int) { ++rows.first[row + 1]; });
    for (int i = 0; i < n; ++i) rows.first[i + 1] += rows.first[i];
    with_large_pages(rows.adjacent, rows.first.back());
    rows.adjacent.resize(rows.first.back());
    std::vector<std::size_t> next(rows.first.begin(), rows.first.end() - 1);
    for_each([&](int row, int col) { rows.adjacent[next[row]++] = col; });

    Graph graph;
    graph.first.reserve(static_cast<std::size_t>(n) + 1);
    with_large_pages(graph.adjacent, rows.adjacent.size());
    std::vector<int> seen(n, -1);
    for (int i = 0; i < n; ++i) {
        const auto take = [&](int j) {
            if (seen[j] == i) return;
            seen[j] = i;
            graph.adjacent.push_back(j);
        };
        for (const int j : rows.neighbours(i)) take(j);
        for (const auto& matrix : list) for_each_coupling(matrix.get(), i, take);
        std::sort(graph.adjacent.begin() + static_cast<std::ptrdiff_t>(graph.first.back()), graph.adjacent.end());
        graph.first.push_back(graph.adjacent.size());
    }
    return graph;
}

}  // namespace

Graph union_graph(MatrixList matrices) {
    if (matrices.empty()) throw std::invalid_argument("ordering: no matrix given");
    const Eigen::Index n = matrices.front().get().rows();
    for (const SparseMatrix& matrix : matrices)
        if (matrix.rows() != n || matrix.cols() != n) throw std::invalid_argument("ordering: the matrices differ in size");
    return united(matrices, static_cast<int>(n));
}

Graph union_graph(PatternList patterns) {
    if (patterns.empty()) throw std::invalid_argument("ordering: no matrix given");
    const int n = patterns.front().get().size();
    for (const Pattern& pattern : patterns)
        if (pattern.size() != n) throw std::invalid_argument("ordering: the matrices differ in size");
    return united(patterns, n);
}

JoinedGraph join_alike(const Graph& graph) {
    const int n = graph.size();
    JoinedGraph joined;
    joined.first.push_back(0);
    joined.members.reserve(n);
    std::vector<int> group(n, -1);
    for (int i = 0; i < n; ++i) {
        if (group[i] >= 0) continue;
        const int own = static_cast<int>(joined.first.size()) - 1;
        group[i] = own;
        joined.members.push_back(i);
        for (const int j : graph.neighbours(i))
            if (j > i && group[j] < 0 && are_alike(graph, i, j)) {
                group[j] = own;
                joined.members.push_back(j);
            }
        joined.first.push_back(static_cast<int>(joined.members.size()));
    }
    const int groups = static_cast<int>(joined.first.size()) - 1;
    std::vector<int> seen(groups, -1);
    for (int g = 0; g < groups; ++g) {
        seen[g] = g;
        for (int k = joined.first[g]; k < joined.first[g + 1]; ++k)
            for (const int j : graph.neighbours(joined.members[k])) {
                if (seen[group[j]] == g) continue;
                seen[group[j]] = g;
                joined.graph.adjacent.push_back(group[j]);
            }
        std::sort(joined.graph.adjacent.begin() + static_cast<std::ptrdiff_t>(joined.graph.first.back()),
                  joined.graph.adjacent.end());
        joined.graph.first.push_back(joined.graph.adjacent.size());
    }
    return joined;
}

int least_half_bandwidth(const Graph& graph) {
    std::vector<char> seen(graph.size(), 0);
    std::vector<int> queue;
    int least = 0;
    for (int start = 0; start < graph.size(); ++start) {
        if (seen[start]) continue;
        queue.assign(1, start);
        seen[start] = 1;
        int levels = 0;
        for (std::size_t begin = 0; begin < queue.size(); ++levels) {
            const std::size_t end = queue.size();
            for (; begin < end; ++begin)
                for (const int j : graph.neighbours(queue[begin]))
                    if (!seen[j]) {
                        seen[j] = 1;
                        queue.push_back(j);
                    }
        }
        const int edges = static_cast<int>(queue.size()) - 1, diameter = 2 * (levels - 1);
        if (edges > 0) least = std::max(least, (edges + diameter - 1) / diameter);
    }
    return least;
}

}  // namespace jounce::linalg
