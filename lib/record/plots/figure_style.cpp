// Colours, dashes and shapes of curves.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/plots/figure_style.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace jounce::record {

namespace {

/// Colours that readers with any colour vision tell apart (M. Okabe, K. Ito, 2008), dark enough for thin lines.
constexpr std::array colours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9",
                                "#8c564b", "#332288", "#117733", "#882255", "#999933"};
/// gnuplot's numbers: filled circle, square, triangle, inverted triangle, diamond, pentagon, and a cross.
constexpr std::array shapes = {7, 5, 9, 11, 13, 15, 2};
constexpr int ring = 6;
/// gnuplot's numbers: a line; in the second cycle of colours dash-dot, then dots, then a dash and two dots.
constexpr std::array dashes = {1, 4, 3, 5};
/// The share of white (of black, negative) mixed into the colours of cells in the second and third cycle.
constexpr std::array<double, 3> tints = {0, 0.55, -0.45};
constexpr const char* neutral = "lc rgb '#606060'";

std::string tinted(const char* colour, double share) {
    std::string out = "#";
    for (const int at : {1, 3, 5}) {
        const int part = std::stoi(std::string(colour + at, 2), nullptr, 16);
        const double mixed = share > 0 ? part + share * (255 - part) : part * (1 + share);
        out += fmt::format("{:02x}", static_cast<int>(std::lround(mixed)));
    }
    return out;
}

}  // namespace

CurveStyle style_of(const FigureCurve& curve, std::size_t place, const Axes& axes) {
    CurveStyle out;
    const std::size_t index = curve.colour.value_or(place), round = index / colours.size();
    const char* const colour = curve.tone == Tone::grey    ? "#b8b8b8"
                               : curve.tone == Tone::dark  ? "#404040"
                               : curve.tone == Tone::black ? "#000000"
                                                           : colours[index % colours.size()];
    const double tint = curve.mark == Mark::cells && curve.tone == Tone::colour ? tints[round % tints.size()] : 0;
    out.colour = fmt::format("lc rgb '{}'", tinted(colour, tint));
    out.key_colour = curve.level || !curve.shade.empty() ? neutral : out.colour;
    if (curve.level && axes.shade) out.colour = fmt::format("lc palette cb {:.17g}", axes.shade->drawn(*curve.level));
    // gnuplot's SVG draws lines of one colour and width as one path, with the dashes of the first: dashed lines are
    // slightly wider.
    out.line = fmt::format("lw {:g} dt {}", 1.3 * curve.width + (curve.dashed ? 0.01 : 0.0),
                           curve.dashed ? 2 : dashes[round % dashes.size()]);
    // Where numbers colour the points, shapes identify the curves.
    out.shape = curve.ring ? ring : shapes[curve.shape.value_or(curve.shade.empty() ? round : place) % shapes.size()];
    return out;
}

}  // namespace jounce::record
