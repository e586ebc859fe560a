// Curves over time as a picture, drawn by gnuplot.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/plot.hpp"

#include <algorithm>
#include <fstream>

#include "record/csv.hpp"
#include "record/gnuplot.hpp"

namespace jounce::record {

namespace fs = std::filesystem;

namespace {
constexpr std::size_t most_points = 8000;  // of one curve: more than a screen resolves

void write_curve(const PlotCurve& curve, const fs::path& file) {
    const std::span<const double> t = curve.times;
    const std::span<const double> x = curve.values;
    std::string text;
    const auto point = [&](std::size_t i) {
        append_number(text, t[i]);
        text += ' ';
        append_number(text, x[i]);
        text += '\n';
    };
    const std::size_t n = t.size();
    const std::size_t bucket = n > most_points ? 2 * n / most_points + 1 : 1;
    for (std::size_t i = 0; i < n; i += bucket) {
        const auto first = x.begin() + static_cast<std::ptrdiff_t>(i);
        const auto [low, high] = std::minmax_element(first, x.begin() + static_cast<std::ptrdiff_t>(std::min(n, i + bucket)));
        point(static_cast<std::size_t>(std::min(low, high) - x.begin()));
        if (low != high) point(static_cast<std::size_t>(std::max(low, high) - x.begin()));
    }
    std::ofstream(file) << text;
}

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

std::string script(const std::vector<PlotCurve>& curves, const std::string& title, const GnuplotTarget& target) {
    const auto groups = panels(curves);
    const int height = 120 + 240 * static_cast<int>(groups.size());
    std::string out = "set terminal " + target.terminal + " noenhanced size 900," + std::to_string(height) +
                      (target.terminal == "svg" ? " background rgb 'white'" : "") + "\n";
    out +=
        "set output " + gnuplot_quoted(target.file.string()) +
        "\nset grid\nset autoscale xfix\nset offsets graph 0, graph 0, graph 0.03, graph 0.03\nset lmargin 14\nset rmargin 4\n";
    out += "set multiplot layout " + std::to_string(groups.size()) + ",1 title " + gnuplot_quoted(title) + "\n";
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const bool last = g + 1 == groups.size();
        out += "set xlabel " + gnuplot_quoted(last ? "time [s]" : "") + "\nset ylabel " +
               gnuplot_quoted(axis_label(curves, groups[g])) + "\n";
        // Above the panel, where it hides no curve.
        out += groups[g].size() > 1 ? "set key tmargin center horizontal\n" : "unset key\n";
        std::string list;
        for (std::size_t k = 0; k < groups[g].size(); ++k) {
            const std::size_t i = groups[g][k];
            // Wider below: a curve that lies on another one shows on both sides of it.
            const std::size_t above = groups[g].size() - 1 - k;
            list += (list.empty() ? "plot " : ", ") + gnuplot_quoted((target.folder / std::to_string(i)).string()) +
                    " with lines linewidth " + std::to_string(1 + std::min<std::size_t>(above, 3)) + " title " +
                    gnuplot_quoted(curves[i].name);
        }
        out += list + "\n";
    }
    return out + "unset multiplot\n";
}

}  // namespace

void plot(const std::vector<PlotCurve>& curves, const std::string& title, const fs::path& file) {
    draw("run:plot", file, [&](const GnuplotTarget& target) {
        for (std::size_t i = 0; i < curves.size(); ++i) write_curve(curves[i], target.folder / std::to_string(i));
        return script(curves, title, target);
    });
}

}  // namespace jounce::record
