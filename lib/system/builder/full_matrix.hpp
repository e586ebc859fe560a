// A matrix over all dofs of the model, of which only what does not come from shells is stored.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "linalg/basics/types.hpp"
#include "system/shells/shell_assembly.hpp"

namespace jounce {

/// n x n, the sum of the matrices of all shell elements and of a stored matrix. The sum over the elements is as large as the
/// matrices of the System and never exists as a whole: its columns are computed in blocks where they are needed (FullColumns).
class FullMatrix {
  public:
    FullMatrix() = default;
    /// \param stored n x n, left empty
    void make(std::shared_ptr<const ShellElements> shells, ShellMatrixFunction matrix, SparseMatrix& stored);

    [[nodiscard]] Eigen::Index size() const { return stored_.rows(); }
    /// Without the shells.
    [[nodiscard]] const SparseMatrix& stored() const { return stored_; }
    /// At most so many numbers differ from zero.
    [[nodiscard]] double entries() const { return (shells_ ? shells_->entries() : 0) + static_cast<double>(stored_.nonZeros()); }

    /// The entries (i, j) with the chosen j, or with the chosen i; n x n.
    [[nodiscard]] SparseMatrix columns(const std::vector<bool>& chosen) const;
    [[nodiscard]] SparseMatrix rows(const std::vector<bool>& chosen) const;
    /// A x (n x k).
    [[nodiscard]] Matrix times(const Matrix& x) const;

    /// So many nodes are taken together that their elements and columns take a small part of the memory of the matrix.
    [[nodiscard]] int block() const;
    /// Calls `visit(row, column, value)` for the entries in the columns of these nodes (ascending), by columns.
    template <class Visit>
    void for_each_entry(std::span<const int> nodes, const Visit& visit) const;
    /// In all columns.
    template <class Visit>
    void for_each_entry(const Visit& visit) const {
        for_each_entry(all_nodes(), visit);
    }

  private:
    friend class FullColumns;
    [[nodiscard]] std::vector<int> all_nodes() const;

    std::shared_ptr<const ShellElements> shells_;  // null where there is none
    ShellMatrixFunction matrix_ = nullptr;
    SparseMatrix stored_;
};

/// A walk over blocks of columns.
class FullColumns {
  public:
    explicit FullColumns(const FullMatrix& matrix);

    /// Makes the columns of these nodes (ascending) available, in place of those before; the work is shared by threads.
    void take(std::span<const int> nodes);
    /// The entries of a column that is available.
    [[nodiscard]] SparseMatrix::InnerIterator column(int dof) const {
        if (!shells_) return {matrix_.stored_, dof};
        return {taken_, 6 * place_[static_cast<std::size_t>(dof / 6)] + dof % 6};
    }

  private:
    const FullMatrix& matrix_;
    std::unique_ptr<ShellColumns> shells_;
    std::vector<int> place_;  // of each node in `taken_`
    SparseMatrix taken_;
};

template <class Visit>
void FullMatrix::for_each_entry(std::span<const int> nodes, const Visit& visit) const {
    FullColumns columns(*this);
    const auto together = static_cast<std::size_t>(block());
    for (std::size_t first = 0; first < nodes.size(); first += together) {
        const auto part = nodes.subspan(first, std::min(together, nodes.size() - first));
        columns.take(part);
        for (const int node : part) {
            for (int dof = 6 * node; dof < 6 * node + 6; ++dof)
                for (auto it = columns.column(dof); it; ++it) visit(static_cast<int>(it.row()), dof, it.value());
        }
    }
}

}  // namespace jounce
