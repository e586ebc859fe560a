// The ranges of a panel's axes, the numbers at them, the size of its frame.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "record/plots/figure.hpp"
#include "record/plots/figure_axis.hpp"

namespace jounce::record {

/// Size of a frame, in pixels.
struct FrameSize {
    double width = 0, height = 0;
};

struct Axes {
    FrameSize frame;
    Tics x, y;
    std::optional<Tics> shade;  ///< of a panel coloured by a third number
};

/// The size of the panel's frame, without regard to other panels. With one scale for both axes it is as wide as
/// `standard`, and its height follows from the values, within bounds; an axis of words has space for all words.
[[nodiscard]] FrameSize natural_frame(const FigurePanel& panel, FrameSize standard);

/// \param frame available; with one scale for both axes it becomes smaller where both ends of an axis are given
/// \throws Error (bad_case) "subject: 'equal' ..." where that frame would be too narrow to read
[[nodiscard]] Axes axes_of(const FigurePanel& panel, FrameSize frame, const std::string& subject);

/// Half-way (in the logarithm on a logarithmic axis) to the neighbours among the distinct positions of cells,
/// ascending.
[[nodiscard]] std::pair<double, double> cell_borders(const std::vector<double>& places, double at, bool logarithmic);
/// The distinct positions of all cells of a panel along x, or y.
[[nodiscard]] std::vector<double> cell_places(const FigurePanel& panel, bool of_x);

}  // namespace jounce::record
