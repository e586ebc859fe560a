// A row over the full model's dofs as one over the free coordinates and the prescribed motions.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "system/reduction/affine_map.hpp"
#include "system/state/system.hpp"

namespace jounce {

[[nodiscard]] SparseRow reduced_row(const AffineMap& map, const std::vector<LinearTerm>& terms);

}  // namespace jounce
