// The one threshold below which a mode is a rigid-body mode.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <limits>

#include "linalg/basics/shared_matrix.hpp"

namespace jounce::linalg {

/// What an energy phi^T K phi tells, in multiples of the bound r of stiffness_round_off. The error that rounding makes in it was
/// at most a hundredth of the bound on plates of all supports and thicknesses (docs/theory/modes.md).
namespace rounding {
/// Up to here it is zero to rounding: the shape alone tells whether something resists.
inline constexpr double lost = 1;
/// Above, rounding changes it by up to 0.2 per cent, and a frequency by half of that.
inline constexpr double sure = 8;
/// Of a motion without strain in elements, which is known from the nodes and has no error of the eigensolver: K resolves nothing
/// of it below, and every eigensolver's shape of it is below `sure`.
inline constexpr double unsure_by_nodes = 0.9 * sure;
/// The same on springs, the other way round: above it, every eigensolver's shape of it is above `sure`.
inline constexpr double sure_on_springs = 2 * sure;
/// Above, what resists a motion without strain in elements is taken from K, as no spring is known for it: the error of a
/// hundredth is 0.1 per cent of a frequency.
inline constexpr double sure_without_strain = 5;
/// Products of two such motions up to here are rounding.
inline constexpr double of_products = 4;
/// The error of a value that the search finds.
inline constexpr double of_values = 0.1;
}  // namespace rounding

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
