// A monotone curve through points, its slope and its energy.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/formulas/force_curve.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace jounce::contact {

namespace {
/// Slope at an end from the parabola through three points, limited so that the first piece is monotone.
double end_slope(double h0, double h1, double d0, double d1) {
    const double slope = ((2 * h0 + h1) * d0 - h0 * d1) / (h0 + h1);
    if (slope * d0 <= 0) return 0;
    if (d0 * d1 <= 0 && std::abs(slope) > 3 * std::abs(d0)) return 3 * d0;
    return slope;
}
}  // namespace

ForceCurve::ForceCurve(std::vector<double> indentations, std::vector<double> forces)
    : x_(std::move(indentations)), force_(std::move(forces)), slope_(x_.size()), energy_(x_.size()) {
    const std::size_t n = x_.size();
    const auto width = [&](std::size_t i) { return x_[i + 1] - x_[i]; };
    const auto secant = [&](std::size_t i) { return (force_[i + 1] - force_[i]) / width(i); };
    if (n == 2) {
        slope_[0] = slope_[1] = secant(0);
    } else {
        slope_[0] = end_slope(width(0), width(1), secant(0), secant(1));
        slope_[n - 1] = end_slope(width(n - 2), width(n - 3), secant(n - 2), secant(n - 3));
        for (std::size_t i = 1; i + 1 < n; ++i) {
            const double before = secant(i - 1);
            const double after = secant(i);
            if (before * after <= 0) continue;
            const double w_before = width(i - 1) + 2 * width(i);
            const double w_after = 2 * width(i - 1) + width(i);
            slope_[i] = (w_before + w_after) / (w_before / before + w_after / after);
        }
    }
    for (std::size_t i = 0; i + 1 < n; ++i) {
        const double h = width(i);
        energy_[i + 1] = energy_[i] + 0.5 * h * (force_[i] + force_[i + 1]) + h * h / 12 * (slope_[i] - slope_[i + 1]);
    }
}

ForceCurve::Value ForceCurve::at(double x) const {
    const std::size_t n = x_.size();
    if (x >= x_.back()) {
        const double d = x - x_.back();
        return {force_[n - 1] + slope_[n - 1] * d, slope_[n - 1], energy_[n - 1] + (force_[n - 1] + 0.5 * slope_[n - 1] * d) * d,
                0};
    }
    const auto above = std::upper_bound(x_.begin() + 1, x_.end(), x);
    const auto i = static_cast<std::size_t>(above - x_.begin()) - 1;
    const double h = x_[i + 1] - x_[i];
    const double d = x - x_[i];
    // F = f + g d + c d^2 + e d^3
    const double secant = (force_[i + 1] - force_[i]) / h;
    const double c = (3 * secant - 2 * slope_[i] - slope_[i + 1]) / h;
    const double e = (slope_[i] + slope_[i + 1] - 2 * secant) / (h * h);
    return {force_[i] + d * (slope_[i] + d * (c + d * e)), slope_[i] + d * (2 * c + 3 * d * e),
            energy_[i] + d * (force_[i] + d * (slope_[i] / 2 + d * (c / 3 + d * e / 4))), 2 * c + 6 * e * d};
}

}  // namespace jounce::contact
