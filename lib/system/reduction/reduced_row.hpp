// A row over the full model's dofs as one over the free coordinates and the prescribed motions.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <span>
#include <vector>

#include "system/reduction/affine_map.hpp"
#include "system/state/system.hpp"

namespace jounce {

/// A row over the dofs as one over the columns of `map`, a row for each dof; terms that cancel stay as zeros.
[[nodiscard]] std::map<int, double> terms_over(std::span<const LinearTerm> row, const RowMajor& map);

[[nodiscard]] SparseRow reduced_row(const AffineMap& map, const std::vector<LinearTerm>& terms);

}  // namespace jounce
