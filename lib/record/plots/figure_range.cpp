// The ranges and the frame of a panel.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/plots/figure_range.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/messages/error.hpp"
#include "record/plots/figure_extent.hpp"
#include "record/plots/figure_text.hpp"

namespace jounce::record {

namespace {

constexpr double word_room = 22;        // pixels of an axis for each word
constexpr double narrowest_frame = 60;  // pixels, of a frame narrowed by equal scales
constexpr double air = 0.04;            // margin beyond the values, relative to their range

struct Extents {
    Extent x, y;
};

bool is_cells(const FigureCurve& curve) { return curve.mark == Mark::cells; }

Extents extents_of(const FigurePanel& panel) {
    Extents out;
    const std::vector<double> xs = cell_places(panel, true), ys = cell_places(panel, false);
    for (const FigureCurve& curve : panel.curves) {
        for (std::size_t i = 0; i < curve.x.size(); ++i) {
            if (!std::isfinite(curve.x[i]) || !std::isfinite(curve.y[i])) continue;
            if ((panel.x.logarithmic && curve.x[i] <= 0) || (panel.y.logarithmic && curve.y[i] <= 0)) continue;
            out.x.add(curve.x[i]);
            out.y.add(curve.y[i]);
            if (!is_cells(curve)) continue;
            const auto [x0, x1] = cell_borders(xs, curve.x[i], panel.x.logarithmic);
            const auto [y0, y1] = cell_borders(ys, curve.y[i], panel.y.logarithmic);
            for (const double at : {x0, x1}) out.x.add(at);
            for (const double at : {y0, y1}) out.y.add(at);
        }
    }
    if (panel.circle && !panel.x.logarithmic && !panel.y.logarithmic) {
        for (Extent* extent : {&out.x, &out.y}) {
            extent->add(-*panel.circle);
            extent->add(*panel.circle);
        }
    }
    for (const auto& [extent, axis] : {std::pair(&out.x, &panel.x), std::pair(&out.y, &panel.y)}) {
        if (extent->any()) continue;
        extent->low = axis->logarithmic ? 1 : -1;
        extent->high = axis->logarithmic ? 10 : 1;
    }
    return out;
}

Extent shades_of(const FigurePanel& panel) {
    Extent out;
    for (const FigureCurve& curve : panel.curves) {
        for (const double shade : curve.shade)
            if (!panel.shade.logarithmic || shade > 0) out.add(shade);
        if (curve.level) out.add(*curve.level);
    }
    return out;
}

/// The colour bar ends at the smallest and the largest number.
std::optional<Tics> shade_tics(const FigurePanel& panel, double length) {
    const Extent shades = shades_of(panel);
    if (!shades.any()) return std::nullopt;
    FigureAxis axis = panel.shade;
    if (shades.low < shades.high) {
        if (!axis.from) axis.from = shades.low;
        if (!axis.to) axis.to = shades.high;
    }
    return tics_upward(axis, shades.low, shades.high, length);
}

/// An axis of a panel with one scale for both, in units of `unit`, so that no difference of two values overflows.
struct Stretch {
    double low, high;
    bool held;  ///< both ends are given
    [[nodiscard]] double width() const { return high - low; }
    /// Extended at its free ends.
    void extend(double width, const FigureAxis& axis) {
        const double more = width - (high - low);
        const double below = axis.from ? 0 : axis.to ? 1 : 0.5;
        low -= below * more;
        high += (1 - below) * more;
    }
};

Stretch stretch_of(const FigureAxis& axis, const Extent& extent, double unit) {
    const double low = axis.from ? *axis.from / unit : extent.low / unit, high = axis.to ? *axis.to / unit : extent.high / unit;
    const double more = air * (high - low);
    return {axis.from ? low : low - more, axis.to ? high : high + more, axis.from && axis.to};
}

/// The largest absolute value among the ends of both axes.
double reach_of(const FigurePanel& panel, const Extents& extents) {
    double out = 0;
    for (const double end : {extents.x.low, extents.x.high, extents.y.low, extents.y.high, panel.x.from.value_or(0),
                             panel.x.to.value_or(0), panel.y.from.value_or(0), panel.y.to.value_or(0)})
        out = std::max(out, std::abs(end));
    return out > 0 ? out : 1;
}

struct EqualStretches {
    double unit;
    Stretch x, y;
};

EqualStretches equal_stretches(const FigurePanel& panel, const Extents& extents) {
    const double unit = reach_of(panel, extents);
    EqualStretches out{unit, stretch_of(panel.x, extents.x, unit), stretch_of(panel.y, extents.y, unit)};
    // A constant, or a motion along one axis only, has no width.
    const double least = std::max({1e-6, out.x.width() / 1000, out.y.width() / 1000});
    if (out.x.width() < least) out.x.extend(least, panel.x);
    if (out.y.width() < least) out.y.extend(least, panel.y);
    return out;
}

/// One scale for both axes: the shorter one is extended, or the frame becomes narrower where both ends of it are given.
Axes equal_axes(const FigurePanel& panel, const Extents& extents, FrameSize frame, const std::string& subject) {
    EqualStretches s = equal_stretches(panel, extents);
    const double scale = std::min(frame.width / s.x.width(), frame.height / s.y.width());
    for (auto [stretch, length, axis] : {std::tuple(&s.x, &frame.width, &panel.x), std::tuple(&s.y, &frame.height, &panel.y)}) {
        if (stretch->held) {
            *length = scale * stretch->width();
        } else {
            stretch->extend(*length / scale, *axis);
        }
    }
    if (std::min(frame.width, frame.height) < narrowest_frame) {
        throw bad_case(
            fmt::format("{}: 'equal' with these ranges makes one axis {:.3g} times as long as the other, too narrow to read; "
                        "leave an end of the shorter one open",
                        subject, std::max(frame.width, frame.height) / std::min(frame.width, frame.height)));
    }
    const double largest = std::numeric_limits<double>::max();
    const auto ends = [&](FigureAxis axis, const Stretch& stretch) {
        axis.from = std::clamp(stretch.low * s.unit, -largest, largest);
        axis.to = std::clamp(stretch.high * s.unit, -largest, largest);
        return axis;
    };
    const FigureAxis x = ends(panel.x, s.x), y = ends(panel.y, s.y);
    const double reach = std::max({std::abs(*x.from), std::abs(*x.to), std::abs(*y.from), std::abs(*y.to)});
    return {frame, tics_across(x, extents.x.low, extents.x.high, frame.width, reach),
            tics_upward(y, extents.y.low, extents.y.high, frame.height, reach), shade_tics(panel, frame.height)};
}

}  // namespace

FrameSize natural_frame(const FigurePanel& panel, FrameSize standard) {
    FrameSize out = standard;
    if (panel.equal) {
        const EqualStretches s = equal_stretches(panel, extents_of(panel));
        out.height = std::clamp(out.width * s.y.width() / s.x.width(), (s.y.held ? 0.1 : 0.4) * out.width, out.width);
    }
    out.width = std::max(out.width, word_room * static_cast<double>(panel.x.categories.size()));
    out.height = std::max(out.height, word_room * static_cast<double>(panel.y.categories.size()));
    return out;
}

Axes axes_of(const FigurePanel& panel, FrameSize frame, const std::string& subject) {
    const Extents extents = extents_of(panel);
    if (panel.equal) return equal_axes(panel, extents, frame, subject);
    return {frame, tics_across(panel.x, extents.x.low, extents.x.high, frame.width),
            tics_upward(panel.y, extents.y.low, extents.y.high, frame.height), shade_tics(panel, frame.height)};
}

std::pair<double, double> cell_borders(const std::vector<double>& places, double at, bool logarithmic) {
    const auto here = std::ranges::lower_bound(places, at);
    const auto middle = [&](double a, double b) { return logarithmic ? std::sqrt(a) * std::sqrt(b) : a / 2 + b / 2; };
    const auto beyond = [&](double other) { return logarithmic ? at * std::sqrt(at / other) : at + (at / 2 - other / 2); };
    const bool first = here == places.begin(), last = here + 1 == places.end();
    if (first && last) return logarithmic ? std::pair(at / 1.1, at * 1.1) : std::pair(at - 0.5, at + 0.5);
    const double low = first ? beyond(*(here + 1)) : middle(*(here - 1), at);
    const double high = last ? beyond(*(here - 1)) : middle(at, *(here + 1));
    return {low, high};
}

std::vector<double> cell_places(const FigurePanel& panel, bool of_x) {
    std::vector<double> out;
    const bool logarithmic = of_x ? panel.x.logarithmic : panel.y.logarithmic;
    for (const FigureCurve& curve : panel.curves) {
        if (!is_cells(curve)) continue;
        for (const double at : of_x ? curve.x : curve.y)
            if (std::isfinite(at) && (!logarithmic || at > 0)) out.push_back(at);
    }
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

}  // namespace jounce::record
