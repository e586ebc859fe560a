// Safeguarded root finding in one unknown.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <utility>

namespace jounce {

/// Root of a continuous f in [low, high] with f(low) and f(high) of opposite sign (or zero): Newton where it stays in the
/// bracket and converges, bisection otherwise; ends when the bracket cannot shrink or the step is below round-off.
/// \param f returns {value, derivative}
template <class F>
double bracketed_root(F&& f, double low, double high) {
    double f_low = f(low).first;
    if (f_low == 0) return low;
    if (f(high).first == 0) return high;
    double x = 0.5 * (low + high);
    for (int iteration = 0; iteration < 200; ++iteration) {
        const auto [value, slope] = f(x);
        if (value == 0) return x;
        if ((value < 0) == (f_low < 0)) {
            low = x;
            f_low = value;
        } else {
            high = x;
        }
        double next = slope != 0 ? x - value / slope : low - 1;
        // Outside, or not even halving: bisect.
        if (!(next > std::fmin(low, high) && next < std::fmax(low, high))) next = 0.5 * (low + high);
        if (next == x || next == low || next == high) return next;
        if (std::abs(next - x) <= 4e-16 * std::abs(x)) return next;
        x = next;
    }
    return x;
}

}  // namespace jounce
