// The numbers at an axis: where they stand, how they are written, and the power of ten that the label takes over.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "record/figure.hpp"

namespace jounce::record {

struct Tics {
    double low = 0, high = 1;                           ///< the range shown, in the numbers drawn
    bool logarithmic = false;                           ///< number drawn = log10(value)
    double factor = 1;                                  ///< number drawn = value / factor
    std::string label;                                  ///< with the power of ten, where there is one
    std::vector<std::pair<double, std::string>> marks;  ///< in the numbers drawn, ascending
    /// The number drawn for a value.
    [[nodiscard]] double drawn(double value) const { return logarithmic ? std::log10(value) : value / factor; }
};

/// \param low, high of the values, low <= high; both positive on a logarithmic axis
/// \param most how many numbers have room
/// \param reach a number that the power of ten takes account of, too
[[nodiscard]] Tics tics(const FigureAxis& axis, double low, double high, int most, double reach = 0);

/// As many numbers as have room beside each other, or above each other.
/// \param length of the axis, in pixels
[[nodiscard]] Tics tics_across(const FigureAxis& axis, double low, double high, double length, double reach = 0);
[[nodiscard]] Tics tics_upward(const FigureAxis& axis, double low, double high, double length, double reach = 0);

/// Pixels between the axis's beginning and a number drawn.
[[nodiscard]] double place(const Tics& tics, double drawn, double length);

}  // namespace jounce::record
