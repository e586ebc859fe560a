// Cubic Hermite interpolation over one time step: the dense output of every recorded quantity with a rate.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "base/numbers/roots.hpp"

namespace jounce {

/// Values and rates at both ends of an interval of length h; error of the value is h^4/384 max|x''''|.
struct CubicHermite {
    double h;
    double x0, v0;
    double x1, v1;

    [[nodiscard]] double value(double t) const {
        const double s = t / h;
        const double r = 1 - s;
        return r * r * (1 + 2 * s) * x0 + s * s * (1 + 2 * r) * x1 + t * r * r * v0 - (h - t) * s * s * v1;
    }
    [[nodiscard]] double rate(double t) const {
        const double s = t / h;
        return 6 * s * (1 - s) * (x1 - x0) / h + (1 - s) * (1 - 3 * s) * v0 + s * (3 * s - 2) * v1;
    }
    /// The second derivative at the start and at the end; error h^2/12 max|x''''|.
    [[nodiscard]] std::pair<double, double> second_at_ends() const {
        const double mean = (x1 - x0) / h;
        return {(6 * mean - 4 * v0 - 2 * v1) / h, (2 * v0 + 4 * v1 - 6 * mean) / h};
    }
    /// The instant in [0, h] at which the value passes zero, given that its ends differ in sign.
    [[nodiscard]] double crossing() const {
        return bracketed_root([this](double t) { return std::pair{value(t), rate(t)}; }, 0, h);
    }
    /// The largest value inside (0, h) where the rate vanishes, or the larger end.
    [[nodiscard]] double maximum() const {
        double best = std::max(x0, x1);
        for (const double t : turns()) {
            if (t > 0 && t < h) best = std::max(best, value(t));
        }
        return best;
    }
    [[nodiscard]] double minimum() const { return -CubicHermite{h, -x0, -v0, -x1, -v1}.maximum(); }
    [[nodiscard]] double largest_absolute() const { return std::max(maximum(), -minimum()); }
    /// The first instant after the start at which the rate vanishes; h if there is none in (0, h).
    [[nodiscard]] double first_turn() const {
        double first = h;
        for (const double t : turns()) {
            if (t > 0) first = std::min(first, t);
        }
        return first;
    }
    /// The instants at which the rate vanishes, also outside (0, h); -1 in place of those that do not exist.
    [[nodiscard]] std::array<double, 2> turns() const {
        // rate(s) = a s^2 + b s + c
        const double d = 6 * (x1 - x0) / h;
        const double a = -d + 3 * (v0 + v1);
        const double b = d - 4 * v0 - 2 * v1;
        const double c = v0;
        const double discriminant = b * b - 4 * a * c;
        if (discriminant < 0) return {-1, -1};
        const double q = -0.5 * (b + std::copysign(std::sqrt(discriminant), b));
        return {a != 0 ? h * (q / a) : -1.0, q != 0 ? h * (c / q) : -1.0};
    }
};

}  // namespace jounce
