// The numbers of a curve, as input of gnuplot.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/plots/figure_data.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <unordered_set>
#include <utility>
#include <vector>

#include "record/files/csv.hpp"

namespace jounce::record {

namespace {

constexpr double pixels = 1500;  // along each axis: the resolution of a screen

void append(std::string& text, std::initializer_list<double> numbers) {
    for (const double number : numbers) {
        append_number(text, number);
        text += ' ';
    }
    text.back() = '\n';
}

/// The pixel of a drawn number.
std::uint64_t pixel(const Tics& tics, double at) {
    return static_cast<std::uint64_t>(std::clamp(place(tics, at, 1), -1.0, 2.0) * pixels + pixels);
}

std::uint64_t pixel(const Axes& axes, double px, double py) { return pixel(axes.x, px) * 65536 + pixel(axes.y, py); }

/// The drawn number is not finite where a value has no position, such as 0 on a logarithmic axis.
bool has_place(double px, double py) { return std::isfinite(px) && std::isfinite(py); }

void ask(const Proceed& proceed, std::size_t number) {
    if (number % 4096 == 0 && proceed) proceed();
}

/// Text of lines through points, without those that lie on the line between their neighbours as far as a screen shows it.
class Lines {
  public:
    explicit Lines(const Axes& axes) : axes_(axes) {}
    void move_to(double px, double py) {
        finish();
        if (!text_.empty()) text_ += '\n';
        append(text_, {px, py});
        since_ = {point(px, py)};
    }
    void line_to(double px, double py) {
        const Point to = point(px, py);
        if (since_.size() > most || !passes_all(to)) {
            const Point corner = since_.back();
            append(text_, {corner.px, corner.py});
            since_ = {corner};
        }
        since_.push_back(to);
    }
    [[nodiscard]] std::string text() && {
        finish();
        return std::move(text_);
    }

  private:
    static constexpr double tolerance = 0.2;  // pixels
    static constexpr std::size_t most = 64;   // points left out one after the other: bounds the work for each
    struct Point {
        double px, py, u, v;  ///< u, v in pixels
    };
    [[nodiscard]] Point point(double px, double py) const {
        return {px, py, place(axes_.x, px, pixels), place(axes_.y, py, pixels)};
    }
    /// Does the line from the last corner to this point pass the points between them, in their order?
    [[nodiscard]] bool passes_all(const Point& to) const {
        const double du = to.u - since_[0].u, dv = to.v - since_[0].v, length = std::hypot(du, dv);
        double along = 0;
        for (std::size_t i = 1; i < since_.size(); ++i) {
            const double u = since_[i].u - since_[0].u, v = since_[i].v - since_[0].v, here = u * du + v * dv;
            const double beside = length > 0 ? std::abs(u * dv - v * du) / length : std::hypot(u, v);
            if (!(beside <= tolerance) || !(here >= along) || !(here <= length * length)) return false;
            along = here;
        }
        return true;
    }
    void finish() {
        if (since_.size() > 1) append(text_, {since_.back().px, since_.back().py});
        since_.clear();
    }
    const Axes& axes_;
    std::string text_;
    std::vector<Point> since_;  ///< the last corner, which is in the text, and the points since
};

}  // namespace

std::string line_data(const FigureCurve& curve, const Axes& axes, const Proceed& proceed) {
    Lines lines(axes);
    std::unordered_set<std::uint64_t> seen;
    bool drawn_to = false;  // does the line in the file end at the point before?
    bool has_before = false;
    double bx = 0, by = 0;
    std::uint64_t before = 0;
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
        ask(proceed, i);
        const double px = axes.x.drawn(curve.x[i]), py = axes.y.drawn(curve.y[i]);
        if (!has_place(px, py)) {
            has_before = drawn_to = false;
            continue;
        }
        const std::uint64_t here = pixel(axes, px, py);
        if (has_before) {
            if (here == before && i + 1 < curve.x.size()) continue;
            if (seen.insert(before << 32U | here).second) {
                if (!drawn_to) lines.move_to(bx, by);
                lines.line_to(px, py);
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
    return std::move(lines).text();
}

std::string point_data(const FigureCurve& curve, const Axes& axes, const Proceed& proceed) {
    std::string text;
    if (!curve.shade.empty() && !axes.shade) return text;
    std::unordered_set<std::uint64_t> seen;
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
        ask(proceed, i);
        const double px = axes.x.drawn(curve.x[i]), py = axes.y.drawn(curve.y[i]);
        if (!has_place(px, py)) continue;
        if (!curve.shade.empty()) {
            const double shade = axes.shade->drawn(curve.shade[i]);
            if (std::isfinite(shade)) append(text, {px, py, shade});
        } else if (seen.insert(pixel(axes, px, py)).second) {
            append(text, {px, py});
        }
    }
    return text;
}

std::string cell_data(const FigureCurve& curve, const FigurePanel& panel, const Axes& axes, const Proceed& proceed) {
    std::string text;
    if (!curve.shade.empty() && !axes.shade) return text;
    const std::vector<double> xs = cell_places(panel, true), ys = cell_places(panel, false);
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
        ask(proceed, i);
        const double px = axes.x.drawn(curve.x[i]), py = axes.y.drawn(curve.y[i]);
        const double shade = curve.shade.empty() ? 0 : axes.shade->drawn(curve.shade[i]);
        if (!has_place(px, py) || !std::isfinite(shade)) continue;
        const auto [x0, x1] = cell_borders(xs, curve.x[i], axes.x.logarithmic);
        const auto [y0, y1] = cell_borders(ys, curve.y[i], axes.y.logarithmic);
        append(text, {px, py, axes.x.drawn(x0), axes.x.drawn(x1), axes.y.drawn(y0), axes.y.drawn(y1), shade});
    }
    return text;
}

std::string circle_data(double radius, const Axes& axes) {
    std::string text;
    for (int i = 0; i <= 360; ++i) {
        const double angle = i * std::numbers::pi / 180;
        append(text, {axes.x.drawn(radius * std::cos(angle)), axes.y.drawn(radius * std::sin(angle))});
    }
    return text;
}

bool has_points(const FigureCurve& curve, const Axes& axes) {
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
        const bool shaded = curve.shade.empty() || (axes.shade && std::isfinite(axes.shade->drawn(curve.shade[i])));
        if (shaded && has_place(axes.x.drawn(curve.x[i]), axes.y.drawn(curve.y[i]))) return true;
    }
    return false;
}

}  // namespace jounce::record
