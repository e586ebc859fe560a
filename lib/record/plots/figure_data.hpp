// The numbers of a curve, as input of gnuplot.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "record/plots/figure.hpp"
#include "record/plots/figure_range.hpp"

namespace jounce::record {

/// Called repeatedly while data are written; an Error thrown by it ends them.
using Proceed = std::function<void()>;

/// Lines of two numbers: pieces of the curve, each drawn once; a blank line separates pieces that are not joined. Points within a
/// fifth of a pixel of the line between those that stay are left out.
[[nodiscard]] std::string line_data(const FigureCurve& curve, const Axes& axes, const Proceed& proceed = {});

/// Lines of two numbers, or three with the one for the colour; points within a pixel of an earlier point are left out.
[[nodiscard]] std::string point_data(const FigureCurve& curve, const Axes& axes, const Proceed& proceed = {});

/// Lines of position, borders and the number for the colour: x, y, x0, x1, y0, y1, shade.
[[nodiscard]] std::string cell_data(const FigureCurve& curve, const FigurePanel& panel, const Axes& axes,
                                    const Proceed& proceed = {});

/// A circle about the origin, closed.
[[nodiscard]] std::string circle_data(double radius, const Axes& axes);

/// Is there anything to draw?
[[nodiscard]] bool has_points(const FigureCurve& curve, const Axes& axes);

}  // namespace jounce::record
