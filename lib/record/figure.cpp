// Numbers as a picture in the house's style, drawn by gnuplot.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <limits>
#include <numbers>
#include <unordered_set>

#include "base/error.hpp"
#include "record/csv.hpp"
#include "record/figure_axis.hpp"
#include "record/figure_checks.hpp"
#include "record/figure_extent.hpp"
#include "record/figure_key.hpp"
#include "record/gnuplot.hpp"

namespace jounce::record {

namespace fs = std::filesystem;

namespace {

/// Colours that readers with any colour vision tell apart (M. Okabe, K. Ito, 2008), dark enough for thin lines.
constexpr std::array figure_colours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9",
                                       "#8c564b", "#332288", "#117733", "#882255", "#999933"};
/// gnuplot's numbers: filled circle, square, triangle, inverted triangle, diamond, pentagon, and a cross.
constexpr std::array figure_shapes = {7, 5, 9, 11, 13, 15, 2};
constexpr int ring_shape = 6;
/// From dark blue over green to yellow, light rising evenly: viridis, S. van der Walt, N. Smith (2015).
constexpr const char* palette =
    "set palette defined (0 '#440154', 1 '#46327e', 2 '#365c8d', 3 '#277f8e', 4 '#1fa187', 5 '#4ac16d', 6 '#a0da39', 7 "
    "'#fde725')\n";
constexpr double pixels = 1500;  // along each axis: what a screen resolves

void append(std::string& text, std::initializer_list<double> numbers) {
    for (const double number : numbers) {
        append_number(text, number);
        text += ' ';
    }
    text.back() = '\n';
}

std::string colour_of(const FigureCurve& curve, std::size_t place) {
    switch (curve.tone) {
        case Tone::grey:
            return "#b8b8b8";
        case Tone::dark:
            return "#404040";
        case Tone::black:
            return "#000000";
        case Tone::colour:
            break;
    }
    return figure_colours[curve.colour.value_or(place) % figure_colours.size()];
}

/// Which pixel a drawn number falls on.
std::uint64_t pixel(const Tics& tics, double at) {
    const double part = (at - tics.low) / (tics.high - tics.low);
    return static_cast<std::uint64_t>(std::clamp(part, -1.0, 2.0) * pixels + pixels);
}

struct Axes {
    Tics x, y, shade;
    [[nodiscard]] std::uint64_t cell(double px, double py) const { return pixel(x, px) * 65536 + pixel(y, py); }
    /// Drawn numbers: not finite for what has no place, such as 0 on a logarithmic axis.
    [[nodiscard]] static bool shows(double px, double py) { return std::isfinite(px) && std::isfinite(py); }
};

/// Pieces of lines, each drawn once; a blank line separates what is not joined.
std::string line_data(const FigureCurve& curve, const Axes& axes) {
    std::string text;
    std::unordered_set<std::uint64_t> seen;
    bool drawn_to = false;  // does the line in the file end at the point before?
    bool has_before = false;
    double bx = 0, by = 0;
    std::uint64_t before = 0;
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
        const double px = axes.x.drawn(curve.x[i]), py = axes.y.drawn(curve.y[i]);
        if (!Axes::shows(px, py)) {
            has_before = drawn_to = false;
            continue;
        }
        const std::uint64_t here = axes.cell(px, py);
        if (has_before) {
            if (here == before && i + 1 < curve.x.size()) continue;
            if (seen.insert(before << 32U | here).second) {
                if (!drawn_to) {
                    if (!text.empty()) text += '\n';
                    append(text, {bx, by});
                }
                append(text, {px, py});
                drawn_to = true;
            } else {
                drawn_to = false;
            }
        }
        has_before = true;
        bx = px;
        by = py;
        before = here;
    }
    return text;
}

std::string point_data(const FigureCurve& curve, const Axes& axes) {
    std::string text;
    std::unordered_set<std::uint64_t> seen;
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
        const double px = axes.x.drawn(curve.x[i]), py = axes.y.drawn(curve.y[i]);
        if (!Axes::shows(px, py)) continue;
        if (!curve.shade.empty()) {
            if (std::isfinite(curve.shade[i])) append(text, {px, py, axes.shade.drawn(curve.shade[i])});
        } else if (seen.insert(axes.cell(px, py)).second) {
            append(text, {px, py});
        }
    }
    return text;
}

