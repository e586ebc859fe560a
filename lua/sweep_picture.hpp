// A sweep as a picture: curves by another axis, diagrams with a point a section, two axes as a map.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <set>
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

/// Colours of the words of a column: the two tones of motion that has no label of its own, black for the rarest words where there
/// are more than a reader tells apart, and a colour for each other word.
class WordColours {
  public:
    WordColours(const Selection& selection, std::size_t column);
    /// The word itself, or "7 other words".
    [[nodiscard]] std::string shown(const std::string& word) const;
    /// A curve of the name that `shown` gave.
    [[nodiscard]] record::FigureCurve curve(const std::string& shown);

  private:
    std::set<std::string> rare_;
    std::string others_;
    std::size_t next_ = 0;
};

}  // namespace jounce::lua
