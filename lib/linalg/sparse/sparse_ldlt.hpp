// L D L' of a sparse symmetric matrix that is already in a fill-reducing order.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "base/messages/stage.hpp"
#include "linalg/basics/pivot.hpp"
#include "linalg/basics/types.hpp"
#include "linalg/sparse/elimination_tree.hpp"
#include "linalg/sparse/spare_memory.hpp"

namespace jounce::linalg {

/// Multifrontal elimination in the given order, by dense blocks (see Supernode), without pivoting within or between
/// them. It also factors indefinite matrices and so gives their inertia, which a supernodal Cholesky factor cannot.
/// Subtrees are eliminated on all threads; every sum has a fixed order, so the result does not depend on the number of
/// threads. Substitution allocates nothing.
/// Sources: I. S. Duff, J. K. Reid (1983), doi:10.1145/356044.356047; J. W. H. Liu (1992), doi:10.1137/1034004.
class SparseLdlt {
  public:
    /// Reads the lower triangle, and the pattern of the upper one.
    /// \param nodes `supernodes` of a matrix with the same pattern; null: they are computed
    /// \param spare lends memory to the factor, if given \param stage is told how much is done
    /// \throws SingularMatrix
    explicit SparseLdlt(const OrderedSum& matrix, std::shared_ptr<const std::vector<Supernode>> nodes = {},
                        const std::shared_ptr<SpareMemory>& spare = {}, const StagePart& stage = {});

    int size() const noexcept { return static_cast<int>(reciprocals_.size()); }
    int negative_pivots() const noexcept { return negative_pivots_; }
    int smallest_pivot_row() const noexcept { return smallest_pivot_row_; }
    double smallest_pivot_ratio() const noexcept { return smallest_pivot_ratio_; }
    void solve_in_place(double* x) const noexcept;
    /// All columns at once, in strips: the factor is read once for each. Allocates.
    void solve_in_place(RowMatrix& columns) const;
    /// The same, where only `rows` of the result are needed.
    void solve_in_place(RowMatrix& columns, std::span<const int> rows) const;
    /// Stored numbers, including the zeros of merged blocks.
    std::size_t stored() const noexcept { return values_.get().size(); }

  private:
    std::shared_ptr<const std::vector<Supernode>> nodes_;
    LentValues values_;  // of L, each block by columns; the part above its diagonal is not used
    std::vector<double> reciprocals_;
    int negative_pivots_ = 0;
    int smallest_pivot_row_ = 0;
    double smallest_pivot_ratio_ = 1;
};

/// The pivots of such a factor without the factor: their signs are the inertia.
/// \param nodes `supernodes` of a matrix with the same pattern
/// \throws SingularMatrix
[[nodiscard]] PivotRecord pivots_without_factor(const OrderedSum& matrix, const std::vector<Supernode>& nodes,
                                                const StagePart& stage = {});

}  // namespace jounce::linalg
