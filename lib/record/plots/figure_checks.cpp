// Checks: what a picture cannot show.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/plots/figure_checks.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/messages/error.hpp"
#include "base/messages/text.hpp"
#include "record/plots/figure_extent.hpp"

namespace jounce::record {

namespace {

/// \throws Error (bad_case) for an end of an axis beyond all values, which would reverse the axis
void require_range(const std::string& subject, char name, const FigureAxis& axis, const Extent& box) {
    if (axis.from && !axis.to && *axis.from >= box.high) {
        throw bad_case(fmt::format("{}: '{}_from' must be below the largest {}, {}, got {}", subject, name, name,
                                   shortest(box.high), shortest(*axis.from)));
    }
    if (axis.to && !axis.from && *axis.to <= box.low) {
        throw bad_case(fmt::format("{}: '{}_to' must be above the smallest {}, {}, got {}", subject, name, name,
                                   shortest(box.low), shortest(*axis.to)));
    }
}

/// \throws Error (bad_case) for a picture that shows nothing
void require_values(const std::string& subject, const FigurePanel& panel) {
    Extent x, y;
    const auto has_place = [](const FigureAxis& axis, double value) {
        return std::isfinite(value) && (!axis.logarithmic || value > 0);
    };
    for (const FigureCurve& curve : panel.curves) {
        for (std::size_t i = 0; i < curve.x.size(); ++i) {
            if (!has_place(panel.x, curve.x[i]) || !has_place(panel.y, curve.y[i])) continue;
            x.add(curve.x[i]);
            y.add(curve.y[i]);
        }
    }
    if (!x.any()) {
        const bool logarithmic = panel.x.logarithmic || panel.y.logarithmic;
        throw bad_case(subject + ": there is nothing to draw: no curve has a point of two finite numbers" +
                       (logarithmic ? ", above 0 on a logarithmic axis" : ""));
    }
    require_range(subject, 'x', panel.x, x);
    require_range(subject, 'y', panel.y, y);
    const auto misses = [](const FigureAxis& axis, const Extent& box) {
        return (axis.from && *axis.from > box.high) || (axis.to && *axis.to < box.low);
    };
    if (misses(panel.x, x) || misses(panel.y, y))
        throw bad_case(subject + ": there is nothing to draw: no point lies in the range of the axes");
}

}  // namespace

void require_drawable(const std::string& subject, const Figure& figure) {
    for (std::size_t p = 0; p < figure.panels.size(); ++p)
        require_values(figure.panels.size() > 1 ? fmt::format("{}.panels[{}]", subject, p + 1) : subject, figure.panels[p]);
}

}  // namespace jounce::record
