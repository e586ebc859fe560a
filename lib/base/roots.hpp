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

/// The same without derivatives: inverse quadratic interpolation where three points allow it, bisection otherwise.
/// T. R. Chandrupatla (1997), doi:10.1016/S0965-9978(96)00051-8.
/// \param f returns a value; \param relative size of the last bracket
template <class F>
double bracketed_root_of_values(F&& f, double low, double high, double relative = 4e-16) {
    double b = low;
    double a = high;
    double fa = f(a);
    double fb = f(b);
    double c = a;
    double fc = fa;
    double share = 0.5;
    for (int iteration = 0; iteration < 200; ++iteration) {
        const double x = a + share * (b - a);
        const double value = f(x);
        if ((value < 0) == (fa < 0)) {
            c = a;
            fc = fa;
        } else {
            c = b;
            fc = fb;
            b = a;
            fb = fa;
        }
        a = x;
        fa = value;
        const double best = std::abs(fa) < std::abs(fb) ? a : b;
        const double width = relative * std::abs(best) / std::abs(b - a);
        if (fa == 0 || fb == 0 || width > 0.5) return best;
        const double xi = (a - b) / (c - b);
        const double phi = (fa - fb) / (fc - fb);
        const bool quadratic = phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi;
        share = quadratic ? fa / (fb - fa) * fc / (fb - fc) + (c - a) / (b - a) * fa / (fc - fa) * fb / (fc - fb) : 0.5;
        share = std::fmin(std::fmax(share, width), 1 - width);
    }
    return a;
}

/// Zero in [0, h] of the straight line between a value at 0, which counts as zero when it is not below it, and one above zero at
/// h.
[[nodiscard]] inline double linear_zero(double before, double after, double h) {
    return before >= 0 ? 0.0 : h * before / (before - after);
}

}  // namespace jounce
