// Fronts: a block of columns is assembled from the matrix and its children and eliminated densely; the rest is passed
// to the parent.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/multifrontal.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <atomic>
#include <cmath>

namespace jounce::linalg {

namespace {

using Block = Eigen::Map<Matrix>;
using Part = Eigen::Ref<Matrix>;

constexpr int panel = 32;       // columns eliminated before the other columns are updated
constexpr int strip = 192;      // columns per strip of an update, independent of the number of threads
constexpr double shared = 1e8;  // above this work the strips of one front are shared between threads

/// L D L' of a small square block, in place: D on the diagonal, L below. \returns the index of a pivot that is zero or
/// NaN, or -1
int eliminate_square(Part a) {
    const Eigen::Index n = a.rows();
    for (Eigen::Index k = 0; k < n; ++k) {
        const double pivot = a(k, k);
        if (!(std::abs(pivot) > 0)) return static_cast<int>(k);
        const double reciprocal = 1 / pivot;
        for (Eigen::Index j = k + 1; j < n; ++j) {
            const double factor = a(j, k) * reciprocal;
            for (Eigen::Index i = j; i < n; ++i) a(i, j) -= a(i, k) * factor;
        }
        for (Eigen::Index i = k + 1; i < n; ++i) a(i, k) *= reciprocal;
    }
    return -1;
}

/// Eliminates the first `width` columns of a front in place. \returns as eliminate_square
int eliminate_columns(Block& front, Matrix& weighted) {
    const Eigen::Index height = front.rows(), width = front.cols();
    for (Eigen::Index k = 0; k < width; k += panel) {
        const Eigen::Index b = std::min<Eigen::Index>(panel, width - k), next = k + b, below = height - next;
        const int zero = eliminate_square(front.block(k, k, b, b));
        if (zero >= 0) return static_cast<int>(k) + zero;
        if (below == 0) continue;
        auto lower = front.block(next, k, below, b);
        front.block(k, k, b, b).triangularView<Eigen::UnitLower>().transpose().solveInPlace<Eigen::OnTheRight>(lower);
        if (next < width) weighted = lower;
        for (Eigen::Index j = 0; j < b; ++j) lower.col(j) /= front(k + j, k + j);
        if (next < width)
            front.block(next, next, below, width - next).noalias() -= weighted * lower.topRows(width - next).transpose();
    }
    return -1;
}

/// Scratch memory of one thread.
struct Workspace {
    explicit Workspace(int n) : place(n, -1) {}
    std::vector<int> place;  ///< row of the matrix -> row of the front
    Matrix weighted;
};

class Elimination {
  public:
    Elimination(const SparseMatrix& matrix, const std::vector<Supernode>& nodes, std::vector<double>& values,
                std::vector<double>& pivots)
        : matrix_(matrix), nodes_(nodes), values_(values), pivots_(pivots), rests_(nodes.size()), broken_(nodes.size(), 0) {}

    int run() {
        const std::vector<int> roots = subtrees();
        std::vector<std::vector<int>> members(roots.size());
        std::vector<int> top;
        std::vector<int> owner(nodes_.size(), -1);
        for (std::size_t r = 0; r < roots.size(); ++r) owner[roots[r]] = static_cast<int>(r);
        for (int s = static_cast<int>(nodes_.size()) - 1; s >= 0; --s)
            if (owner[s] < 0 && nodes_[s].parent >= 0) owner[s] = owner[nodes_[s].parent];
        for (int s = 0; s < static_cast<int>(nodes_.size()); ++s) {
            if (owner[s] >= 0)
                members[owner[s]].push_back(s);
            else
                top.push_back(s);
        }
#pragma omp parallel if (roots.size() > 1)
        {
            Workspace workspace(static_cast<int>(matrix_.rows()));
#pragma omp for schedule(dynamic, 1)
            for (std::size_t r = 0; r < roots.size(); ++r)
                for (const int s : members[r]) eliminate(s, workspace, false);
        }
        Workspace workspace(static_cast<int>(matrix_.rows()));
        for (const int s : top) eliminate(s, workspace, true);
        return failed_;
    }