/// Half-way (in the logarithm on a logarithmic axis) to the neighbours among the distinct places.
std::pair<double, double> borders(const std::vector<double>& places, double at, bool logarithmic) {
    const auto here = std::ranges::lower_bound(places, at);
    const auto middle = [&](double a, double b) { return logarithmic ? std::sqrt(a * b) : (a + b) / 2; };
    const auto beyond = [&](double other) { return logarithmic ? at * std::sqrt(at / other) : at + (at - other) / 2; };
    const bool first = here == places.begin(), last = here + 1 == places.end();
    if (first && last) return logarithmic ? std::pair(at / 1.1, at * 1.1) : std::pair(at - 0.5, at + 0.5);
    const double low = first ? beyond(*(here + 1)) : middle(*(here - 1), at);
    const double high = last ? beyond(*(here - 1)) : middle(at, *(here + 1));
    return {low, high};
}

/// The distinct places of all cells of a panel.
std::vector<double> places(const FigurePanel& panel, bool of_x) {
    std::vector<double> out;
    for (const FigureCurve& curve : panel.curves) {
        if (curve.mark != Mark::cells) continue;
        const std::vector<double>& all = of_x ? curve.x : curve.y;
        out.insert(out.end(), all.begin(), all.end());
    }
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

std::string cell_data(const FigureCurve& curve, const Axes& axes, const std::vector<double>& xs, const std::vector<double>& ys) {
    std::string text;
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
        const auto [x0, x1] = borders(xs, curve.x[i], axes.x.logarithmic);
        const auto [y0, y1] = borders(ys, curve.y[i], axes.y.logarithmic);
        const double shade = curve.shade.empty() ? 0 : curve.shade[i];
        if (!std::isfinite(shade)) continue;
        append(text, {axes.x.drawn(curve.x[i]), axes.y.drawn(curve.y[i]), axes.x.drawn(x0), axes.x.drawn(x1), axes.y.drawn(y0),
                      axes.y.drawn(y1), axes.shade.drawn(shade)});
    }
    return text;
}

Extent shades(const FigurePanel& panel) {
    Extent out;
    for (const FigureCurve& curve : panel.curves) {
        for (const double shade : curve.shade)
            if (!panel.shade.logarithmic || shade > 0) out.add(shade);
        if (curve.level) out.add(*curve.level);
    }
    return out;
}

Axes axes_of(const FigurePanel& panel, int most_x, int most_y) {
    Extent x, y;
    const std::vector<double> xs = places(panel, true), ys = places(panel, false);
    for (const FigureCurve& curve : panel.curves) {
        for (std::size_t i = 0; i < curve.x.size(); ++i) {
            if (!std::isfinite(curve.x[i]) || !std::isfinite(curve.y[i])) continue;
            if ((panel.x.logarithmic && curve.x[i] <= 0) || (panel.y.logarithmic && curve.y[i] <= 0)) continue;
            x.add(curve.x[i]);
            y.add(curve.y[i]);
            if (curve.mark != Mark::cells) continue;
            const auto [x0, x1] = borders(xs, curve.x[i], panel.x.logarithmic);
            const auto [y0, y1] = borders(ys, curve.y[i], panel.y.logarithmic);
            x.add(x0);
            x.add(x1);
            y.add(y0);
            y.add(y1);
        }
    }
    if (panel.circle && !panel.x.logarithmic && !panel.y.logarithmic) {
        for (Extent* box : {&x, &y}) {
            box->add(-*panel.circle);
            box->add(*panel.circle);
        }
    }
    const auto range = [](const Extent& box, const FigureAxis& axis, int most) {
        const double low = box.any() ? box.low : axis.logarithmic ? 1 : -1;
        return tics(axis, low, box.any() ? box.high : axis.logarithmic ? 10 : 1, most);
    };
    // The colour bar ends at the least and the largest number.
    const Extent shade = shades(panel);
    FigureAxis bar = panel.shade;
    if (shade.low < shade.high && !bar.from && !bar.to) {
        bar.from = shade.low;
        bar.to = shade.high;
    }
    Axes out{range(x, panel.x, most_x), range(y, panel.y, most_y), range(shade, bar, most_y)};
    if (panel.equal) {
        // One factor for both, or a circle would be none.
        const double factor = std::max(out.x.factor, out.y.factor);
        for (auto [axis_tics, axis, box, most] :
             {std::tuple(&out.x, &panel.x, &x, most_x), std::tuple(&out.y, &panel.y, &y, most_y)}) {
            if (axis_tics->factor == factor) continue;
            FigureAxis wide = *axis;
            const double reach = std::max({std::abs(x.low), std::abs(x.high), std::abs(y.low), std::abs(y.high)});
            wide.from = axis->from.value_or(-reach * 1.04);
            wide.to = axis->to.value_or(reach * 1.04);
            *axis_tics = tics(wide, box->low, box->high, most);
        }
    }
    return out;
}

