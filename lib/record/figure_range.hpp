// What a panel shows: the ranges of its axes, the numbers at them, the size of its frame.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "record/figure.hpp"
#include "record/figure_axis.hpp"

namespace jounce::record {

/// Of a frame, in pixels.
struct FrameSize {
    double width = 0, height = 0;
};

struct Axes {
    FrameSize frame;
    Tics x, y;
    std::optional<Tics> shade;  ///< of a panel that a third number colours
};

/// The frame that the panel would have by itself. A panel of one scale for both axes is as wide as `standard`, and as high as its
/// values ask for, within bounds; an axis of words has room for all of them.
[[nodiscard]] FrameSize natural_frame(const FigurePanel& panel, FrameSize standard);

/// \param frame where there is room for it; one scale for both axes takes a smaller one where both ends of an axis are given
/// \throws Error (bad_case) "subject: 'equal' ..." where that frame would be too narrow to read
[[nodiscard]] Axes axes_of(const FigurePanel& panel, FrameSize frame, const std::string& subject);

/// Half-way (in the logarithm on a logarithmic axis) to the neighbours among the distinct places of cells, ascending.
[[nodiscard]] std::pair<double, double> cell_borders(const std::vector<double>& places, double at, bool logarithmic);
/// The distinct places of all cells of a panel along x, or y.
[[nodiscard]] std::vector<double> cell_places(const FigurePanel& panel, bool of_x);

}  // namespace jounce::record
