// Numbers as a picture in the style of Jounce: the script for gnuplot.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/plots/figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/messages/error.hpp"
#include "record/plots/figure_checks.hpp"
#include "record/plots/figure_data.hpp"
#include "record/plots/figure_fonts.hpp"
#include "record/plots/figure_layout.hpp"
#include "record/plots/figure_style.hpp"
#include "record/plots/figure_text.hpp"
#include "record/plots/gnuplot.hpp"

namespace jounce::record {

namespace fs = std::filesystem;

namespace {

constexpr double most_pixels = 16000;  // pixels; cairo draws at most 32767, and a .png has two per pixel

/// The more points, the smaller they are drawn.
double point_size(std::size_t count, double relative) {
    return relative * (count > 2000 ? 0.2 : count > 200 ? 0.35 : count > 60 ? 0.6 : 0.9);
}

/// Scale that makes points equally large in both formats: gnuplot's unit of point size is 6 of our pixels for .png, 13 for .svg.
double point_unit(const GnuplotTarget& target) { return target.terminal == "svg" ? 0.65 : 1.4; }

double key_point_size(const FigureCurve& curve) { return std::clamp(0.9 * curve.size, 0.7, 2.0); }

/// Positions for gnuplot: fractions of the picture's width and height.
class Screen {
  public:
    Screen(double width, double height) : width_(width), height_(height) {}
    [[nodiscard]] std::string at(double x, double y) const {
        return fmt::format("screen {:.6f},{:.6f}", x / width_, y / height_);
    }
    [[nodiscard]] std::string margins(const Rectangle& r) const {
        return fmt::format(
            "set lmargin at screen {:.6f}\nset rmargin at screen {:.6f}\nset bmargin at screen {:.6f}\nset tmargin at screen "
            "{:.6f}\n",
            r.x / width_, (r.x + r.width) / width_, r.y / height_, (r.y + r.height) / height_);
    }
    [[nodiscard]] std::string bar(const Rectangle& r) const {
        return fmt::format("set colorbox user origin {} size {}\n", at(r.x, r.y), at(r.width, r.height));
    }

  private:
    double width_, height_;
};

std::string texts_script(const Layout& layout, const Screen& screen) {
    std::string out;
    for (const PlacedText& text : layout.texts) {
        const char* const anchor = text.anchor == Anchor::left ? "left" : text.anchor == Anchor::centre ? "center" : "right";
        out += fmt::format("set label {} at {} {}{}{}\n", gnuplot_quoted(text.text), screen.at(text.x, text.y), anchor,
                           text.angle != 0 ? fmt::format(" rotate by {:g}", text.angle) : "",
                           text.faint ? " textcolor rgb '#505050'" : "");
    }
    return out;
}

std::string key_script(const Figure& figure, const Layout& layout, const Screen& screen, double point) {
    std::string out;
    for (const KeySample& sample : layout.key) {
        const FigureCurve& curve = figure.panels[sample.panel].curves[sample.curve];
        const CurveStyle style = style_of(curve, sample.curve, layout.panels[sample.panel].axes);
        if (curve.mark == Mark::cells) {
            out += fmt::format("set object rectangle from {} to {} fillstyle solid 1.0 noborder fc {}\n",
                               screen.at(sample.x, sample.y - 6), screen.at(sample.x + key_sample, sample.y + 6),
                               style.key_colour.substr(3));
        }
        if (curve.mark == Mark::line || curve.mark == Mark::both) {
            out += fmt::format("set arrow from {} to {} nohead {} {}\n", screen.at(sample.x, sample.y),
                               screen.at(sample.x + key_sample, sample.y), style.line, style.key_colour);
        }
        if (curve.mark == Mark::points || curve.mark == Mark::both) {
            out += fmt::format("set label '' at {} point pt {} ps {:g} {}\n", screen.at(sample.x + key_sample / 2, sample.y),
                               style.shape, point * key_point_size(curve), style.key_colour);
        }
    }
    return out;
}

/// Range and tick marks; their numbers are labels of the layout.
std::string axis_script(const std::string& name, const Tics& tics) {
    std::string out =
        fmt::format("set {0}range [{1:.17g}:{2:.17g}]\nset {0}tics nomirror out scale 0.8,0.4 (", name, tics.low, tics.high);
    for (std::size_t i = 0; i < tics.marks.size(); ++i)
        out += fmt::format("{}'' {:.17g}", i > 0 ? ", " : "", tics.marks[i].first);
    return out + ")\n";
}

class PanelScript {
  public:
    PanelScript(const FigurePanel& panel, const Axes& axes, const GnuplotTarget& target, const Proceed& proceed)
        : panel_(panel), axes_(axes), target_(target), proceed_(proceed) {}

