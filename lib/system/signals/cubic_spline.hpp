// The cubic spline through given points: second derivatives at the knots.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

namespace jounce {

/// Second derivatives at the knots of the cubic spline through (x, y) with a continuous third derivative at the second and the
/// last but one knot (the "not-a-knot" end condition), so that cubics are reproduced and the error is of fourth order up to the
/// ends. Three points give a parabola, two a straight line.
/// Source: C. de Boor (1978), A Practical Guide to Splines, Springer, ch. IV.
/// \param x strictly increasing, two values or more
/// \param y same number of values
[[nodiscard]] std::vector<double> spline_second_derivatives(std::span<const double> x, std::span<const double> y);

}  // namespace jounce
