// The tridiagonal system of the not-a-knot spline.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/signals/cubic_spline.hpp"

namespace jounce {

std::vector<double> spline_second_derivatives(std::span<const double> x, std::span<const double> y) {
    const std::size_t n = x.size();
    std::vector<double> second(n, 0.0);
    if (n < 3) return second;
    const auto width = [&](std::size_t i) { return x[i + 1] - x[i]; };
    const auto slope = [&](std::size_t i) { return (y[i + 1] - y[i]) / width(i); };
    if (n == 3) {
        second.assign(3, 2 * (slope(1) - slope(0)) / (x[2] - x[0]));
        return second;
    }
    // Row i, for the inner knots: low m[i-1] + middle m[i] + high m[i+1] = right. The two end conditions
    // m[0] = m[1] + (m[1] - m[2]) h0/h1 and its mirror image are eliminated in the first and the last row.
    const std::size_t last = n - 2;
    std::vector<double> high(n, 0.0);
    for (std::size_t i = 1; i <= last; ++i) {
        const double h0 = width(i - 1);
        const double h1 = width(i);
        double low = h0;
        double middle = 2 * (h0 + h1);
        double up = h1;
        double right = 6 * (slope(i) - slope(i - 1));
        if (i == 1) {
            right *= h1 / (h0 + h1);
            low = 0;
            middle = h0 + 2 * h1;
            up = h1 - h0;
        } else if (i == last) {
            right *= h0 / (h0 + h1);
            low = h0 - h1;
            middle = 2 * h0 + h1;
            up = 0;
        }
        const double pivot = middle - low * high[i - 1];
        high[i] = up / pivot;
        second[i] = (right - low * second[i - 1]) / pivot;
    }
    for (std::size_t i = last - 1; i >= 1; --i) second[i] -= high[i] * second[i + 1];
    second[0] = second[1] + (second[1] - second[2]) * width(0) / width(1);
    second[n - 1] = second[n - 2] + (second[n - 2] - second[n - 3]) * width(n - 2) / width(n - 3);
    return second;
}

}  // namespace jounce
