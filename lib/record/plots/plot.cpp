// Curves over time as a picture, drawn by gnuplot.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/plots/plot.hpp"

#include <algorithm>
#include <utility>

#include "record/plots/figure.hpp"

namespace jounce::record {

namespace fs = std::filesystem;

namespace {
/// One panel per unit, in the order in which the units first appear.
std::vector<std::vector<std::size_t>> panels(const std::vector<PlotCurve>& curves) {
    std::vector<std::vector<std::size_t>> out;
    for (std::size_t i = 0; i < curves.size(); ++i) {
        const auto same = [&](const auto& panel) { return curves[panel.front()].unit == curves[i].unit; };
        const auto at = std::find_if(out.begin(), out.end(), same);
        if (at != out.end()) {
            at->push_back(i);
        } else {
            out.push_back({i});
        }
    }
    return out;
}

std::string axis_label(const std::vector<PlotCurve>& curves, const std::vector<std::size_t>& panel) {
    const PlotCurve& first = curves[panel.front()];
    const std::string unit = first.unit.empty() ? "" : "[" + first.unit + "]";
    return panel.size() == 1 ? first.name + (unit.empty() ? "" : " " + unit) : unit;
}

}  // namespace

void plot(std::vector<PlotCurve> curves, const std::string& title, const fs::path& file, const std::function<void()>& proceed) {
    Figure figure;
    figure.title = title;
    figure.shared_x = true;
    for (const std::vector<std::size_t>& group : panels(curves)) {
        FigurePanel panel;
        panel.x.label = "time [s]";
        panel.y.label = axis_label(curves, group);
        for (std::size_t k = 0; k < group.size(); ++k) {
            PlotCurve& curve = curves[group[k]];
            FigureCurve drawn;
            drawn.name = curve.name;
            drawn.x = std::move(curve.curve.times);
            drawn.y = std::move(curve.curve.values);
            // The lower curve is wider: where two coincide, it shows on both sides of the upper one.
            drawn.width = 1 + static_cast<double>(std::min<std::size_t>(group.size() - 1 - k, 3));
            panel.curves.push_back(std::move(drawn));
        }
        figure.panels.push_back(std::move(panel));
    }
    draw_figure("run:plot", figure, file, proceed);
}

}  // namespace jounce::record
