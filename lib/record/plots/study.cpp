// Files of a work-precision study, from plain rows and curves: a table as CSV, and errors over cost as a picture.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/plots/study.hpp"

#include <algorithm>
#include <cmath>

#include "base/messages/error.hpp"
#include "record/plots/figure.hpp"

namespace jounce::record {

namespace fs = std::filesystem;

namespace {

bool drawable(const StudyCurve::Point& p) { return p.cost > 0 && p.error > 0 && std::isfinite(p.cost) && std::isfinite(p.error); }

/// Slightly more than the range of the values, with room for a marker and its ring.
FigureAxis decades(const std::string& label, const std::vector<double>& values) {
    constexpr double margin = 1.4;
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    FigureAxis out{label, true};
    out.from = *least / margin;
    out.to = *most * margin;
    // At least two grid lines of decades.
    if (std::floor(std::log10(*out.to)) - std::ceil(std::log10(*out.from)) < 1) {
        out.from = std::pow(10, std::floor(std::log10(*out.from)));
        out.to = std::pow(10, std::ceil(std::log10(*out.to)));
    }
    return out;
}

}  // namespace

void write_study(const fs::path& file, const FileHead& head, const std::vector<std::string>& columns,
                 const std::vector<List>& rows) {
    write_whole_csv(file, head, columns, [&](CsvFile& out) {
        for (const List& row : rows) {
            for (const Value& cell : row) {
                if (const double* number = cell.number()) {
                    out.number(*number);
                } else if (const std::string* text = cell.text()) {
                    out.text(*text);
                } else if (const bool* flag = cell.boolean()) {
                    out.integer(*flag ? 1 : 0);
                } else {
                    out.empty();
                }
            }
            out.end_row();
        }
    });
}

void plot_study(const StudyPicture& picture, const fs::path& file, const std::function<void()>& proceed) {
    FigurePanel panel;
    FigureCurve front{"Pareto front"};
    front.mark = Mark::points;
    front.ring = true;
    front.size = 2.2;
    front.tone = Tone::black;
    std::vector<double> costs, errors;
    for (std::size_t c = 0; c < picture.curves.size(); ++c) {
        FigureCurve curve{picture.curves[c].name};
        curve.mark = Mark::both;
        curve.colour = curve.shape = c;
        curve.width = 1.4;
        for (const StudyCurve::Point& p : picture.curves[c].points) {
            if (!drawable(p)) continue;
            curve.x.push_back(p.cost);
            curve.y.push_back(p.error);
            costs.push_back(p.cost);
            errors.push_back(p.error);
            if (!p.front) continue;
            front.x.push_back(p.cost);
            front.y.push_back(p.error);
        }
        if (!curve.x.empty()) panel.curves.push_back(std::move(curve));
    }
    if (costs.empty()) throw computation_failed("study:plot: no row has both a cost and an error to draw");
    if (!front.x.empty()) panel.curves.push_back(std::move(front));
    // A floor far below all points would compress them.
    const bool floor = picture.floor && *picture.floor > 1e-2 * *std::min_element(errors.begin(), errors.end());
    if (floor) errors.push_back(*picture.floor);
    panel.x = decades(picture.cost_label, costs);
    panel.y = decades(picture.error_label, errors);
    if (floor) {
        FigureCurve line{"uncertainty of the reference", {*panel.x.from, *panel.x.to}, {*picture.floor, *picture.floor}};
        line.dashed = true;
        line.tone = Tone::grey;
        panel.curves.push_back(std::move(line));
    }
    draw_figure("study:plot", {picture.title, {std::move(panel)}}, file, proceed);
}

}  // namespace jounce::record
