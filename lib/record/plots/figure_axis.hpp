// The numbers at an axis: their positions, their notation, and the power of ten in the label.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "record/plots/figure.hpp"

namespace jounce::record {

struct Tics {
    double low = 0, high = 1;                           ///< the range shown, in drawn numbers
    bool logarithmic = false;                           ///< number drawn = log10(value)
    double factor = 1;                                  ///< number drawn = value / factor
    std::string label;                                  ///< with the power of ten, if any
    std::vector<std::pair<double, std::string>> marks;  ///< in drawn numbers, ascending
    /// The number drawn for a value.
    [[nodiscard]] double drawn(double value) const { return logarithmic ? std::log10(value) : value / factor; }
};

/// \param low, high of the values, low <= high; both positive on a logarithmic axis
/// \param most how many numbers fit
/// \param reach a further number that affects the power of ten
[[nodiscard]] Tics tics(const FigureAxis& axis, double low, double high, int most, double reach = 0);

/// As many numbers as fit beside each other, or above each other.
/// \param length of the axis, in pixels
[[nodiscard]] Tics tics_across(const FigureAxis& axis, double low, double high, double length, double reach = 0);
[[nodiscard]] Tics tics_upward(const FigureAxis& axis, double low, double high, double length, double reach = 0);

/// Pixels between the beginning of the axis and a drawn number.
[[nodiscard]] double place(const Tics& tics, double drawn, double length);

}  // namespace jounce::record