std::string axis_script(const std::string& name, const Tics& tics, bool labelled, bool slanted) {
    // A line of air under the label of x: the key follows.
    std::string out =
        fmt::format("set {}label {}{}\nset {}range [{:.17g}:{:.17g}]\n", name, gnuplot_quoted(labelled ? tics.label : ""),
                    name == "x" && labelled ? ".\"\\n\"" : "", name, tics.low, tics.high);
    out += fmt::format("set {}tics nomirror out scale 0.8,0.4 {} (", name, slanted ? "rotate by -30" : "norotate");
    for (std::size_t i = 0; i < tics.marks.size(); ++i)
        out += (i > 0 ? ", " : "") + gnuplot_format(tics.marks[i].second) + fmt::format(" {:.17g}", tics.marks[i].first);
    return out + ")\n";
}

/// Points grow smaller the more there are.
double point_size(std::size_t count, double relative) {
    return relative * (count > 2000 ? 0.2 : count > 200 ? 0.35 : count > 60 ? 0.6 : 0.9);
}

class PanelScript {
  public:
    /// \param width of the panel, in pixels
    PanelScript(const FigurePanel& panel, const GnuplotTarget& target, std::size_t index, int most_x, int most_y, int width)
        : panel_(panel),
          target_(target),
          index_(index),
          axes_(axes_of(panel, most_x, most_y)),
          xs_(places(panel, true)),
          ys_(places(panel, false)),
          width_(width) {}

    /// \param labelled does the x axis have its label?
    /// \param key settings of a key for all panels; default: one of its own
    std::string text(bool labelled, const std::optional<std::string>& key) {
        std::string out = panel_.title.empty() ? "unset title\n" : "set title " + gnuplot_quoted(panel_.title) + "\n";
        std::size_t longest = 0;
        for (const std::string& word : panel_.x.categories) longest = std::max(longest, word.size() * panel_.x.categories.size());
        out += axis_script("x", axes_.x, labelled, longest > 70);
        out += axis_script("y", axes_.y, true, false);
        out += panel_.equal ? "set size ratio -1\n" : "set size noratio\n";
        const bool shaded = shades(panel_).any();
        out += shaded ? "set colorbox\n" + axis_script("cb", axes_.shade, true, false) : "unset colorbox\n";
        if (panel_.circle) add_circle();
        for (std::size_t c = 0; c < panel_.curves.size(); ++c) add_curve(c);
        if (plots_.empty()) add("NaN notitle");
        const std::vector<std::string> names = key_names(panel_);
        out += key                ? *key
               : names.size() > 1 ? fmt::format("set key below center horizontal maxcols {} reverse Left samplen 2\n",
                                                key_columns(names, width_))
                                  : "unset key\n";
        return out + plots_ + "\n";
    }

  private:
    void add(const std::string& plot) { plots_ += (plots_.empty() ? "plot " : ", \\\n  ") + plot; }

    std::string file(const std::string& name, const std::string& content) {
        const fs::path path = target_.folder / fmt::format("{}_{}", index_, name);
        std::ofstream(path) << content;
        return gnuplot_quoted(path.string());
    }

    void add_circle() {
        std::string text;
        for (int i = 0; i <= 360; ++i) {
            const double angle = i * std::numbers::pi / 180;
            append(text, {axes_.x.drawn(*panel_.circle * std::cos(angle)), axes_.y.drawn(*panel_.circle * std::sin(angle))});
        }
        add(file("circle", text) + " with lines dt 2 lw 1.2 lc rgb '#808080' notitle");
    }

    void add_curve(std::size_t c) {
        const FigureCurve& curve = panel_.curves[c];
        const std::string own = "lc rgb '" + colour_of(curve, c) + "'";
        const std::string colour = curve.level ? fmt::format("lc palette cb {:.17g}", axes_.shade.drawn(*curve.level)) : own;
        std::string title = curve.name.empty() ? "notitle" : "title " + gnuplot_quoted(curve.name);
        if (curve.mark == Mark::cells) {
            const std::string text = cell_data(curve, axes_, xs_, ys_);
            if (text.empty()) return;
            const std::string fill = curve.shade.empty() ? colour : std::string("lc palette");
            add(file(std::to_string(c), text) + (curve.shade.empty() ? " using 1:2:3:4:5:6" : " using 1:2:3:4:5:6:7") +
                " with boxxyerror fillstyle solid 1.0 noborder " + fill + " " + title);
            return;
        }
        if (curve.mark != Mark::points) {
            const std::string text = line_data(curve, axes_);
            if (!text.empty()) {
                add(file(std::to_string(c), text) +
                    fmt::format(" with lines lw {:g}{} {} ", 1.3 * curve.width, curve.dashed ? " dt 2" : "", colour) +
                    (curve.mark == Mark::line ? title : "notitle"));
            }
        }
        if (curve.mark == Mark::line) return;
        const std::string text = point_data(curve, axes_);
        if (text.empty()) return;
        const double size = point_size(static_cast<std::size_t>(std::ranges::count(text, '\n')), curve.size);
        const int shape = curve.ring ? ring_shape : figure_shapes[curve.shape.value_or(0) % figure_shapes.size()];
        add(file(std::to_string(c) + "p", text) + fmt::format(" with points pt {} ps {:g} ", shape, size) +
            (curve.shade.empty() ? colour : std::string("lc palette")) + " notitle");
        // In the key as large as a reader can see.
        if (curve.mark == Mark::both && !curve.name.empty()) {
            add(fmt::format("keyentry with linespoints lw {:g}{} pt {} ps {:g} {} title ", 1.3 * curve.width,
                            curve.dashed ? " dt 2" : "", shape, std::max(size, 0.7), colour) +
                gnuplot_quoted(curve.name));
        } else if (title != "notitle") {
            add(fmt::format("keyentry with points pt {} ps {:g} {} ", shape, std::max(size, 0.7), colour) + title);
        }
    }

