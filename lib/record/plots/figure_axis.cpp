// The numbers at an axis.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/plots/figure_axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "record/plots/figure_text.hpp"

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

/// The power of ten, a multiple of three, that makes the numbers short.
int short_exponent(double largest) {
    if (largest == 0 || (largest >= 1e-2 && largest < 1e5)) return 0;
    return std::max(3 * static_cast<int>(std::floor(std::log10(largest) / 3)), -306);
}

/// Round numbers from low to high with their texts.
std::vector<std::pair<double, std::string>> round_numbers(double low, double high, int most) {
    std::vector<std::pair<double, std::string>> out;
    const double step = nice_step(high - low, most);
    const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)) +
                                        (std::fmod(step / std::pow(10, std::floor(std::log10(step))), 1.0) > 0.4 ? 1 : 0),
                                    0, 15);
    for (double k = std::ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; ++k) {
        const double at = k == 0 ? 0.0 : k * step;
        out.emplace_back(at, fmt::format("{:.{}f}", at, decimals));
    }
    return out;
}

using Factors = std::vector<double>;

/// Multiples of powers of ten within a logarithmic range.
std::vector<std::pair<double, std::string>> decade_numbers(const Tics& tics, const Factors& factors, int stride) {
    std::vector<std::pair<double, std::string>> out;
    // One notation for all numbers of an axis.
    const bool plain = tics.low >= -4.0005 && tics.high < 5;
    for (int e = static_cast<int>(std::floor(tics.low)); e <= std::ceil(tics.high); ++e) {
        for (const double m : factors) {
            const double at = e + std::log10(m);
            if (e % stride != 0 || at < tics.low - 1e-9 || at > tics.high + 1e-9) continue;
            out.emplace_back(at, plain ? fmt::format("{:g}", m * std::pow(10, e))
                                       : (m == 1 ? "" : fmt::format("{:g}·", m)) + "10" + superscript(e));
        }
    }
    return out;
}

Tics logarithmic(const FigureAxis& axis, double low, double high, int most) {
    Tics out;
    out.label = axis.label;
    out.logarithmic = true;
    // A single value is in the middle of half a decade.
    const double a = std::log10(low), b = std::log10(high), air = b - a > 1e-9 ? 0.03 * (b - a) : 0.25;
    out.low = axis.from ? std::log10(*axis.from) : a - air;
    out.high = axis.to ? std::log10(*axis.to) : b + air;
    const double decades = out.high - out.low;
    const int stride = std::max(1, static_cast<int>(std::ceil(decades / most)));
    for (const Factors& factors : {Factors{1}, Factors{1, 2, 5}, Factors{1, 2, 3, 4, 5, 6, 7, 8, 9}}) {
        auto marks = decade_numbers(out, factors, stride);
        if (!out.marks.empty() &&
            (marks.size() > static_cast<std::size_t>(most) || (out.marks.size() >= 3 && factors.size() > 3)))
            break;
        out.marks = std::move(marks);
    }
    if (out.marks.size() >= 3 || (out.marks.size() == 2 && decades >= 1)) return out;
    // Less than a decade: round numbers as on a linear axis.
    const int exponent = short_exponent(std::pow(10, out.high));
    const double factor = std::pow(10, exponent);
    if (exponent != 0) out.label = with_power(axis.label, exponent);
    out.marks = round_numbers(std::pow(10, out.low) / factor, std::pow(10, out.high) / factor, most);
    for (auto& [at, text] : out.marks) at = std::log10(at * factor);
    return out;
}

}  // namespace

Tics tics(const FigureAxis& axis, double low, double high, int most, double reach) {
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
    // In drawn numbers, so that no difference of two values overflows.
    const int exponent = short_exponent(
        std::max({reach, std::abs(low), std::abs(high), std::abs(axis.from.value_or(0)), std::abs(axis.to.value_or(0))}));
    if (exponent != 0) {
        out.factor = std::pow(10, exponent);
        out.label = with_power(axis.label, exponent);
    }
    // A constant, or a motion along one axis only, has no width.
    const double a = low / out.factor, b = high / out.factor, scale = std::max(std::abs(a), std::abs(b));
    const double width = b - a > 1e-12 * std::max(scale, 1e-3) ? b - a : scale > 1e-15 ? scale : 1.0;
    out.low = axis.from ? *axis.from / out.factor : a - 0.04 * width;
    out.high = axis.to ? *axis.to / out.factor : b + 0.04 * width;
    out.marks = round_numbers(out.low, out.high, most);
    return out;
}

namespace {

/// The largest count of numbers that are at least `air` apart.
/// \param size of a number along the axis, in pixels
template <class Size>
Tics fitting(const FigureAxis& axis, double low, double high, double length, double reach, int most, double air,
             const Size& size) {
    for (;; --most) {
        Tics out = tics(axis, low, high, most, reach);
        bool apart = true;
        for (std::size_t i = 1; i < out.marks.size() && apart; ++i) {
            const double distance = place(out, out.marks[i].first, length) - place(out, out.marks[i - 1].first, length);
            apart = distance >= (size(out.marks[i].second) + size(out.marks[i - 1].second)) / 2 + air;
        }
        if (apart || most == 1 || !axis.categories.empty()) return out;
    }
}

}  // namespace

double place(const Tics& tics, double drawn, double length) { return (drawn - tics.low) / (tics.high - tics.low) * length; }

Tics tics_across(const FigureAxis& axis, double low, double high, double length, double reach) {
    const int most = std::clamp(static_cast<int>(length / 80), 2, 10);
    return fitting(axis, low, high, length, reach, most, 12, [](const std::string& text) { return text_width(text); });
}

Tics tics_upward(const FigureAxis& axis, double low, double high, double length, double reach) {
    const int most = std::clamp(static_cast<int>(length / 45), 2, 10);
    return fitting(axis, low, high, length, reach, most, 4, [](const std::string&) { return line_height; });
}

}  // namespace jounce::record
