// Polynomials in time through a few values.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "time/exact/modal_transfer.hpp"

namespace jounce::time {

/// A force as a polynomial in the time from the start of a step: sum_m coefficient[m] s^m.
using ForcePolynomial = std::array<double, force_powers>;

/// The polynomial of degree `count` - 1 through values at `count` (1 to 4) distinct instants, from Newton's divided
/// differences, in powers of time.
template <int count>
[[nodiscard]] inline ForcePolynomial polynomial_through(const double* instants, const double* values) {
    static_assert(count >= 1 && count <= force_powers);
    std::array<double, count> difference{};
    for (int i = 0; i < count; ++i) difference[i] = values[i];
    for (int j = 1; j < count; ++j) {
        for (int i = count - 1; i >= j; --i) {
            difference[i] = (difference[i] - difference[i - 1]) / (instants[i] - instants[i - j]);
        }
    }
    ForcePolynomial out{};
    out[0] = difference[count - 1];
    for (int i = count - 2; i >= 0; --i) {  // out := out (s - instant) + difference
        for (int m = count - 1; m >= 1; --m) out[m] = out[m - 1] - instants[i] * out[m];
        out[0] = difference[i] - instants[i] * out[0];
    }
    return out;
}

[[nodiscard]] inline ForcePolynomial polynomial_through(const double* instants, const double* values, int count) {
    switch (count) {
        case 1:
            return polynomial_through<1>(instants, values);
        case 2:
            return polynomial_through<2>(instants, values);
        case 3:
            return polynomial_through<3>(instants, values);
        default:
            return polynomial_through<4>(instants, values);
    }
}

}  // namespace jounce::time
