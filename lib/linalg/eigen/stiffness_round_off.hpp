// The one threshold below which a mode is a rigid-body mode.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <limits>

#include "linalg/basics/types.hpp"

namespace jounce::linalg {

/// phi^T K phi is zero to rounding when it is below this value: 16 eps |phi|^T |K| |phi|, where eps is 2^-52. The bound
/// uses the magnitudes of the products that cancel in a rigid motion. It therefore does not depend on a stiff spring
/// elsewhere in the model or on the units, and the lowest bending mode of a finely meshed beam stays above it
/// (docs/theory/modes.md, eq. 4).
[[nodiscard]] inline double stiffness_round_off(const SparseMatrix& K, const Vector& shape) {
    double sum = 0;
    for (int j = 0; j < K.outerSize(); ++j) {
        double column = 0;
        for (SparseMatrix::InnerIterator it(K, j); it; ++it) column += std::abs(it.value() * shape[it.row()]);
        sum += column * std::abs(shape[j]);
    }
    return 16 * std::numeric_limits<double>::epsilon() * sum;
}

}  // namespace jounce::linalg
