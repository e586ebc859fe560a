// Probe over probe: phase portraits, orbits and the points of sections as a picture.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/portrait.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <limits>
#include <numbers>
#include <unordered_set>

#include "record/gnuplot.hpp"

namespace jounce::record {

namespace fs = std::filesystem;

namespace {

/// Colours that readers with any colour vision tell apart (M. Okabe, K. Ito, 2008), dark enough for thin lines.
constexpr std::array colours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#444444", "#e69f00", "#56b4e9"};
constexpr double cells = 1500;         // along each axis: what a screen resolves
constexpr std::size_t smooth = 20000;  // points of a curve that looks round

struct Box {
    double x0 = std::numeric_limits<double>::infinity(), x1 = -x0, y0 = x0, y1 = -x0;
    void add(double x, double y) {
        x0 = std::min(x0, x);
        x1 = std::max(x1, x);
        y0 = std::min(y0, y);
        y1 = std::max(y1, y);
    }
    /// The number of the cell in which a point lies.
    [[nodiscard]] std::uint64_t cell(double x, double y) const {
        const auto along = [](double at, double low, double high) {
            return high > low ? static_cast<std::uint64_t>((at - low) / (high - low) * cells) : 0u;
        };
        return along(x, x0, x1) * 4096 + along(y, y0, y1);
    }
};

void append_point(std::string& text, double x, double y) {
    append_number(text, x);
    text += ' ';
    append_number(text, y);
    text += '\n';
}

/// Points of which none shares its cell; or pieces of lines, each of them drawn once.
std::string data(const PortraitCurve& curve, const Box& box) {
    std::string text;
    std::unordered_set<std::uint64_t> seen;
    if (curve.points) {
        for (std::size_t i = 0; i < curve.x.size(); ++i) {
            if (seen.insert(box.cell(curve.x[i], curve.y[i])).second) append_point(text, curve.x[i], curve.y[i]);
        }
        return text;
    }
    std::size_t from = 0;
    bool drawn = false;  // does the line in the file end at `from`?
    for (std::size_t i = 1; i < curve.x.size(); ++i) {
        const std::uint64_t a = box.cell(curve.x[from], curve.y[from]);
        const std::uint64_t b = box.cell(curve.x[i], curve.y[i]);
        if (a == b && i + 1 < curve.x.size()) continue;
        if (seen.insert(a << 32 | b).second) {
            if (!drawn) {
                if (!text.empty()) text += '\n';
                append_point(text, curve.x[from], curve.y[from]);
            }
            append_point(text, curve.x[i], curve.y[i]);
            drawn = true;
        } else {
            drawn = false;
        }
        from = i;
    }
    return text;
}

std::string circle(double radius) {
    std::string text;
    for (int i = 0; i <= 360; ++i) {
        const double angle = i * std::numbers::pi / 180;
        append_point(text, radius * std::cos(angle), radius * std::sin(angle));
    }
    return text;
}

std::string script(const Portrait& portrait, const GnuplotTarget& target) {
    Box box;
    for (const PortraitCurve& curve : portrait.curves) {
        for (std::size_t i = 0; i < curve.x.size(); ++i) box.add(curve.x[i], curve.y[i]);
    }
    if (portrait.circle) {
        box.add(-*portrait.circle, -*portrait.circle);
        box.add(*portrait.circle, *portrait.circle);
    }
    const bool svg = target.terminal == "svg";
    const bool keyed = portrait.curves.size() > 1;
    const int height = 640 + (keyed ? 28 * static_cast<int>(portrait.curves.size() + 1) : 0);
    std::string out = "set terminal " + target.terminal + " noenhanced size " +
                      (svg ? fmt::format("760,{} font 'Helvetica,15' background rgb 'white'", height)
                           : fmt::format("1520,{} font 'Helvetica,15' fontscale 2 linewidth 2 pointscale 2", 2 * height)) +
                      "\nset output " + gnuplot_quoted(target.file.string()) + "\n";
    out += "set title " + gnuplot_quoted(portrait.title) + "\nset xlabel " + gnuplot_quoted(portrait.x_label) + "\nset ylabel " +
           gnuplot_quoted(portrait.y_label) + "\n";
    out += "set border 3 lc rgb '#606060'\nset tics nomirror out scale 0.8,0.4\nset grid lt 1 lc rgb '#e0e0e0' lw 0.8\n";
    const auto axis = [&](char name, double low, double high) {
        // A motion at rest, or along one axis, has no width of its own.
        const double width = high > low ? high - low : high != 0 ? std::abs(high) : 1.0;
        out += fmt::format("set {}range [{:.17g}:{:.17g}]\n", name, low - 0.05 * width, high + 0.05 * width);
    };
    if (std::isfinite(box.x0)) {
        axis('x', box.x0, box.x1);
        axis('y', box.y0, box.y1);
    } else {
        out += "set xrange [-1:1]\nset yrange [-1:1]\n";  // no points: empty axes
    }
    if (portrait.equal) out += "set size ratio -1\n";
    out += keyed ? "set key below left vertical maxcols 1 reverse Left samplen 3\n" : "unset key\n";
    std::string plots;
    const auto add = [&](const std::string& plot) { plots += (plots.empty() ? "plot " : ", ") + plot; };
    if (keyed) add("keyentry title ' '");  // a line of air under the axis
    if (portrait.circle) {
        const fs::path file = target.folder / "circle";
        std::ofstream(file) << circle(*portrait.circle);
        add(gnuplot_quoted(file.string()) + " with lines dt 2 lw 1.2 lc rgb '#808080' notitle");
    }
    for (std::size_t c = 0; c < portrait.curves.size(); ++c) {
        const PortraitCurve& curve = portrait.curves[c];
        const std::string text = data(curve, box);
        if (text.empty()) continue;
        const fs::path file = target.folder / std::to_string(c);
        std::ofstream(file) << text;
        const char* colour = colours[c % colours.size()];
        const auto count = std::ranges::count(text, '\n');
        const double size = count > 2000 ? 0.2 : count > 200 ? 0.35 : count > 20 ? 0.6 : 1.2;
        add(gnuplot_quoted(file.string()) +
            (curve.points ? fmt::format(" with points pt 7 ps {} lc rgb '{}' title ", size, colour)
                          : fmt::format(" with lines lw 1.2 lc rgb '{}' title ", colour)) +
            gnuplot_quoted(curve.name));
    }
    if (plots.empty()) add("NaN notitle");
    return out + plots + "\n";
}

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

void plot_portrait(const std::string& subject, const Portrait& portrait, const fs::path& file) {
    draw(subject, file, [&](const GnuplotTarget& target) { return script(portrait, target); });
}

}  // namespace jounce::record
