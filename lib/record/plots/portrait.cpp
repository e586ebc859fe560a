// Probe over probe: phase portraits, orbits and the points of sections as a picture.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/plots/portrait.hpp"

#include <algorithm>

#include "record/plots/figure.hpp"

namespace jounce::record {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t smooth = 20000;  // points of a curve that looks smooth

}  // namespace

PortraitCurve portrait_curve(const Series& series, const Column& x, const Column& y, const Stretch& stretch) {
    PortraitCurve out;
    const auto add = [&out](double px, double py) {
        out.x.push_back(px);
        out.y.push_back(py);
    };
    const std::size_t first = series.interval_at(stretch.from);
    const std::size_t last = series.interval_at(stretch.to);
    const std::size_t pieces = std::clamp<std::size_t>(smooth / (last - first + 1), 1, 50);
    add(series.at(x, stretch.from), series.at(y, stretch.from));
    for (std::size_t i = first; i + 1 < series.times.size() && series.times[i] < stretch.to; ++i) {
        const double end = std::min(series.times[i + 1], stretch.to);
        const double begin = std::max(series.times[i], stretch.from);
        if (end > begin && series.interval(i) != Interval::contact) {
            const CubicHermite px = series.interpolant(x, i);
            const CubicHermite py = series.interpolant(y, i);
            for (std::size_t k = 1; k < pieces; ++k) {
                const double t = begin - series.times[i] + (end - begin) * static_cast<double>(k) / static_cast<double>(pieces);
                add(px.value(t), py.value(t));
            }
        }
        if (end == series.times[i + 1]) {
            add(x.values[i + 1], y.values[i + 1]);
        } else {
            add(series.at(x, end), series.at(y, end));
        }
    }
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
