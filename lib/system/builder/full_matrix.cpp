// Columns of shells and of the stored matrix; parts and products of their sum.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/builder/full_matrix.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace jounce {

void FullMatrix::make(std::shared_ptr<const ShellElements> shells, ShellMatrixFunction matrix, SparseMatrix& stored) {
    if (shells && !shells->empty()) shells_ = std::move(shells);
    matrix_ = matrix;
    stored_.swap(stored);
}

int FullMatrix::block() const {
    constexpr int blocks = 16, fewest = 512;
    return std::max(fewest, static_cast<int>(size() / 6) / blocks);
}

std::vector<int> FullMatrix::all_nodes() const {
    std::vector<int> out(static_cast<std::size_t>(size() / 6));
    std::iota(out.begin(), out.end(), 0);
    return out;
}

namespace {

/// Entries that arrive column by column, in ascending columns.
class Collector {
  public:
    explicit Collector(Eigen::Index size) : out_(size, size) {}
    void add(int row, int column, double value) {
        for (; column_ < column; ++column_) out_.outerIndexPtr()[column_ + 1] = filled();
        out_.data().append(value, row);
    }
    void finish(SparseMatrix& to) {
        for (; column_ < out_.cols(); ++column_) out_.outerIndexPtr()[column_ + 1] = filled();
        to.swap(out_);
    }

  private:
    [[nodiscard]] int filled() { return static_cast<int>(out_.data().size()); }
    SparseMatrix out_;
    int column_ = 0;
};

}  // namespace

SparseMatrix FullMatrix::columns(const std::vector<bool>& chosen) const {
    std::vector<int> nodes;
    for (int node = 0; node < static_cast<int>(size() / 6); ++node) {
        const auto first = chosen.begin() + 6 * node;
        if (std::find(first, first + 6, true) != first + 6) nodes.push_back(node);
    }
    Collector found(size());
    for_each_entry(nodes, [&](int row, int column, double value) {
        if (chosen[static_cast<std::size_t>(column)]) found.add(row, column, value);
    });
    SparseMatrix out;
    found.finish(out);
    return out;
}

SparseMatrix FullMatrix::rows(const std::vector<bool>& chosen) const {
    std::vector<bool> reached(static_cast<std::size_t>(size() / 6), false);
    for (int j = 0; j < stored_.outerSize(); ++j) {
        for (SparseMatrix::InnerIterator it(stored_, j); it; ++it)
            if (chosen[static_cast<std::size_t>(it.row())]) reached[static_cast<std::size_t>(j / 6)] = true;
    }
    for (int dof = 0; shells_ && dof < static_cast<int>(size()); ++dof) {
        if (!chosen[static_cast<std::size_t>(dof)]) continue;
        for (const int node : shells_->neighbours(dof / 6)) reached[static_cast<std::size_t>(node)] = true;
    }
    std::vector<int> nodes;
    for (std::size_t node = 0; node < reached.size(); ++node)
        if (reached[node]) nodes.push_back(static_cast<int>(node));
    Collector found(size());
    for_each_entry(nodes, [&](int row, int column, double value) {
        if (chosen[static_cast<std::size_t>(row)]) found.add(row, column, value);
    });
    SparseMatrix out;
    found.finish(out);
    return out;
}

Matrix FullMatrix::times(const Matrix& x) const {
    const linalg::RowMatrix by_rows = x;
    linalg::RowMatrix out = linalg::RowMatrix::Zero(x.rows(), x.cols());
    for_each_entry([&](int row, int column, double value) {
        for (Eigen::Index k = 0; value != 0 && k < x.cols(); ++k) out(row, k) += value * by_rows(column, k);
    });
    return out;
}

FullColumns::FullColumns(const FullMatrix& matrix) : matrix_(matrix) {
    if (!matrix.shells_) return;
    shells_ = std::make_unique<ShellColumns>(*matrix.shells_, matrix.matrix_);
    place_.resize(static_cast<std::size_t>(matrix.size() / 6));
}

void FullColumns::take(std::span<const int> nodes) {
    if (!shells_) return;
    for (std::size_t k = 0; k < nodes.size(); ++k) place_[static_cast<std::size_t>(nodes[k])] = static_cast<int>(k);
    shells_->take(nodes, taken_);
    const SparseMatrix& stored = matrix_.stored_;
    Eigen::Index more = 0;
    for (const int node : nodes) more += stored.outerIndexPtr()[6 * node + 6] - stored.outerIndexPtr()[6 * node];
    if (more == 0) return;
    SparseMatrix added(taken_.rows(), taken_.cols());
    added.reserve(more);
    for (std::size_t k = 0; k < nodes.size(); ++k) {
        for (int d = 0; d < 6; ++d) {
            const auto column = static_cast<Eigen::Index>(6 * k) + d;
            added.startVec(column);
            for (SparseMatrix::InnerIterator it(stored, 6 * nodes[k] + d); it; ++it)
                added.insertBack(it.row(), column) = it.value();
        }
    }
    added.finalize();
    SparseMatrix sum = taken_ + added;
    taken_.swap(sum);
}

}  // namespace jounce
