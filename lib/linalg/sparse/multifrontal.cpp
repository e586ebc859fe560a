// Fronts: a block of columns is assembled from the matrix and its children and eliminated densely; the rest is passed
// to the parent.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/sparse/multifrontal.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "base/files/memory.hpp"
#include "base/threads/available_threads.hpp"
#include "base/threads/pieces.hpp"
#include "linalg/sparse/lower_strips.hpp"

extern "C" int omp_get_thread_num(void);  // <omp.h> is part of the compiler; clang-tidy does not find it

namespace jounce::linalg {

namespace {

using Block = Eigen::Map<Matrix>;
using Part = Eigen::Ref<Matrix>;

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

/// Eliminates the columns of a strip in place. \returns as eliminate_square
int eliminate_strip(Block strip) {
    const Eigen::Index width = strip.cols(), below = strip.rows() - width;
    const int zero = eliminate_square(strip.topRows(width));
    if (zero >= 0 || below == 0) return zero;
    auto lower = strip.bottomRows(below);
    strip.topRows(width).triangularView<Eigen::UnitLower>().transpose().solveInPlace<Eigen::OnTheRight>(lower);
    for (Eigen::Index j = 0; j < width; ++j) lower.col(j) /= strip(j, j);
    return -1;
}

/// The last `count` rows of an eliminated strip, times its pivots.
void weigh(const Block& strip, Eigen::Index count, Part weighted) {
    const auto lower = strip.bottomRows(count);
    for (Eigen::Index j = 0; j < strip.cols(); ++j) weighted.col(j) = lower.col(j) * strip(j, j);
}

/// A strip of a lower triangle less weighted * lower^T; `lower` has all its rows, of which those of the strip's columns come
/// first.
void subtract_symmetric(Block strip, const Eigen::Ref<const Matrix>& weighted, const Eigen::Ref<const Matrix>& lower) {
    const Eigen::Index b = strip.cols(), under = strip.rows() - b;
    strip.topRows(b).triangularView<Eigen::Lower>() -= weighted.topRows(b) * lower.topRows(b).transpose();
    if (under > 0) strip.bottomRows(under).noalias() -= weighted.bottomRows(under) * lower.topRows(b).transpose();
}

/// Eliminates the columns of a front in place, strip by strip, each followed by the update of those behind it.
/// \returns as eliminate_square
int eliminate_columns(const FactorStrips& front, Matrix& weighted) {
    const Eigen::Index height = front.rows();
    for (Eigen::Index k = 0; k < front.cols(); k += FactorStrips::width) {
        const Block strip = front.strip(k);
        const int zero = eliminate_strip(strip);
        if (zero >= 0) return static_cast<int>(k) + zero;
        const Eigen::Index next = k + strip.cols();
        if (next == front.cols()) break;
        weighted.resize(height - next, strip.cols());
        weigh(strip, height - next, weighted);
        for (Eigen::Index j = next; j < front.cols(); j += FactorStrips::width) {
            Block later = front.strip(j);
            later.noalias() -= weighted.bottomRows(height - j) * strip.middleRows(j - k, later.cols()).transpose();
        }
    }
    return -1;
}

/// Scratch memory of one thread.
struct Workspace {
    explicit Workspace(int n) : place(n, -1) {}
    std::vector<int> place;  ///< row of the matrix -> row of the front
    Matrix weighted;
    std::vector<double> front;  ///< the block of the current front, if it is not kept
    std::vector<double> stack;  ///< updates of a subtree, each below those of later fronts, until the parent uses them
    std::size_t top = 0;
};

/// Numbers in a Workspace that keeps the room for its largest front.
class Scratch {
  public:
    void make_room_for(const Supernode& node) {
        front_ = std::max(front_, static_cast<double>(node.stored()));
        weighted_ = std::max(weighted_, static_cast<double>(node.rows.size()) * node.width);
    }
    [[nodiscard]] double size() const { return front_ + weighted_; }

