// The period of a sequence of points, and the number of different points in it.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace jounce::nonlinear {

struct Recurrence {
    std::size_t period = 0;    ///< the smallest n after which every point repeats; 0: none
    std::size_t distinct = 0;  ///< number of different points of a periodic sequence; 0 without a period
};

/// One coordinate of all points, in their order, and the tolerance for equal values.
struct Coordinate {
    std::span<const double> values;
    double tolerance = 0;
};

/// Points are equal when all their coordinates are equal. Equal values of a coordinate form groups separated by more than the
/// tolerance; if a group is wider than the tolerance (points that fill a curve or a cloud), there is no period. The period must
/// occur twice: a sequence of N points has no period above N/2. Cost N log N for each coordinate.
/// \param coordinates at least one, of equal lengths
[[nodiscard]] Recurrence recurrence(const std::vector<Coordinate>& coordinates);

}  // namespace jounce::nonlinear