    const FigurePanel& panel_;
    const GnuplotTarget& target_;
    std::size_t index_;
    Axes axes_;
    std::vector<double> xs_, ys_;
    int width_;
    std::string plots_;
};

std::string script(const Figure& figure, const GnuplotTarget& target) {
    const bool svg = target.terminal == "svg";
    const int columns = std::max(figure.columns, 1);
    const int rows = (static_cast<int>(figure.panels.size()) + columns - 1) / columns;
    const bool equal = std::ranges::any_of(figure.panels, [](const FigurePanel& p) { return p.equal; });
    const int width = columns > 1 ? 560 * columns : equal ? 720 : 860;
    int key = 0;  // lines of all keys, one below the other
    for (int row = 0; row < rows; ++row) {
        int highest = 0;
        for (int p = row * columns; p < std::min((row + 1) * columns, static_cast<int>(figure.panels.size())); ++p)
            highest = std::max(highest, key_rows(key_names(figure.panels[static_cast<std::size_t>(p)]),
                                                 figure.one_key ? width : width / columns));
        key = figure.one_key ? std::max(key, highest) : key + highest;
    }
    const int height = 60 + rows * (equal ? 660 : rows > 1 ? 280 : 500) + 20 * key;
    std::string out =
        "set terminal " + target.terminal + " noenhanced size " +
        (svg ? fmt::format("{},{} font 'Helvetica,14' background rgb 'white'", width, height)
             : fmt::format("{},{} font 'Helvetica,14' fontscale 2 linewidth 2 pointscale 2", 2 * width, 2 * height)) +
        "\nset output " + gnuplot_quoted(target.file.string()) + "\n";
    out += "set clip two\nset border 3 lc rgb '#606060'\nset grid lt 1 lc rgb '#e0e0e0' lw 0.8\n";
    out += palette;
    const bool several = figure.panels.size() > 1;
    if (several) {
        out += fmt::format("set multiplot layout {},{} title ", rows, columns) + gnuplot_quoted(figure.title);
        if (figure.one_key) {
            // The margins leave room for the key, or the panel that has it would be lower than the others.
            out += fmt::format(" margins {:.4f},{:.4f},{:.4f},{:.4f} spacing {:.4f},{:.4f}\n", 105.0 / width, 1 - 20.0 / width,
                               (95.0 + 20 * key) / height, 1 - 50.0 / height, 120.0 / width, 85.0 / height);
        } else {
            out += "\nset lmargin 12\nset rmargin 4\n";
        }
    }
    for (std::size_t p = 0; p < figure.panels.size(); ++p) {
        FigurePanel panel = figure.panels[p];
        if (!several && panel.title.empty()) panel.title = figure.title;
        const bool labelled = !figure.shared_x || p + 1 == figure.panels.size();
        std::optional<std::string> shared;
        if (figure.one_key && several)
            shared = p > 0 || key == 0
                         ? "unset key\n"
                         : fmt::format("set key at screen 0.5,{:.4f} center bottom vertical maxrows {} reverse Left samplen 2\n",
                                       8.0 / height, key);
        out += PanelScript(panel, target, p,
                           equal         ? 6
                           : columns > 1 ? 6
                                         : 8,
                           rows > 1 ? 5 : 8, width / columns)
                   .text(labelled, shared);
    }
    return out + (several ? "unset multiplot\n" : "");
}

}  // namespace

void draw_figure(const std::string& subject, const Figure& figure, const fs::path& file) {
    require_picture_name(subject, file);
    require_drawable(subject, figure);
    draw(subject, file, [&](const GnuplotTarget& target) { return script(figure, target); });
}

}  // namespace jounce::record
