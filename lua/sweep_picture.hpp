// A sweep as a picture: curves by another axis, diagrams with a point a section, two axes as a map.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "record/figure.hpp"
#include "sweep/table.hpp"

namespace jounce::lua {

struct SweepPicture {
    std::string x, y, by, colour, file, title;
    std::string x_scale = "linear", y_scale = "linear";
};

/// \throws Error (bad_case) "sweep:plot: ..." for columns that are not there or cannot be drawn
[[nodiscard]] record::Figure sweep_figure(const sweep::Sweep& sweep, const SweepPicture& settings);

}  // namespace jounce::lua
