// A shell cell whose nodes begin at another corner.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>

#include "elements/shell.hpp"

namespace jounce::test {

/// Largest difference of the stiffness when a cell of n corners begins at the next one, over its largest entry.
inline double difference_from_the_next_corner(const elements::Shell& cell, int n) {
    elements::Shell other = cell;
    for (int i = 0; i < n; ++i) {
        other.points.col(i) = cell.points.col((i + 1) % n);
        other.directors.col(i) = cell.directors.col((i + 1) % n);
    }
    const elements::ShellMatrix K = shell_stiffness(cell), moved = shell_stiffness(other);
    double difference = 0;
    for (int i = 0; i < 6 * n; ++i)
        for (int j = 0; j < 6 * n; ++j)
            difference = std::max(difference, std::abs(moved(i, j) - K((i + 6) % (6 * n), (j + 6) % (6 * n))));
    return difference / K.cwiseAbs().maxCoeff();
}

}  // namespace jounce::test