  private:
    double front_ = 0, weighted_ = 0;
};

/// The lower triangle that a front passes to its parent. It is on the stack of a thread, or owns its memory.
struct Update {
    UpdateStrips triangle;
    std::unique_ptr<double[]> own;
    std::vector<double> magnitudes;  ///< sums of l_ij^2 |d_j| for each of its rows i, over the columns j of the subtree
};

/// Disjoint subtrees of moderate work, by their roots; the nodes above them remain for later.
std::vector<int> subtrees(const std::vector<Supernode>& nodes) {
    std::vector<double> work(nodes.size());
    double total = 0;
    for (std::size_t s = 0; s < nodes.size(); ++s) total += work[s] = nodes[s].work;
    constexpr double worth_threads = 3e6;
    return total < worth_threads ? std::vector<int>() : separate_subtrees(nodes, std::move(work));
}

/// Of each supernode, whether it belongs to one of these subtrees.
std::vector<char> members_of_any(const std::vector<Supernode>& nodes, const std::vector<int>& roots) {
    std::vector<char> out(nodes.size(), 0);
    for (const int root : roots)
        for (const int s : members_of(nodes, root)) out[s] = 1;
    return out;
}

/// Multiplications of the whole elimination; positive.
double work_of(const std::vector<Supernode>& nodes) {
    double total = 1;
    for (const Supernode& node : nodes) total += node.work;
    return total;
}

class Elimination {
  public:
    Elimination(const OrderedSum& matrix, const std::vector<Supernode>& nodes, std::vector<double>* values,
                const StagePart& stage)
        : matrix_(matrix),
          nodes_(nodes),
          values_(values),
          updates_(nodes.size()),
          broken_(nodes.size(), 0),
          stage_(stage, work_of(nodes)) {
        pivots_.values.assign(static_cast<std::size_t>(matrix.size()), 0);
        const Vector diagonal = matrix.diagonal_magnitudes();
        pivots_.magnitudes.assign(diagonal.begin(), diagonal.end());
    }

    /// Subtrees in batches, each followed by the fronts above that have all they need: fewer updates wait for their parents than
    /// behind all subtrees. The batches do not change a sum, so that their size may depend on the number of threads.
    Pivots run() {
        std::vector<int> roots = subtrees(nodes_);
        std::ranges::sort(roots);
        const std::vector<char> taken = members_of_any(nodes_, roots);
        constexpr std::size_t for_each_thread = 4;
        const std::size_t batch = for_each_thread * static_cast<std::size_t>(available_threads());
        Workspace workspace(matrix_.size());
        for (std::size_t begin = 0, above = 0; above < nodes_.size(); begin += batch) {
            const std::size_t end = std::min(begin + batch, roots.size());
            if (begin < end)
                eliminate_subtrees(
                    {roots.begin() + static_cast<std::ptrdiff_t>(begin), roots.begin() + static_cast<std::ptrdiff_t>(end)});
            const std::size_t next = end < roots.size() ? static_cast<std::size_t>(roots[end]) : nodes_.size();
            for (; above < next; ++above)
                if (taken[above] == 0) eliminate(static_cast<int>(above), workspace, Place::own);
        }
        pivots_.zero = failed_;
        return std::move(pivots_);
    }

  private:
    enum class Place { stack, own };

    /// On all threads, those with most supernodes first.
    void eliminate_subtrees(const std::vector<int>& roots) {
        std::vector<std::vector<int>> members;
        for (const int root : roots) members.push_back(members_of(nodes_, root));
        std::ranges::stable_sort(members, std::greater(), &std::vector<int>::size);
        std::vector<std::optional<Workspace>> workspaces(static_cast<std::size_t>(available_threads()));
        for_each_unequal_piece(static_cast<std::ptrdiff_t>(members.size()), true, [&](std::ptrdiff_t r) {
            const std::vector<int>& subtree = members[static_cast<std::size_t>(r)];
            std::optional<Workspace>& workspace = workspaces[static_cast<std::size_t>(omp_get_thread_num())];
            if (!workspace) workspace.emplace(matrix_.size());
            workspace->stack.resize(std::max(workspace->stack.size(), stack_needed(subtree)));
            for (const int s : subtree) eliminate(s, *workspace, s == subtree.back() ? Place::own : Place::stack);
        });
    }

    [[nodiscard]] std::size_t update_size(int s) const {
        const auto below = static_cast<Eigen::Index>(nodes_[s].rows.size());
        return UpdateStrips::stored(below, below);
    }

