// Numbers as a picture in the style of Jounce: curves, points, cells of a map, in one panel or several. All pictures
// are made here.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace jounce::record {

enum class Mark : char {
    line,
    points,
    both,  ///< a line with its points
    cells  ///< a rectangle for each value of a map, half-way to its neighbours
};

/// The colour of a curve without its own colour.
enum class Tone : char { colour, grey, dark, black };

/// The vectors have equal length; values that are not finite leave a gap.
struct FigureCurve {
    std::string name;  ///< in the key; empty: not in the key
    std::vector<double> x = {}, y = {};
    Mark mark = Mark::line;
    std::vector<double> shade = {};          ///< a third number, which colours points and cells; empty: the curve's own colour
    std::optional<double> level = {};        ///< one such number, which colours the whole curve
    std::optional<std::size_t> colour = {};  ///< index in the list of colours; default: the curve's number in the panel
    Tone tone = Tone::colour;
    bool dashed = false;
    std::optional<std::size_t> shape = {};  ///< of points, index in the list of filled shapes; default: a disc
    bool ring = false;                      ///< points are hollow
    double size = 1;                        ///< of points, relative
    double width = 1;                       ///< of lines, relative
};

struct FigureAxis {
    std::string label;
    bool logarithmic = false;
    std::optional<double> from = {}, to = {};
    std::vector<std::string> categories = {};  ///< words instead of numbers: the i-th one is at i = 1, 2, ...
};

struct FigurePanel {
    std::string title;
    FigureAxis x, y;
    FigureAxis shade;  ///< the colour bar
    std::vector<FigureCurve> curves;
    bool equal = false;                 ///< one scale for both axes
    std::optional<double> circle = {};  ///< radius of a circle about the origin
};

struct Figure {
    std::string title;
    std::vector<FigurePanel> panels;
    int columns = 1;        ///< panels beside each other
    bool shared_x = false;  ///< panels below each other: only the last one has the label of x
    bool one_key = false;   ///< the panels have the same curves: one key below all of them
};

/// Draws into an .svg or .png file. Numbers far from 1 get a power of ten in the label, so that the numbers at the axis
/// stay short and do not overlap. Lines and points within a pixel of earlier ones are left out.
/// \param subject the beginning of messages
/// \param proceed as record::draw
/// \throws Error as record::draw, and (bad_case) for a panel with nothing to draw and for a range without values
void draw_figure(const std::string& subject, const Figure& figure, const std::filesystem::path& file,
                 const std::function<void()>& proceed = {});

}  // namespace jounce::record
