// Matrices of elements, kept until their sum is formed in the memory of the sum.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "linalg/basics/types.hpp"

namespace jounce {

/// Small dense matrices over some dofs each. One that is symmetric to rounding is kept as half of it, the mean of both halves.
class ElementMatrices {
  public:
    /// \param matrix m x m over the m `dofs`; zeros may be many, but they take memory
    void add(std::span<const int> dofs, const Eigen::Ref<const Matrix>& matrix);

    /// The sum over all dofs (n x n). An entry is stored where an element has a number that is not zero; terms are added in the
    /// sequence of the elements. Two passes, one column after the other: beside the result nothing is allocated but a few lists
    /// of n numbers and one number for each dof of each element.
    [[nodiscard]] SparseMatrix sum(int n) const;

  private:
    struct Element {
        std::size_t first_dof, first_value;
        int size;
        bool symmetric;
    };
    [[nodiscard]] double value(const Element& element, int i, int j) const;

    std::vector<Element> elements_;
    std::vector<int> dofs_;
    std::vector<double> values_;  // by columns: the lower triangle when symmetric
};

}  // namespace jounce
