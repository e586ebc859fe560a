// A signal without a closed form, a sweep or a user's function, as a cubic on a stretch short enough for a tolerance.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/equations/interpolated_signal.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/numbers/limits.hpp"
#include "time/formulas/force_polynomial.hpp"

namespace jounce::time {

namespace {

/// The largest error, relative to the largest value, at both ends, where the polynomial that vanishes at the Gauss points is
/// largest, and where it is extreme between them. A jump or a kink anywhere separates two of the nine places.
double largest_error(const Signal& signal, double t, double length, const ForcePolynomial& c, double largest, double resolution,
                     double tolerance) {
    const std::array<double, 5> instants = {t, t + 0.1727 * length, t + 0.5 * length, t + 0.8273 * length,
                                            std::nextafter(t + length, t)};  // a break may lie at the end
    double error = 0;
    const auto ask = [&](double instant) {
        const double s = instant - t, value = signal.value(instant);
        largest = std::fmax(largest, std::abs(value));
        const double off = std::abs(value - (c[0] + s * (c[1] + s * (c[2] + s * c[3]))));
        error = std::isfinite(off) ? std::fmax(error, off) : infinite;
    };
    for (const double instant : instants) ask(instant);
    for (double s = resolution; s < length && error <= tolerance * largest; s += resolution) ask(t + s);
    return error == 0 ? 0 : error / largest;
}

}  // namespace

std::optional<SignalPiece> interpolated(const Signal& signal, double t, double limit, double tolerance, double resolution) {
    constexpr double of_fourth_derivative = 1680, stretch = 40;
    constexpr int most_attempts = 12;
    double length = limit - t;
    const double w = signal.angular_frequency(t, limit);
    length = std::min(length, w > 0 ? std::pow(of_fourth_derivative * tolerance, 0.25) / w : stretch * resolution);
    for (int attempt = 0; attempt < most_attempts; ++attempt) {
        if (!(length > 1024 * epsilon * std::abs(t))) break;
        double largest = 0;
        const ForcePolynomial cubic = cubic_through_gauss_points(
            [&](double s) {
                const double value = signal.value(t + s);
                largest = std::fmax(largest, std::abs(value));
                return value;
            },
            length);
        const double error = largest_error(signal, t, length, cubic, largest, w > 0 ? infinite : resolution, tolerance);
        if (error <= tolerance) {
            SignalPiece out;
            out.begin = t;
            out.end = length < limit - t ? t + length : limit;
            out.polynomial = cubic;
            return out;
        }
        length *= std::clamp(0.9 * std::pow(tolerance / error, 0.25), 1e-3, 0.8);
    }
    return {};
}

}  // namespace jounce::time
