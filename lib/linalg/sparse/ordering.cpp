// Reverse Cuthill-McKee, and the interfaces to Eigen's approximate minimum degree and to METIS.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/sparse/ordering.hpp"

#include <metis.h>

#include <Eigen/OrderingMethods>
#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "base/files/memory.hpp"
#include "base/threads/pieces.hpp"
#include "linalg/sparse/elimination_tree.hpp"

namespace jounce::linalg {

namespace {

int width(const Graph& graph, const std::vector<int>& new_of_old) {
    int widest = 0;
    for (int i = 0; i < graph.size(); ++i)
        for (const int j : graph.neighbours(i)) widest = std::max(widest, std::abs(new_of_old[i] - new_of_old[j]));
    return widest;
}

Ordering ordering_of(std::vector<int> old_of_new, const Graph& graph, bool banded) {
    Ordering ordering;
    ordering.new_of_old.resize(old_of_new.size());
    for (std::size_t i = 0; i < old_of_new.size(); ++i) ordering.new_of_old[old_of_new[i]] = static_cast<int>(i);
    ordering.old_of_new = std::move(old_of_new);
    ordering.half_bandwidth = width(graph, ordering.new_of_old);
    ordering.banded = banded;
    return ordering;
}

std::vector<int> identity(std::size_t n) {
    std::vector<int> places(n);
    std::iota(places.begin(), places.end(), 0);
    return places;
}

/// The graph, traversed level by level from a start; all traversals share the state, so nothing is searched twice.
class Walker {
  public:
    explicit Walker(const Graph& graph) : graph_(graph), seen_(graph.size(), 0) {}

    /// Appends the component of `start` to `order` in Cuthill-McKee order (level by level; the children of one unknown
    /// by degree, then by index) and returns its number of levels; `last_level` is the start of the last one.
    int walk(int start, std::vector<int>& order, std::size_t& last_level) {
        ++mark_;
        std::size_t begin = order.size(), end;
        order.push_back(start);
        seen_[start] = mark_;
        int levels = 0;
        std::vector<int> sons;
        do {
            ++levels;
            last_level = begin;
            end = order.size();
            for (std::size_t i = begin; i < end; ++i) {
                sons.clear();
                for (const int j : graph_.neighbours(order[i]))
                    if (seen_[j] != mark_) {
                        seen_[j] = mark_;
                        sons.push_back(j);
                    }
                std::stable_sort(sons.begin(), sons.end(), [&](int a, int b) { return graph_.degree(a) < graph_.degree(b); });
                order.insert(order.end(), sons.begin(), sons.end());
            }
            begin = end;
        } while (begin < order.size());
        return levels;
    }

    /// An end of the component: the lowest-degree unknown of the last level, repeated while the number of levels grows.
    int peripheral(int start) {
        std::vector<int> order;
        std::size_t last = 0;
        int levels = walk(start, order, last);
        while (true) {
            const int candidate =
                *std::min_element(order.begin() + static_cast<std::ptrdiff_t>(last), order.end(),
                                  [&](int a, int b) { return std::pair(graph_.degree(a), a) < std::pair(graph_.degree(b), b); });
            order.clear();
            const int deeper = walk(candidate, order, last);
            if (deeper <= levels) return start;
            start = candidate;
            levels = deeper;
        }
    }

