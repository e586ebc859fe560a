// Zeroes in a vector that the next lines read.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

namespace jounce::linalg {

/// The `n` numbers at `values` become zero. Where they are few the C library fills them by one masked store, and a load behind
/// such a store waits until it has reached the cache; single stores are forwarded. One and three are the usual numbers of gaps.
inline void set_zero(double* values, int n) {
    if (n == 1) {
        values[0] = 0;
    } else if (n == 3) {
        values[0] = values[1] = values[2] = 0;
    } else {
        std::fill_n(values, n, 0.0);
    }
}

}  // namespace jounce::linalg
