// Least and largest of some numbers.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace jounce::record {

/// Numbers that are not finite do not count.
struct Extent {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    void add(double value) {
        if (!std::isfinite(value)) return;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    [[nodiscard]] bool any() const { return low <= high; }
};

}  // namespace jounce::record