  private:
    /// Roots of disjoint subtrees of moderate work; the nodes above them are eliminated afterwards.
    [[nodiscard]] std::vector<int> subtrees() const {
        std::vector<double> work(nodes_.size());
        double total = 0;
        for (std::size_t s = 0; s < nodes_.size(); ++s) {
            work[s] += nodes_[s].work;
            total += nodes_[s].work;
            if (nodes_[s].parent >= 0) work[nodes_[s].parent] += work[s];
        }
        constexpr double worth_threads = 3e6;
        std::vector<int> roots;
        if (total < worth_threads) return roots;
        // The partition does not depend on the number of threads: subtrees are small enough to balance many.
        for (std::size_t s = 0; s < nodes_.size(); ++s)
            if (work[s] <= total / 24 && (nodes_[s].parent < 0 || work[nodes_[s].parent] > total / 24))
                roots.push_back(static_cast<int>(s));
        std::stable_sort(roots.begin(), roots.end(), [&](int a, int b) { return work[a] > work[b]; });
        return roots;
    }

    void fail(int s, int place, double pivot) {
        broken_[s] = 1;
        const int row = nodes_[s].first + place;
        pivots_[row] = pivot;
        int seen = failed_;
        while ((seen < 0 || row < seen) && !failed_.compare_exchange_weak(seen, row)) {
        }
    }

    void assemble(const Supernode& node, Block& front, Matrix& rest, const std::vector<int>& place) {
        const int end = node.first + node.width;
        for (int col = node.first; col < end; ++col)
            for (SparseMatrix::InnerIterator it(matrix_, col); it; ++it)
                if (it.row() >= col) front(place[it.row()], col - node.first) += it.value();
        for (const int child : node.children) {
            const std::vector<int>& rows = nodes_[child].rows;
            Matrix& given = rests_[child];
            const auto count = static_cast<Eigen::Index>(rows.size());
            for (Eigen::Index j = 0; j < count; ++j) {
                const int col = place[rows[j]];
                const double* from = given.data() + j * count;
                double* to = col < node.width ? &front(0, col) : &rest(0, col - node.width) - node.width;
                for (Eigen::Index i = j; i < count; ++i) to[place[rows[i]]] += from[i];
            }
            given.resize(0, 0);
        }
    }

    void eliminate(int s, Workspace& workspace, bool alone) {
        const Supernode& node = nodes_[s];
        if (std::any_of(node.children.begin(), node.children.end(), [&](int child) { return broken_[child] != 0; })) {
            broken_[s] = 1;
            return;
        }
        const Eigen::Index height = node.height(), width = node.width, below = height - width;
        Block front(values_.data() + node.first_value, height, width);
        Matrix& rest = rests_[s];
        rest.setZero(below, below);
        for (int i = 0; i < node.width; ++i) workspace.place[node.first + i] = i;
        for (std::size_t i = 0; i < node.rows.size(); ++i) workspace.place[node.rows[i]] = node.width + static_cast<int>(i);
        assemble(node, front, rest, workspace.place);

        const int zero = eliminate_columns(front, workspace.weighted);
        if (zero >= 0) return fail(s, zero, front(zero, zero));
        for (Eigen::Index j = 0; j < width; ++j) pivots_[node.first + j] = front(j, j);
        if (below == 0) return;
        const auto lower = front.bottomRows(below);
        Matrix& weighted = workspace.weighted;
        weighted = lower;
        for (Eigen::Index j = 0; j < width; ++j) weighted.col(j) *= front(j, j);
#pragma omp parallel for schedule(dynamic, 1) if (alone && node.work > shared)
        for (Eigen::Index j = 0; j < below; j += strip) {
            const Eigen::Index b = std::min<Eigen::Index>(strip, below - j), under = below - j - b;
            rest.block(j, j, b, b).triangularView<Eigen::Lower>() -=
                weighted.middleRows(j, b) * lower.middleRows(j, b).transpose();
            if (under > 0)
                rest.block(j + b, j, under, b).noalias() -= weighted.bottomRows(under) * lower.middleRows(j, b).transpose();
        }
    }

    const SparseMatrix& matrix_;
    const std::vector<Supernode>& nodes_;
    std::vector<double>& values_;
    std::vector<double>& pivots_;
    std::vector<Matrix> rests_;  // update that a front passes to its parent (lower triangle), until it is used
    std::vector<char> broken_;   // fronts that could not be eliminated, or with such a child
    std::atomic<int> failed_ = -1;
};

}  // namespace

int eliminate(const SparseMatrix& matrix, const std::vector<Supernode>& nodes, std::vector<double>& values,
              std::vector<double>& pivots) {
    const std::size_t stored =
        nodes.empty() ? 0 : nodes.back().first_value + static_cast<std::size_t>(nodes.back().height()) * nodes.back().width;
    values.assign(stored, 0);
    pivots.assign(matrix.rows(), 0);
    return Elimination(matrix, nodes, values, pivots).run();
}

}  // namespace jounce::linalg
