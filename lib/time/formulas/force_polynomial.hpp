// Polynomials in time through a few values.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>

namespace jounce::time {

inline constexpr int force_powers = 4;  ///< of a force within a step

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

/// The cubic through values at the Gauss points of [0, length]: its difference from a smooth function is orthogonal to all cubics
/// up to the eighth order of the length, and at most 1/1680 of the fourth derivative times length^4. \param value of an instant s
template <class Value>
[[nodiscard]] ForcePolynomial cubic_through_gauss_points(const Value& value, double length) {
    constexpr std::array<double, 4> gauss = {0.06943184420297371, 0.3300094782075719, 0.6699905217924281, 0.9305681557970263};
    std::array<double, 4> instants{}, values{};
    for (std::size_t i = 0; i < 4; ++i) {
        instants[i] = gauss[i] * length;
        values[i] = value(instants[i]);
    }
    return polynomial_through<4>(instants.data(), values.data());
}

}  // namespace jounce::time
