// Probe over probe: phase portraits, orbits and the points of sections as a picture.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/plots/portrait.hpp"

#include "record/plots/figure.hpp"
#include "record/plots/time_curve.hpp"

namespace jounce::record {

namespace fs = std::filesystem;

PortraitCurve portrait_curve(const Series& series, const Column& x, const Column& y, const Stretch& stretch) {
    PortraitCurve out;
    out.x = time_curve(series, x, stretch).values;
    out.y = time_curve(series, y, stretch).values;
    return out;
}

void plot_portrait(const std::string& subject, const Portrait& portrait, const fs::path& file,
                   const std::function<void()>& proceed) {
    FigurePanel panel;
    panel.x.label = portrait.x_label;
    panel.y.label = portrait.y_label;
    panel.equal = portrait.equal;
    panel.circle = portrait.circle;
    for (const PortraitCurve& curve : portrait.curves)
        panel.curves.push_back({curve.name, curve.x, curve.y, curve.points ? Mark::points : Mark::line});
    draw_figure(subject, {portrait.title, {std::move(panel)}}, file, proceed);
}

}  // namespace jounce::record
