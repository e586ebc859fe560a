// Processes that share large symmetric matrices: the ranks of mpirun.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>

#include "linalg/basics/types.hpp"

namespace jounce::linalg {

/// Of a shared symmetric matrix (n x n, stored in full) each rank holds some consecutive columns, which are also rows; the others
/// are empty. Every rank calls each function, in the same order and with arguments of the same size; all ranks receive the same
/// bits.
class Ranks {
  public:
    Ranks() = default;
    Ranks(const Ranks&) = delete;
    Ranks& operator=(const Ranks&) = delete;
    virtual ~Ranks() = default;

    [[nodiscard]] virtual int rank() const = 0;
    [[nodiscard]] virtual int size() const = 0;

    /// The first of n columns that rank r holds; n for r = size().
    [[nodiscard]] Eigen::Index first(Eigen::Index n, int r) const { return n * r / size(); }
    /// The first one that this rank holds, and the one behind the last.
    [[nodiscard]] std::pair<Eigen::Index, Eigen::Index> own(Eigen::Index n) const {
        return {first(n, rank()), first(n, rank() + 1)};
    }

    /// x becomes the sum of the x of all ranks.
    virtual void sum(Eigen::Ref<Matrix> x) const = 0;
    [[nodiscard]] virtual SparseMatrix sum(const SparseMatrix& x) const = 0;
    /// Each rank has computed the rows of x (n x k) of its own columns, and receives the others.
    virtual void complete(Eigen::Ref<Matrix> x) const = 0;
    /// The own columns of the sum of the `part` (n x n) of all ranks, added in their order; the memory of `part` is freed.
    [[nodiscard]] virtual SparseMatrix own_columns(SparseMatrix&& part) const = 0;
};

/// The sum over the ranks; without ranks, x itself.
template <class Dense>
[[nodiscard]] Dense summed(const Ranks* ranks, Dense x) {
    if (ranks != nullptr) ranks->sum(x);
    return x;
}
[[nodiscard]] inline SparseMatrix summed(const Ranks* ranks, SparseMatrix x) {
    if (ranks == nullptr) return x;
    return ranks->sum(x);
}

}  // namespace jounce::linalg
