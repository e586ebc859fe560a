// u = T q + P s(t): how the full model's dofs follow from the free coordinates and the prescribed motions.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "linalg/types.hpp"
#include "system/builder/builder.hpp"

namespace jounce {

struct AffineMap {
    SparseMatrix T;                    ///< full dofs x coordinates
    SparseMatrix P;                    ///< full dofs x motions
    std::vector<int> dof_of;           ///< the full dof that each coordinate is
    std::vector<GivenMotion> motions;  ///< columns of P
    int supports = 0;                  ///< the first so many motions are prescribed; the others are static answers to loads

    [[nodiscard]] int size() const { return static_cast<int>(dof_of.size()); }
};

/// From the constraints. Coordinates that move no touched dof do not exist.
/// \throws Error when an entry needs a dof that has neither mass nor stiffness nor a constraint.
[[nodiscard]] AffineMap affine_map(const Builder& builder);

/// A dof with mass or stiffness that follows from many others (a distributing coupling whose node is held, or carries something)
/// couples all of them with each other: noted with its size from 1000 on.
/// \throws Error where it would not fit into memory
void check_fill(const AffineMap& map, const Builder& builder, std::vector<std::string>& notes);

/// Dofs without mass follow the others statically; T and P then hold that, and `notes` says which.
/// \param M the mass over the coordinates of `map`
/// \returns whether there were any
/// \throws Error naming the dof when it has no stiffness either, or when a gap or a damper acts on it.
bool condense_massless(AffineMap& map, const Builder& builder, const SparseMatrix& M, std::vector<std::string>& notes);

/// A^T B C, and its symmetric part when A and C are the same matrix and B is symmetric.
[[nodiscard]] SparseMatrix triple_product(const SparseMatrix& left, const SparseMatrix& middle, const SparseMatrix& right);
[[nodiscard]] SparseMatrix congruent(const SparseMatrix& middle, const SparseMatrix& map);

/// A sum of terms over the full model's dofs as a vector of that many entries.
[[nodiscard]] Vector full_vector(const std::vector<LinearTerm>& terms, int dofs);

}  // namespace jounce
