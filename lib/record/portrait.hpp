// Probe over probe: phase portraits, orbits and the points of sections as a picture.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "record/section.hpp"
#include "record/series.hpp"

namespace jounce::record {

/// A curve, or a cloud of points; the vectors have equal length.
struct PortraitCurve {
    std::string name;
    std::vector<double> x, y;
    bool points = false;
};

struct Portrait {
    std::string title;
    std::string x_label, y_label;
    std::vector<PortraitCurve> curves;
    bool equal = false;            ///< one scale for both axes
    std::optional<double> circle;  ///< radius of a circle about the origin, in the units of the axes
};

/// The motion of two probes over a stretch: the dense output, through both sides of events, so that a velocity that jumps jumps
/// at the stop.
[[nodiscard]] PortraitCurve portrait_curve(const Series& series, const Column& x, const Column& y, const Stretch& stretch);

/// Draws into an .svg or .png file. What covers earlier lines or points to within a pixel is left out, so that an orbit that
/// repeats costs what one turn of it costs.
/// \param subject what messages begin with: "run:plot"
/// \throws Error as record::draw
void plot_portrait(const std::string& subject, const Portrait& portrait, const std::filesystem::path& file);

}  // namespace jounce::record
