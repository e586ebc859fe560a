// Which vectors depend linearly on others, by their Gram matrix.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "linalg/basics/types.hpp"

namespace jounce::modal {

/// Factors that scale vectors to length one, and those of them that do not depend on the others, ascending: Cholesky with
/// pivoting of their Gram matrix.
struct Independent {
    linalg::Vector scale;
    std::vector<Eigen::Index> kept;
};

[[nodiscard]] Independent independent_columns(linalg::Matrix gram);

}  // namespace jounce::modal
