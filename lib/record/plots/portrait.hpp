// Probe over probe: phase portraits, orbits and the points of sections as a picture.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "record/series/section.hpp"
#include "record/series/series.hpp"

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

/// The motion of two probes over a stretch: the dense output, through both sides of events, so that jumps of the
/// velocity are drawn at the stop.
[[nodiscard]] PortraitCurve portrait_curve(const Series& series, const Column& x, const Column& y, const Stretch& stretch);

/// Draws into an .svg or .png file. Lines and points within a pixel of earlier ones are left out, so that a repeated
/// orbit costs as much as one turn of it.
/// \param subject the beginning of messages: "run:plot"
/// \param proceed as record::draw
/// \throws Error as record::draw
void plot_portrait(const std::string& subject, const Portrait& portrait, const std::filesystem::path& file,
                   const std::function<void()>& proceed = {});

}  // namespace jounce::record
