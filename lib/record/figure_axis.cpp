// The numbers at an axis.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/figure_axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace jounce::record {

namespace {

std::string superscript(int exponent) {
    static const char* const digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string out = exponent < 0 ? "⁻" : "";
    for (const char c : std::to_string(std::abs(exponent))) out += digits[c - '0'];
    return out;
}

/// "mass.ux [m]" becomes "mass.ux [10⁻³ m]", "w" becomes "w [10⁻³]".
std::string with_power(const std::string& label, int exponent) {
    const std::string power = "10" + superscript(exponent);
    const std::size_t bracket = label.rfind('[');
    if (bracket == std::string::npos || !label.ends_with(']')) return label + (label.empty() ? "" : " ") + "[" + power + "]";
    return label.substr(0, bracket + 1) + power + " " + label.substr(bracket + 1);
}

/// The smallest of 1, 2, 2.5, 5 times a power of ten that divides `width` into at most `most` parts.
double nice_step(double width, int most) {
    const double raw = width / most;
    const double power = std::pow(10, std::floor(std::log10(raw)));
    for (const double step : {1.0, 2.0, 2.5, 5.0}) {
        if (step * power >= raw * (1 - 1e-9)) return step * power;
    }
    return 10 * power;
}

Tics logarithmic(const FigureAxis& axis, double low, double high, int most) {
    Tics out;
    out.label = axis.label;
    const double air = std::pow(std::max(high / low, 1.01), 0.03);
    out.low = axis.from.value_or(low / air);
    out.high = axis.to.value_or(high * air);
    const double decades = std::log10(out.high / out.low);
    const int stride = std::max(1, static_cast<int>(std::ceil(decades / most)));
    // One way of writing for all numbers of an axis.
    const bool plain = out.low >= 0.999e-4 && out.high < 1e5;
    const std::vector<double> within = decades < 2 ? std::vector<double>{1, 2, 5} : std::vector<double>{1};
    for (int e = static_cast<int>(std::floor(std::log10(out.low))); e <= std::ceil(std::log10(out.high)); ++e) {
        for (const double m : within) {
            const double at = m * std::pow(10, e);
            const bool on = at >= out.low * (1 - 1e-9) && at <= out.high * (1 + 1e-9) && e % stride == 0;
            if (on)
                out.marks.emplace_back(
                    at, plain ? fmt::format("{:g}", at) : (m == 1 ? "" : fmt::format("{:g}·", m)) + "10" + superscript(e));
        }
    }
    return out;
}

}  // namespace

Tics tics(const FigureAxis& axis, double low, double high, int most) {
    Tics out;
    out.label = axis.label;
    if (!axis.categories.empty()) {
        out.low = 0.5;
        out.high = static_cast<double>(axis.categories.size()) + 0.5;
        for (std::size_t i = 0; i < axis.categories.size(); ++i)
            out.marks.emplace_back(static_cast<double>(i + 1), axis.categories[i]);
        return out;
    }
    if (axis.logarithmic) return logarithmic(axis, low, high, most);
    // What does not move, or moves along one axis, has no width of its own.
    const double scale = std::max(std::abs(low), std::abs(high));
    const double width = high - low > 1e-12 * scale ? high - low : scale > 0 ? scale : 1.0;
    out.low = axis.from.value_or(low - 0.04 * width);
    out.high = axis.to.value_or(high + 0.04 * width);
    const double largest = std::max(std::abs(out.low), std::abs(out.high));
    if (largest > 0 && (largest < 1e-2 || largest >= 1e5)) {
        const int exponent = 3 * static_cast<int>(std::floor(std::log10(largest) / 3));
        out.factor = std::pow(10, exponent);
        out.label = with_power(axis.label, exponent);
        out.low /= out.factor;
        out.high /= out.factor;
    }
    const double step = nice_step(out.high - out.low, most);
    const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)) +
                                        (std::fmod(step / std::pow(10, std::floor(std::log10(step))), 1.0) > 0.4 ? 1 : 0),
                                    0, 15);
    for (double k = std::ceil(out.low / step - 1e-9); k * step <= out.high + 1e-9 * step; ++k) {
        const double at = k == 0 ? 0.0 : k * step;
        out.marks.emplace_back(at, fmt::format("{:.{}f}", at, decimals));
    }
    return out;
}

}  // namespace jounce::record
