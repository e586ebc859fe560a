// A sum over dofs of the full model as a row over the free coordinates and the prescribed motions.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "system/state/system.hpp"

namespace jounce {

/// \param full weights of all dofs of the full model
[[nodiscard]] inline SparseRow row_of_dofs(const System& system, const linalg::Vector& full) {
    SparseRow row;
    const linalg::Vector q = system.recovery.T.transpose() * full;
    for (Eigen::Index j = 0; j < q.size(); ++j) {
        if (q[j] == 0) continue;
        row.index.push_back(static_cast<int>(j));
        row.coefficient.push_back(q[j]);
    }
    for (std::size_t j = 0; j < system.recovery.prescribed.size(); ++j) {
        const double coefficient = system.recovery.prescribed[j].pattern.dot(full);
        if (coefficient == 0) continue;
        row.prescribed.push_back(static_cast<int>(j));
        row.prescribed_coefficient.push_back(coefficient);
    }
    return row;
}

/// The row of a dof of the full model.
[[nodiscard]] inline SparseRow row_of_dof(const System& system, int dof) {
    SparseRow row;
    const linalg::SparseMatrix& T = system.recovery.T;
    for (int j = 0; j < T.outerSize(); ++j) {
        if (const double coefficient = T.coeff(dof, j); coefficient != 0) {
            row.index.push_back(j);
            row.coefficient.push_back(coefficient);
        }
    }
    for (std::size_t j = 0; j < system.recovery.prescribed.size(); ++j) {
        if (const double coefficient = system.recovery.prescribed[j].pattern[dof]; coefficient != 0) {
            row.prescribed.push_back(static_cast<int>(j));
            row.prescribed_coefficient.push_back(coefficient);
        }
    }
    return row;
}

}  // namespace jounce
