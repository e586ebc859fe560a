// Files of collisions, drawn by gnuplot.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/collision.hpp"

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
constexpr std::array dashes = {1, 2, 4};

/// A unit with a prefix that keeps the numbers of an axis between 1 and 1000.
struct Axis {
    double factor = 1;  // from SI
    std::string label;
    Axis(const std::string& quantity, const std::string& unit, double largest) {
        struct Prefix {
            const char* name;
            double factor;
        };
        constexpr Prefix prefixes[] = {{"G", 1e-9}, {"M", 1e-6}, {"k", 1e-3}, {"", 1}, {"m", 1e3}, {"µ", 1e6}, {"n", 1e9}};
        const Prefix* chosen = &prefixes[3];
        if (largest > 0) {
            chosen = std::find_if(std::begin(prefixes), std::end(prefixes) - 1,
                                  [largest](const Prefix& p) { return largest * p.factor >= 1; });
        }
        factor = chosen->factor;
        label = quantity + " [" + chosen->name + unit + "]";
    }
};

std::string script(const std::vector<CollisionCurve>& curves, const std::string& title, const GnuplotTarget& target) {
    double depth = 0;
    double time = 0;
    double force = 0;
    for (const CollisionCurve& curve : curves) {
        for (const contact::FreeImpactSample& s : curve.samples) {
            depth = std::fmax(depth, std::abs(s.indentation));
            time = std::fmax(time, s.time);
            force = std::fmax(force, std::abs(s.force));
        }
    }
    const Axis depths("indentation", "m", depth);
    const Axis times("time", "s", time);
    const Axis forces("force", "N", force);
    for (std::size_t c = 0; c < curves.size(); ++c) {
        std::string text;
        for (const contact::FreeImpactSample& s : curves[c].samples) {
            for (const double value : {s.time * times.factor, s.indentation * depths.factor, s.force * forces.factor}) {
                append_number(text, value);
                text += ' ';
            }
            text += '\n';
        }
        std::ofstream(target.folder / std::to_string(c)) << text;
    }

    const bool svg = target.terminal == "svg";
    const int keys = curves.size() > 1 ? static_cast<int>(curves.size()) : 0;
    const int key_lines = (keys + 1) / 2;  // two to a line
    const int height = 430 + 24 * key_lines;
    std::string out = "set terminal " + target.terminal + " enhanced size " +
                      (svg ? fmt::format("1000,{} font 'Helvetica,14' background rgb 'white'", height)
                           : fmt::format("2000,{} font 'Helvetica,14' fontscale 2 linewidth 2", 2 * height)) +
                      "\nset output " + gnuplot_quoted(target.file.string()) + "\n";
    const double low = 0.12 + (keys > 0 ? 0.05 + 24.0 * key_lines / height : 0.02);
    out += "set border 3 lc rgb '#606060'\nset tics nomirror out scale 0.8,0.4\nset grid lt 1 lc rgb '#e0e0e0' lw 0.8\n";
    out += "set multiplot title " + gnuplot_quoted(title) + " noenhanced\n";
    out += fmt::format("set tmargin at screen 0.90\nset bmargin at screen {:.4f}\n", low);
    const auto panel = [&](const Axis& x, int column, double left, double right, bool keyed) {
        out += fmt::format("set lmargin at screen {}\nset rmargin at screen {}\n", left, right);
        out += "set xlabel " + gnuplot_quoted(x.label) + " noenhanced offset 0,0.3\n";
        out += "set ylabel " + gnuplot_quoted(keyed ? forces.label : "") + " noenhanced offset 1,0\n";
        out += keyed && keys > 0
                   ? fmt::format(
                         "set key at screen 0.5,{:.4f} center bottom vertical maxrows {} reverse Left samplen 3 noenhanced\n",
                         0.015, (keys + 1) / 2)
                   : "unset key\n";
        std::string plots;
        for (std::size_t c = 0; c < curves.size(); ++c) {
            plots += (c == 0 ? "plot " : ", ") + gnuplot_quoted((target.folder / std::to_string(c)).string()) +
                     fmt::format(" using {}:3 with lines lw 1.8 lc rgb '{}' dt {} title ", column, colours[c % colours.size()],
                                 dashes[c / colours.size() % dashes.size()]) +
                     gnuplot_quoted(curves[c].name);
        }
        out += plots + "\n";
    };
    panel(depths, 2, 0.10, 0.50, true);
    panel(times, 1, 0.58, 0.97, false);
    return out + "unset multiplot\n";
}

}  // namespace

void write_collision(const fs::path& file, const FileHead& head, const std::vector<contact::FreeImpactSample>& samples) {
    write_whole_csv(file, head, {"time [s]", "indentation [m]", "rate [m/s]", "force [N]"}, [&](CsvFile& out) {
        for (const contact::FreeImpactSample& sample : samples) {
            for (const double value : {sample.time, sample.indentation, sample.rate, sample.force}) out.number(value);
            out.end_row();
        }
    });
}

void plot_collisions(const std::string& subject, const std::vector<CollisionCurve>& curves, const std::string& title,
                     const fs::path& file) {
    draw(subject, file, [&](const GnuplotTarget& target) { return script(curves, title, target); });
}

}  // namespace jounce::record
