// A sweep as a picture: curves by another axis, diagrams with a point a section, two axes as a map.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "record/figure.hpp"
#include "sweep_selection.hpp"

namespace jounce::lua {

struct SweepPicture {
    std::string x, y, by, colour, file, title;
    std::string x_scale = "linear", y_scale = "linear";
    Value at;
};

/// \throws Error (bad_case) "sweep:plot: ..." for columns that are not there or cannot be drawn
[[nodiscard]] record::Figure sweep_figure(const sweep::Sweep& sweep, const SweepPicture& settings);

/// Two axes of a grid as x and y, a third column as colour: a panel for each value of the other axes and of the direction.
/// \param settings with x
[[nodiscard]] record::Figure sweep_map(const Selection& selection, const SweepPicture& settings);

/// Everything else: lines along an axis of numbers, parted by the other axes and the direction; or points.
/// \param settings with x
[[nodiscard]] record::Figure sweep_curves(const Selection& selection, const SweepPicture& settings);

/// The two tones of motion that has no label of its own; a colour for each other word.
/// \param next the colour of the next word, which moves on
void colour_by_word(record::FigureCurve& curve, std::size_t& next);

}  // namespace jounce::lua