    /// Numbers on the stack at most while a subtree is eliminated; the update of its root is not among them.
    [[nodiscard]] std::size_t stack_needed(const std::vector<int>& members) const {
        std::size_t top = 0, most = 0;
        for (std::size_t k = 0; k + 1 < members.size(); ++k) {
            top += update_size(members[k]);
            most = std::max(most, top);
            for (const int child : nodes_[members[k]].children) top -= update_size(child);
        }
        return most;
    }

    void fail(int s, int place, double pivot) {
        broken_[s] = 1;
        const int row = nodes_[s].first + place;
        pivots_.values[row] = pivot;
        int seen = failed_;
        while ((seen < 0 || row < seen) && !failed_.compare_exchange_weak(seen, row)) {
        }
    }

    /// Zeros for the block of a front.
    [[nodiscard]] FactorStrips front_of(const Supernode& node, Workspace& workspace) const {
        if (values_ != nullptr) return node.block(*values_);
        workspace.front.assign(node.stored(), 0);
        return {workspace.front.data(), node.height(), node.width};
    }

    void assemble(const Supernode& node, const FactorStrips& front, const UpdateStrips& rest, const std::vector<int>& place) {
        const int end = node.first + node.width;
        for (int col = node.first; col < end; ++col) {
            double* to = front.column(col - node.first);
            matrix_.for_each_in_column(col, [&](int row, double value) {
                if (row >= col) to[place[row]] += value;
            });
        }
        for (const int child : node.children) {
            const std::vector<int>& rows = nodes_[child].rows;
            const UpdateStrips& given = updates_[child].triangle;
            const auto count = static_cast<Eigen::Index>(rows.size());
            for (Eigen::Index j = 0; j < count; ++j) {
                const int col = place[rows[j]];
                const double* from = given.column(j);
                double* to = col < node.width ? front.column(col) : rest.column(col - node.width) - node.width;
                for (Eigen::Index i = j; i < count; ++i) to[place[rows[i]]] += from[i];
            }
        }
    }

    /// What the columns of an eliminated front, and those below it in the tree, add to the magnitudes of its pivots and of its
    /// update.
    void add_magnitudes(int s, const FactorStrips& front, const std::vector<int>& place) {
        const Supernode& node = nodes_[s];
        double* own = pivots_.magnitudes.data() + node.first;
        std::vector<double>& passed = updates_[s].magnitudes;
        passed.assign(node.rows.size(), 0);
        for (const int child : node.children) {
            const std::vector<int>& rows = nodes_[child].rows;
            for (std::size_t i = 0; i < rows.size(); ++i) {
                const int row = place[rows[i]];
                (row < node.width ? own[row] : passed[row - node.width]) += updates_[child].magnitudes[i];
            }
        }
        for (int j = 0; j < node.width; ++j) {
            const double* column = front.column(j);
            const double* below = column + node.width;
            const double pivot = std::abs(column[j]);
            for (int i = j + 1; i < node.width; ++i) own[i] += column[i] * column[i] * pivot;
            for (std::size_t i = 0; i < passed.size(); ++i) passed[i] += below[i] * below[i] * pivot;
        }
    }

    /// Zeros for the update of a front: of its own, or on top of the stack.
    UpdateStrips update_of(int s, Workspace& workspace, Place where) {
        const auto below = static_cast<Eigen::Index>(nodes_[s].rows.size());
        const std::size_t size = update_size(s);
        Update& update = updates_[s];
        if (where == Place::own) {
            update.own = std::make_unique<double[]>(size);
            update.triangle = {update.own.get(), below, below};
        } else {
            double* begin = workspace.stack.data() + workspace.top;
            std::fill_n(begin, size, 0.0);
            update.triangle = {begin, below, below};
            workspace.top += size;
        }
        return update.triangle;
    }

    /// Frees the updates of the children. Those on the stack are directly below the update of their parent, which moves down.
    void release_children(int s, Workspace& workspace, Place where) {
        std::size_t freed = 0;
        for (const int child : nodes_[s].children) {
            if (updates_[child].own == nullptr) freed += update_size(child);
            updates_[child] = {};
        }
        workspace.top -= freed;
        if (where == Place::own || freed == 0) return;
        UpdateStrips& triangle = updates_[s].triangle;
        double* to = triangle.data() - freed;
        std::copy_n(triangle.data(), update_size(s), to);
        triangle = {to, triangle.rows(), triangle.cols()};
    }