    void write() {
        for (std::size_t c = 0; c < panel_.curves.size(); ++c) add_curve(panel_.curves[c], c);
        // Drawn above curves that coincide with it.
        if (panel_.circle) add(circle_data(*panel_.circle, axes_), "with lines dt 2 lw 1.6 lc rgb '#404040'");
        target_.add(plots_.empty() ? "plot NaN notitle\n" : plots_ + "\n");
        for (const std::string& numbers : data_) {
            target_.add(numbers);
            target_.add("e\n");
        }
    }

  private:
    /// gnuplot reads the numbers of '-' after the command.
    void add(std::string numbers, const std::string& how) {
        plots_ += (plots_.empty() ? "plot '-' " : ", \\\n  '-' ") + how + " notitle";
        data_.push_back(std::move(numbers));
    }

    void add_curve(const FigureCurve& curve, std::size_t c) {
        if (!has_points(curve, axes_)) return;
        const CurveStyle style = style_of(curve, c, axes_);
        const std::string shade = curve.shade.empty() ? style.colour : "lc palette";
        if (curve.mark == Mark::cells) {
            add(cell_data(curve, panel_, axes_, proceed_), std::string("using 1:2:3:4:5:6") + (curve.shade.empty() ? "" : ":7") +
                                                               " with boxxyerror fillstyle solid 1.0 border lw 0.3 " + shade);
            return;
        }
        if (curve.mark != Mark::points) {
            std::string text = line_data(curve, axes_, proceed_);
            if (!text.empty()) add(std::move(text), "with lines " + style.line + " " + style.colour);
        }
        if (curve.mark == Mark::line) return;
        std::string text = point_data(curve, axes_, proceed_);
        const double relative = curve.shade.empty() ? curve.size : 1.6 * curve.size;  // a colour is visible only on a larger area
        const double size = point_size(static_cast<std::size_t>(std::ranges::count(text, '\n')), relative);
        add(std::move(text), fmt::format("with points pt {} ps {:g} ", style.shape, point_unit(target_) * size) + shade);
    }

    const FigurePanel& panel_;
    const Axes& axes_;
    const GnuplotTarget& target_;
    const Proceed& proceed_;
    std::string plots_;
    std::vector<std::string> data_;
};

/// A picture of `layout.width` by `layout.height` pixels as .svg; a .png has twice as many in each direction.
void write_script(const Figure& figure, const Layout& layout, const GnuplotTarget& target, const Proceed& proceed) {
    const Screen screen(layout.width, layout.height);
    // gnuplot's sizes of fonts are points for .png, 96 pixels to 72 of them.
    std::string out =
        target.terminal == "svg"
            ? fmt::format("set terminal svg noenhanced size {:.0f},{:.0f} font 'Helvetica,{:g}' background rgb 'white'\n",
                          layout.width, layout.height, font_size)
            : fmt::format(
                  "set terminal pngcairo noenhanced size {:.0f},{:.0f} font 'Helvetica,{:g}' fontscale 2 linewidth "
                  "2 pointscale 2\n",
                  2 * layout.width, 2 * layout.height, font_size * 72 / 96);
    out += "set clip two\nset border 3 lc rgb '#606060'\nset grid lt 1 lc rgb '#e0e0e0' lw 0.8\nunset key\n";
    out += palette;
    out += "set multiplot\n" + texts_script(layout, screen) + key_script(figure, layout, screen, point_unit(target));
    for (std::size_t p = 0; p < figure.panels.size(); ++p) {
        const PlacedPanel& placed = layout.panels[p];
        out += screen.margins(placed.frame) + axis_script("x", placed.axes.x) + axis_script("y", placed.axes.y);
        out += placed.bar ? screen.bar(*placed.bar) : "unset colorbox\n";
        if (placed.axes.shade) out += axis_script("cb", *placed.axes.shade);
        target.add(std::exchange(out, {}));
        PanelScript(figure.panels[p], placed.axes, target, proceed).write();
        if (p == 0) out += "unset label\nunset arrow\nunset object\n";
    }
    target.add(out + "unset multiplot\n");
}

}  // namespace

void draw_figure(const std::string& subject, const Figure& figure, const fs::path& file, const Proceed& proceed) {
    require_picture_name(subject, file);
    require_drawable(subject, figure);
    Layout layout = lay_out(figure, subject);
    if (std::max(layout.width, layout.height) > most_pixels) {
        throw bad_case(
            fmt::format("{}: the picture must be at most {:.0f} pixels wide and high, got {:.0f} by {:.0f}: too many panels, "
                        "words on an axis, or names",
                        subject, most_pixels, layout.width, layout.height));
    }
    if (file.extension() == ".png") mark_missing(layout);  // the viewer of an .svg uses its own fonts
    draw(
        subject, file, [&](const GnuplotTarget& target) { write_script(figure, layout, target, proceed); }, proceed);
}

}  // namespace jounce::record
