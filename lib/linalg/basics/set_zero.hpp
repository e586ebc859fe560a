// Zeroes a vector that is read immediately afterwards.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

namespace jounce::linalg {

/// The `n` numbers at `values` become zero. For a few values the C library uses one masked store, and a load after such
/// a store waits until it has reached the cache; single stores are forwarded. One and three are the usual numbers of
/// gaps.
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
