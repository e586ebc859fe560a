// The check of pivots in every L D L': sign, and size relative to the terms that cancelled.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <limits>

#include "linalg/basics/singular_matrix.hpp"

namespace jounce::linalg {

struct PivotRecord {
    /// A pivot is |a_ii| minus terms l² d. When it is below a few rounding errors of the terms (their summed
    /// magnitude), its sign and size are random: the matrix is singular to double precision.
    static constexpr double lowest_ratio = 4 * std::numeric_limits<double>::epsilon();

    void take(int row, double pivot, double magnitude) {
        const double ratio = std::abs(pivot) / magnitude;
        if (!(ratio > lowest_ratio) || !std::isfinite(pivot) || !std::isfinite(1 / pivot)) throw SingularMatrix(row, pivot);
        if (pivot < 0) ++negative;
        if (ratio < smallest_ratio) {
            smallest_ratio = ratio;
            smallest_row = row;
        }
    }

    int negative = 0;
    int smallest_row = 0;
    double smallest_ratio = 1;
};

}  // namespace jounce::linalg