  private:
    const Graph& graph_;
    std::vector<int> seen_;
    int mark_ = 0;
};

}  // namespace

int half_bandwidth(MatrixList matrices) {
    int widest = 0;
    for (const SparseMatrix& matrix : matrices)
        for (int col = 0; col < matrix.outerSize(); ++col)
            for (SparseMatrix::InnerIterator it(matrix, col); it; ++it)
                if (it.value() != 0) widest = std::max(widest, std::abs(static_cast<int>(it.row()) - col));
    return widest;
}

int half_bandwidth(const SparseMatrix& matrix) {
    const std::reference_wrapper<const SparseMatrix> one[] = {matrix};
    return half_bandwidth(MatrixList(one));
}

namespace {

Ordering reverse_cuthill_mckee(const Graph& graph) {
    const std::size_t n = graph.size();
    Walker walker(graph);
    std::vector<int> order;
    std::vector<char> placed(n, 0);
    for (std::size_t i = 0; i < n; ++i) {
        if (placed[i]) continue;
        const std::size_t begin = order.size();
        std::size_t last = 0;
        walker.walk(walker.peripheral(static_cast<int>(i)), order, last);
        for (std::size_t p = begin; p < order.size(); ++p) placed[order[p]] = 1;
        std::reverse(order.begin() + static_cast<std::ptrdiff_t>(begin), order.end());  // components keep their sequence
    }
    Ordering found = ordering_of(std::move(order), graph, true);
    if (width(graph, identity(n)) <= found.half_bandwidth) return ordering_of(identity(n), graph, true);
    return found;
}

SparseMatrix pattern_of(const Graph& graph) {
    const int n = graph.size();
    std::vector<Eigen::Triplet<double>> entries;
    for (int i = 0; i < n; ++i) {
        entries.emplace_back(i, i, 1.0);
        for (const int j : graph.neighbours(i)) entries.emplace_back(i, j, 1.0);
    }
    SparseMatrix pattern(n, n);
    pattern.setFromTriplets(entries.begin(), entries.end());
    return pattern;
}

Ordering minimum_degree(const Graph& graph) {
    const auto n = static_cast<std::ptrdiff_t>(graph.size());
    Permutation new_to_old;
    Eigen::AMDOrdering<int>()(pattern_of(graph), new_to_old);  // Eigen's AMD returns the inverse: indices()[new] = old
    return ordering_of({new_to_old.indices().data(), new_to_old.indices().data() + n}, graph, false);
}

/// old_of_new of the joined vertices.
std::vector<int> dissected(const JoinedGraph& joined) {
    static_assert(sizeof(idx_t) == sizeof(int));
    const Graph& graph = joined.graph;
    if (graph.adjacent.empty()) return identity(graph.size());
    auto n = static_cast<idx_t>(graph.size());
    std::vector<idx_t> first(graph.first.begin(), graph.first.end()), adjacent = graph.adjacent, weight(n);
    for (int i = 0; i < n; ++i) weight[i] = joined.first[i + 1] - joined.first[i];
    std::vector<idx_t> old_of_new(n), new_of_old(n);
    idx_t options[METIS_NOPTIONS];
    METIS_SetDefaultOptions(options);
    options[METIS_OPTION_SEED] = 1;  // the same order every time
    if (METIS_NodeND(&n, first.data(), adjacent.data(), weight.data(), options, old_of_new.data(), new_of_old.data()) != METIS_OK)
        throw std::runtime_error("ordering: nested dissection failed");
    return old_of_new;
}

Ordering nested_dissection(const Graph& graph) {
    const JoinedGraph joined = join_alike(graph);
    // A postorder of the elimination tree causes the same fill, with the columns of one structure side by side.
    const Ordering order = ordering_of(dissected(joined), joined.graph, false);
    std::vector<int> old_of_new;
    old_of_new.reserve(graph.size());
    for (const int place : postorder(elimination_tree(permuted(pattern_of(joined.graph), order)))) {
        const int old = order.old_of_new[place];
        old_of_new.insert(old_of_new.end(), joined.members.begin() + joined.first[old],
                          joined.members.begin() + joined.first[old + 1]);
    }
    return ordering_of(std::move(old_of_new), graph, false);
}

}  // namespace

Ordering reverse_cuthill_mckee(MatrixList matrices) { return reverse_cuthill_mckee(union_graph(matrices)); }

Ordering reverse_cuthill_mckee(PatternList patterns) { return reverse_cuthill_mckee(union_graph(patterns)); }

Ordering minimum_degree(MatrixList matrices) { return minimum_degree(union_graph(matrices)); }

Ordering nested_dissection(MatrixList matrices) { return nested_dissection(union_graph(matrices)); }

Ordering choose_ordering(MatrixList matrices) {
    const Graph graph = union_graph(matrices);
    if (least_half_bandwidth(graph) <= widest_band) {
        Ordering ordering = reverse_cuthill_mckee(graph);
        if (ordering.half_bandwidth <= widest_band) return ordering;
    }
    return graph.size() < dissection_pays ? minimum_degree(graph) : nested_dissection(graph);
}

SparseMatrix permuted(const SparseMatrix& matrix, const Ordering& ordering) {
    SparseMatrix out(matrix.rows(), matrix.cols());
    out.resizeNonZeros(matrix.nonZeros());
    use_large_pages(out.valuePtr(), sizeof(double) * static_cast<std::size_t>(out.nonZeros()));
    use_large_pages(out.innerIndexPtr(), sizeof(int) * static_cast<std::size_t>(out.nonZeros()));
    std::vector<std::pair<int, double>> entries;  // of a column
    int end = 0;
    for (int col = 0; col < matrix.outerSize(); ++col) {
        entries.clear();
        for (SparseMatrix::InnerIterator it(matrix, ordering.old_of_new[col]); it; ++it)
            entries.emplace_back(ordering.new_of_old[it.row()], it.value());
        std::ranges::sort(entries, {}, &std::pair<int, double>::first);
        out.outerIndexPtr()[col] = end;
        for (const auto& [row, value] : entries) {
            out.innerIndexPtr()[end] = row;
            out.valuePtr()[end++] = value;
        }
    }
    out.outerIndexPtr()[matrix.outerSize()] = end;
    return out;
}

void make_permuted(Pattern& pattern, const Ordering& ordering, SparseMatrix& out) {
    const int n = pattern.size();
    out.resize(n, n);
    int* outer = out.outerIndexPtr();
    outer[0] = 0;
    for (int col = 0; col < n; ++col)
        outer[col + 1] = outer[col] + static_cast<int>(pattern.column(ordering.old_of_new[col]).size());
    out.resizeNonZeros(outer[n]);
    use_large_pages(out.valuePtr(), sizeof(double) * static_cast<std::size_t>(outer[n]));
    use_large_pages(out.innerIndexPtr(), sizeof(int) * static_cast<std::size_t>(outer[n]));
    constexpr int strip = 512;
    for_each_piece((n + strip - 1) / strip, true, [&](std::ptrdiff_t piece) {
        const int begin = static_cast<int>(piece) * strip, end = std::min(n, begin + strip);
        for (int col = begin; col < end; ++col) {
            int* to = out.innerIndexPtr() + outer[col];
            for (const int row : pattern.column(ordering.old_of_new[col])) *to++ = ordering.new_of_old[row];
            std::sort(out.innerIndexPtr() + outer[col], to);
        }
    });
    pattern = Pattern();
}

Matrix permuted(const Matrix& rows, const Ordering& ordering) {
    Matrix moved(rows.rows(), rows.cols());
    for (Eigen::Index i = 0; i < rows.rows(); ++i) moved.row(i) = rows.row(ordering.old_of_new[i]);
    return moved;
}

Matrix restored(const Matrix& rows, const Ordering& ordering) {
    Matrix moved(rows.rows(), rows.cols());
    for (Eigen::Index i = 0; i < rows.rows(); ++i) moved.row(ordering.old_of_new[i]) = rows.row(i);
    return moved;
}

}  // namespace jounce::linalg
