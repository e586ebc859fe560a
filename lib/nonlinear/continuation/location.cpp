// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/continuation/location.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/roots.hpp"

namespace jounce::nonlinear {

std::optional<CurvePoint> Beside::at(double h, const Vector& guess) const {
    const CurvePoint& from = *point_;
    std::optional<Corrected> corrected = correct(*f_, guess, from.tangent, from.tangent.dot(from.U) + h, settings_);
    if (!corrected) return {};
    return curve_point(std::move(*corrected), from.tangent, from.arc + h);
}

std::optional<Located> locate(const Beside& beside, const std::function<double(const CurvePoint&)>& test, const CurvePoint& low,
                              const CurvePoint& high, double tolerance) {
    constexpr double narrowest = 1e-12, no_zero = 1e3;  // no_zero: multiple of the tolerance above which it is a jump
    const double sign = test(low) > 0 ? -1 : 1;         // makes the function increase
    const double first = beside.step_to(low), last = beside.step_to(high);
    RootBracket bracket(first, last);
    bracket.set_low(first, sign * test(low));
    bracket.set_high(last, sign * test(high));
    const CurvePoint* ends[2] = {&low, &high};
    CurvePoint inner[2];
    std::optional<CurvePoint> best;
    double smallest = INFINITY;
    bool improved = false;
    for (int trials = 0; trials < 100 && bracket.width() > narrowest; ++trials) {
        double h = bracket.next();
        if (h <= bracket.low() || h >= bracket.high()) break;
        // The chord between both ends is a better guess than the tangent at the first end.
        const double share = (h - bracket.low()) / bracket.width();
        std::optional<CurvePoint> point = beside.at(h, ends[0]->U + share * (ends[1]->U - ends[0]->U));
        // At a branch point the tangent is not unique; next to it, it is.
        for (const double aside : {0.0, 1e-11, 1e-2 * (bracket.high() - h)}) {
            if (point || h + aside >= bracket.high()) break;
            point = beside.at(h + aside);
            if (point) h += aside;
        }
        if (!point) break;
        const double value = test(*point);
        bracket.add(h, sign * value);
        const std::size_t side = sign * value > 0 ? 1 : 0;
        if (std::abs(value) < smallest) {
            smallest = std::abs(value);
            best = point;
        }
        inner[side] = std::move(*point);
        ends[side] = &inner[side];
        if (smallest <= tolerance) {
            if (improved || smallest == 0) break;
            improved = true;
        }
    }
    if (!best) return {};
    const bool small = smallest <= no_zero * tolerance;
    if (!small && bracket.width() > 1e3 * narrowest) return {};
    return Located{std::move(*best), bracket.low(), bracket.high(), !small};
}

}  // namespace jounce::nonlinear
