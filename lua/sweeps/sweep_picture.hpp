// A sweep as a picture: curves along an axis, diagrams with one point per section, two axes as a map.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <set>
#include <string>

#include "record/plots/figure.hpp"
#include "sweeps/sweep_selection.hpp"

namespace jounce::lua {

struct SweepPicture {
    std::string x, y, by, colour, file, title;
    std::string x_scale = "linear", y_scale = "linear";
    Value at;
};

/// \throws Error (bad_case) "sweep:plot: ..." for columns that do not exist or cannot be drawn
[[nodiscard]] record::Figure sweep_figure(const sweep::Sweep& sweep, const SweepPicture& settings);

/// Two axes of a grid as x and y, a third column as colour: a panel for each value of the other axes and of the direction.
/// \param settings with `x` given
[[nodiscard]] record::Figure sweep_map(const Selection& selection, const SweepPicture& settings);

/// All other pictures: lines along a numeric axis, one for each value of the other axes and the direction; or points.
/// \param settings with `x` given
[[nodiscard]] record::Figure sweep_curves(const Selection& selection, const SweepPicture& settings);

/// Colours of the words of a column: two tones for motion without a label, black for the rarest words if there are too many to
/// distinguish, and one colour for each other word.
class WordColours {
  public:
    WordColours(const Selection& selection, std::size_t column);
    /// The word itself, or "7 other words".
    [[nodiscard]] std::string shown(const std::string& word) const;
    /// A curve with the name returned by `shown`.
    [[nodiscard]] record::FigureCurve curve(const std::string& shown);

  private:
    std::set<std::string> rare_;
    std::string others_;
    std::size_t next_ = 0;
};

}  // namespace jounce::lua
