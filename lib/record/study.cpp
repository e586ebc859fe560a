// Files of a work-precision study, from plain rows and curves: a table as CSV, and errors over cost as a picture.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>

#include "base/error.hpp"
#include "record/gnuplot.hpp"

namespace jounce::record {

namespace fs = std::filesystem;

namespace {

/// Colours that readers with any colour vision tell apart (M. Okabe, K. Ito, 2008), dark enough for thin lines.
constexpr std::array colours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#444444", "#e69f00", "#56b4e9"};
/// Filled circle, square, triangle, inverted triangle, diamond, pentagon, cross.
constexpr std::array markers = {7, 5, 9, 11, 13, 15, 2};

/// One axis: a little more than the values' range, which holds two decades' lines at least.
struct Decades {
    double low = 0, high = 0;  // powers of ten
    explicit Decades(const std::vector<double>& values) {
        constexpr double margin = 0.15;  // room for a marker and its ring
        const auto [least, most] = std::minmax_element(values.begin(), values.end());
        low = std::log10(*least) - margin;
        high = std::log10(*most) + margin;
        if (std::floor(high) - std::ceil(low) < 1) {
            low = std::floor(low);
            high = std::ceil(high);
        }
    }
    /// Every decade has its line; labels leave some out when there are many.
    [[nodiscard]] std::string settings(const std::string& axis, int most_labels) const {
        const int first = static_cast<int>(std::floor(low));
        const int last = static_cast<int>(std::ceil(high));
        const int every = (last - first + most_labels - 1) / most_labels;
        std::string out =
            fmt::format("set {}range [{:.6g}:{:.6g}]\nset {}tics (", axis, std::pow(10, low), std::pow(10, high), axis);
        for (int d = first; d <= last; ++d) {
            const bool label = d % every == 0;
            out += fmt::format("{}'{}' 1e{}", d > first ? ", " : "", label ? fmt::format("10^{{{}}}", d) : "", d);
            for (int m = 2; m <= 9; ++m) out += fmt::format(", '' {}e{} 1", m, d);
        }
        return out + ")\n";
    }
};

bool drawable(const StudyCurve::Point& p) { return p.cost > 0 && p.error > 0 && std::isfinite(p.cost) && std::isfinite(p.error); }

struct Extent {
    std::vector<double> costs, errors;
};

Extent extent(const StudyPicture& picture) {
    Extent out;
    for (const StudyCurve& curve : picture.curves) {
        for (const StudyCurve::Point& p : curve.points) {
            if (!drawable(p)) continue;
            out.costs.push_back(p.cost);
            out.errors.push_back(p.error);
        }
    }
    return out;
}

std::string write_points(const fs::path& file, const std::vector<StudyCurve::Point>& points, bool front_only) {
    std::string text;
    for (const StudyCurve::Point& p : points) {
        if (!drawable(p) || (front_only && !p.front)) continue;
        append_number(text, p.cost);
        text += ' ';
        append_number(text, p.error);
        text += '\n';
    }
    std::ofstream(file) << text;
    return text;
}

std::string script(const StudyPicture& picture, const Extent& values, const GnuplotTarget& target) {
    const Decades x(values.costs);
    std::vector<double> errors = values.errors;
    // A floor far below all points would only push them together.
    const double least = *std::min_element(errors.begin(), errors.end());
    const bool floor = picture.floor && *picture.floor > 0 && *picture.floor > 1e-2 * least;
    if (floor) errors.push_back(*picture.floor);
    const Decades y(errors);
    const bool svg = target.terminal == "svg";
    const int height = 580 + 26 * static_cast<int>(picture.curves.size());
    std::string out = "set terminal " + target.terminal + " enhanced size " +
                      (svg ? fmt::format("860,{} font 'Helvetica,15' background rgb 'white'", height)
                           : fmt::format("1720,{} font 'Helvetica,15' fontscale 2 linewidth 2 pointscale 2", 2 * height)) +
                      "\nset output " + gnuplot_quoted(target.file.string()) + "\n";
    out += "set title " + gnuplot_quoted(picture.title) + " noenhanced offset 0,-0.4\n";
    out += "set xlabel " + gnuplot_quoted(picture.cost_label) + " noenhanced offset 0,0.2\n";
    out += "set ylabel " + gnuplot_quoted(picture.error_label) + " noenhanced\n";
    out += "set logscale xy\n" + x.settings("x", 8) + y.settings("y", 12);
    out += "set border 3 lc rgb '#606060'\nset tics nomirror out scale 0.8,0.4\n";
    out += "set grid xtics ytics mxtics mytics lt 1 lc rgb '#c8c8c8' lw 0.8, lt 1 lc rgb '#e8e8e8' lw 0.5\n";
    out += "set key below left vertical maxcols 1 reverse Left samplen 3 spacing 1.15 noenhanced\n";
    std::string plots;
    const auto add = [&](const std::string& plot) { plots += (plots.empty() ? "plot " : ", \\\n     ") + plot; };
    if (floor) {
        std::string value;
        append_number(value, *picture.floor);
        add(value + " with lines dt 2 lw 1.5 lc rgb '#808080' notitle");
    }
    add("keyentry title ' '");  // a line of air under the axis
    std::vector<StudyCurve::Point> front;
    for (std::size_t c = 0; c < picture.curves.size(); ++c) {
        const StudyCurve& curve = picture.curves[c];
        const fs::path file = target.folder / std::to_string(c);
        if (write_points(file, curve.points, false).empty()) continue;
        add(gnuplot_quoted(file.string()) +
            fmt::format(" with linespoints lw 1.8 lt 1 pt {} ps 1 lc rgb '{}' title ", markers[c % markers.size()],
                        colours[c % colours.size()]) +
            gnuplot_quoted(curve.name));
        front.insert(front.end(), curve.points.begin(), curve.points.end());
    }
    std::sort(front.begin(), front.end(), [](const auto& a, const auto& b) { return a.cost < b.cost; });
    const fs::path file = target.folder / "front";
    if (!write_points(file, front, true).empty()) {
        add(gnuplot_quoted(file.string()) + " with points pt 6 ps 2.1 lw 1.3 lc rgb '#202020' title 'Pareto front'");
    }
    if (floor) add("keyentry with lines dt 2 lw 1.5 lc rgb '#808080' title 'uncertainty of the reference'");
    return out + plots + "\n";
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

void plot_study(const StudyPicture& picture, const fs::path& file) {
    const Extent values = extent(picture);
    draw("study:plot", file, [&](const GnuplotTarget& target) {
        if (values.costs.empty()) throw computation_failed("study:plot: no row has a cost and an error to draw");
        return script(picture, values, target);
    });
}

}  // namespace jounce::record
