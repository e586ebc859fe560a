// Colours, dashes and shapes of curves.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "record/plots/figure.hpp"
#include "record/plots/figure_range.hpp"

namespace jounce::record {

struct CurveStyle {
    std::string colour;      ///< "lc rgb '#0072b2'", or of the palette
    std::string key_colour;  ///< the same in the key, neutral where numbers colour the points
    std::string line;        ///< "lw 1.3 dt 2"
    int shape = 0;           ///< gnuplot's number
};

/// The first 11 curves differ by colour, the next ones by dashes or by shapes too, cells by lighter and darker colours.
/// \param place number of the curve in its panel
[[nodiscard]] CurveStyle style_of(const FigureCurve& curve, std::size_t place, const Axes& axes);

/// From dark blue over green to yellow, with lightness rising evenly: viridis, S. van der Walt, N. Smith (2015).
inline constexpr const char* palette =
    "set palette defined (0 '#440154', 1 '#46327e', 2 '#365c8d', 3 '#277f8e', 4 '#1fa187', 5 '#4ac16d', 6 '#a0da39', 7 "
    "'#fde725')\n";

}  // namespace jounce::record
