// u = T q + P s(t): the full model's dofs from the free coordinates and the prescribed motions.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "linalg/basics/types.hpp"
#include "linalg/sparse/graph.hpp"
#include "system/builder/builder.hpp"

namespace jounce {

/// A map by rows: one for each dof.
using RowMajor = Eigen::SparseMatrix<double, Eigen::RowMajor>;

struct AffineMap {
    SparseMatrix T;                    ///< full dofs x coordinates
    SparseMatrix P;                    ///< full dofs x motions
    std::vector<int> dof_of;           ///< the full-model dof of each coordinate
    std::vector<GivenMotion> motions;  ///< columns of P
    int supports = 0;  ///< number of prescribed motions, which come first; the others are static responses to loads

    [[nodiscard]] int size() const { return static_cast<int>(dof_of.size()); }
};

/// From the constraints. Coordinates that move no dof with matrix entries are left out.
/// \throws Error when an entry needs a dof without mass, stiffness and constraint.
[[nodiscard]] AffineMap affine_map(const Builder& builder);

/// A dof with mass or stiffness that depends on many others (a distributing coupling with a held or loaded node) couples all of
/// them: a note gives the size from 1000 coordinates.
/// \throws Error when the matrices would not fit into memory
void check_fill(const AffineMap& map, const Builder& builder, std::vector<std::string>& notes);

/// Condenses dofs without mass statically: changes T and P, and lists the dofs in `notes`.
/// \param mass where the mass over the coordinates of `map` differs from zero
/// \returns whether there were massless dofs
/// \throws Error naming the dof when it has no stiffness either, or when a gap or a damper acts on it.
bool condense_massless(AffineMap& map, const Builder& builder, const linalg::Pattern& mass, std::vector<std::string>& notes);

/// Columns of a sparse matrix, in the given order.
[[nodiscard]] SparseMatrix chosen_columns(const SparseMatrix& matrix, const std::vector<int>& chosen);

/// A sum of terms over the full model's dofs as a dense vector.
[[nodiscard]] Vector full_vector(const std::vector<LinearTerm>& terms, int dofs);

}  // namespace jounce
