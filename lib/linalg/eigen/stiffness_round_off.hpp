// The one threshold below which a mode is a rigid-body mode.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <limits>

#include "linalg/basics/shared_matrix.hpp"

namespace jounce::linalg {

/// Above this many times the bound of stiffness_round_off, rounding changes phi^T K phi by up to 0.2 per cent: of thin plates the
/// error is at most a hundredth of the bound (docs/theory/modes.md).
inline constexpr double sure_above_rounding = 8;

/// phi^T K phi is zero to rounding when it is below this value: 16 eps |phi|^T |K| |phi|, where eps is 2^-52. The bound
/// uses the magnitudes of the products that cancel in a rigid motion. It therefore does not depend on a stiff spring
/// elsewhere in the model or on the units, and the lowest bending mode of a finely meshed beam stays above it
/// (docs/theory/modes.md, eq. 4).
[[nodiscard]] inline double stiffness_round_off(const SharedMatrix& K, const Vector& shape) {
    Vector sum = Vector::Zero(1);
    for (int j = 0; j < K.held().outerSize(); ++j) {
        double column = 0;
        for (SparseMatrix::InnerIterator it(K.held(), j); it; ++it) column += std::abs(it.value() * shape[it.row()]);
        sum[0] += column * std::abs(shape[j]);
    }
    if (K.ranks() != nullptr) K.ranks()->sum(sum);
    return 16 * std::numeric_limits<double>::epsilon() * sum[0];
}

}  // namespace jounce::linalg