    void eliminate(int s, Workspace& workspace, Place where) {
        const Supernode& node = nodes_[s];
        const UpdateStrips rest = update_of(s, workspace, where);
        if (std::any_of(node.children.begin(), node.children.end(), [&](int child) { return broken_[child] != 0; }))
            broken_[s] = 1;
        else
            eliminate_front(s, rest, workspace, where == Place::own);
        stage_.add(node.work);
        release_children(s, workspace, where);
    }

    void eliminate_front(int s, const UpdateStrips& rest, Workspace& workspace, bool alone) {
        const Supernode& node = nodes_[s];
        const Eigen::Index height = node.height(), width = node.width, below = height - width;
        const FactorStrips front = front_of(node, workspace);
        for (int i = 0; i < node.width; ++i) workspace.place[node.first + i] = i;
        for (std::size_t i = 0; i < node.rows.size(); ++i) workspace.place[node.rows[i]] = node.width + static_cast<int>(i);
        assemble(node, front, rest, workspace.place);

        const int zero = eliminate_columns(front, workspace.weighted);
        if (zero >= 0) return fail(s, zero, front.column(zero)[zero]);
        for (Eigen::Index j = 0; j < width; ++j) pivots_.values[node.first + j] = front.column(j)[j];
        add_magnitudes(s, front, workspace.place);
        if (below == 0) return;
        Matrix& weighted = workspace.weighted;
        weighted.resize(below, width);
        for (Eigen::Index k = 0; k < width; k += FactorStrips::width) {
            const Block strip = front.strip(k);
            weigh(strip, below, weighted.middleCols(k, strip.cols()));
        }
        const Eigen::Index strips = (below + UpdateStrips::width - 1) / UpdateStrips::width;
        const bool large = alone && node.work > shared;
        for_each_unequal_piece(strips, large, [&](Eigen::Index k) {
            const Eigen::Index first = k * UpdateStrips::width;
            for (Eigen::Index j = 0; j < width; j += FactorStrips::width) {
                const Block columns = front.strip(j);
                subtract_symmetric(rest.strip(first), weighted.block(first, j, below - first, columns.cols()),
                                   columns.bottomRows(below - first));
            }
            if (large) stage_.add(0);  // an interrupt need not wait for the end of a large front
        });
    }

    const OrderedSum& matrix_;
    const std::vector<Supernode>& nodes_;
    std::vector<double>* values_;
    Pivots pivots_;
    std::vector<Update> updates_;
    std::vector<char> broken_;  // fronts that could not be eliminated, or with such a child
    std::atomic<int> failed_ = -1;
    SharedStage stage_;
};

}  // namespace

double elimination_memory(const std::vector<Supernode>& nodes, Blocks blocks) {
    double stored = 0, waiting = 0, most = 0;
    const std::vector<int> roots = subtrees(nodes);
    const std::vector<char> in_subtree = members_of_any(nodes, roots);
    Scratch above, of_thread;
    const auto update = [&nodes](int s) {
        const auto below = static_cast<Eigen::Index>(nodes[static_cast<std::size_t>(s)].rows.size());
        return static_cast<double>(UpdateStrips::stored(below, below));
    };
    for (std::size_t s = 0; s < nodes.size(); ++s) {
        stored += static_cast<double>(nodes[s].stored());
        (in_subtree[s] != 0 ? of_thread : above).make_room_for(nodes[s]);
        waiting += update(static_cast<int>(s));
        most = std::max(most, waiting);
        for (const int child : nodes[s].children) waiting -= update(child);
    }
    const auto threads = static_cast<double>(std::min(roots.size(), static_cast<std::size_t>(available_threads())));
    return sizeof(double) * (blocks == Blocks::kept ? stored + most : most + above.size() + threads * of_thread.size());
}

Pivots eliminate(const OrderedSum& matrix, const std::vector<Supernode>& nodes, std::vector<double>* values,
                 const StagePart& stage) {
    if (values != nullptr) {
        const std::size_t stored = nodes.empty() ? 0 : nodes.back().first_value + nodes.back().stored();
        values->clear();
        if (values->capacity() < stored) {
            values->reserve(stored);
            use_large_pages(values->data(), sizeof(double) * stored);
        }
        values->assign(stored, 0);
    }
    return Elimination(matrix, nodes, values, stage).run();
}

}  // namespace jounce::linalg
