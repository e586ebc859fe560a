// Does a sequence of points repeat, and how many different points are in it?
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace jounce::nonlinear {

struct Recurrence {
    std::size_t period = 0;    ///< the smallest n after which every point comes again; 0: none
    std::size_t distinct = 0;  ///< different points of such a sequence; 0 when it has no period
};

/// One coordinate of all points, in their order, and how far two values may differ and still be the same.
struct Coordinate {
    std::span<const double> values;
    double tolerance = 0;
};

/// Points are the same when all their coordinates are. Same values of a coordinate form groups that are more than the tolerance
/// apart from each other; where a group is wider than the tolerance (points that fill a curve or a cloud) nothing repeats. The
/// period must be seen twice: a sequence of N points has none above N/2. Cost N log N for each coordinate.
/// \param coordinates at least one, of equal lengths
[[nodiscard]] Recurrence recurrence(const std::vector<Coordinate>& coordinates);

}  // namespace jounce::nonlinear
