// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/continuation/location.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/numbers/roots.hpp"

namespace jounce::nonlinear {

std::optional<CurvePoint> Beside::at(double h, const Vector& guess) const {
    const CurvePoint& from = *point_;
    std::optional<Corrected> corrected = correct(*f_, guess, from.tangent, from.tangent.dot(from.U) + h, settings_);
    if (!corrected) return {};
    return curve_point(std::move(*corrected), from.tangent, from.arc + h);
}

namespace {

/// The branch between two of its points: the cubic through both with their tangents, as a function of the arc step along the
/// tangent of `beside`; the chord where the branch runs across that.
class Between {
  public:
    Between(const Beside& beside, const CurvePoint& low, const CurvePoint& high)
        : first_(beside.step_to(low)), width_(beside.step_to(high) - first_), low_(low.U), chord_(high.U - low.U) {
        const Vector& along = beside.point().tangent;
        const double a = along.dot(low.tangent), b = along.dot(high.tangent);
        bend_ = turn_ = Vector::Zero(low_.size());
        if (!(a > 0.3) || !(b > 0.3)) return;
        // With x in [0, 1] and slopes s: U = low + chord x + x (1 - x) [(s_low - chord)(1 - x) - (s_high - chord) x]
        bend_ = low.tangent * (width_ / a) - chord_;
        turn_ = high.tangent * (width_ / b) - chord_;
    }
    [[nodiscard]] Vector at(double h) const {
        const double x = (h - first_) / width_;
        return low_ + x * chord_ + x * (1 - x) * ((1 - x) * bend_ - x * turn_);
    }
    [[nodiscard]] Vector tangent(double h) const {
        const double x = (h - first_) / width_;
        return (chord_ + (1 - x) * (1 - 3 * x) * bend_ - x * (2 - 3 * x) * turn_).normalized();
    }

  private:
    double first_, width_;
    Vector low_, chord_, bend_, turn_;
};

/// Near the crossing of two branches Newton's method magnifies the noise of the map by the inverse of the distance. The cubic
/// between two points that are near each other is as accurate as they are.
std::optional<CurvePoint> interpolated(const Beside& beside, const Between& between, double h) {
    constexpr double accurate = 1e-11;
    Corrected out{between.at(h), {}, 0, 0, 0};
    std::optional<Evaluation> at = beside.equations()(out.U, Wanted::all);
    if (!at) return {};
    out.residual = at->residual.lpNorm<Eigen::Infinity>();
    if (!(out.residual <= accurate)) return {};
    out.at = std::move(*at);
    return curve_point_along(std::move(out), between.tangent(h), beside.point().arc + h);
}

/// A point of the branch at the arc step h: from the interpolation, by Newton's method unless this leads away from it. At a
/// crossing the tangent is that of the interpolation, because the Jacobian there has two null vectors.
std::optional<CurvePoint> trial(const Beside& beside, const Between& between, double h, double width, bool crossing) {
    constexpr double away = 1e-2;  // of the bracket
    const Vector guess = between.at(h);
    std::optional<CurvePoint> point = beside.at(h, guess);
    if (!crossing) return point;
    if (!point || !((point->U - guess).norm() <= away * width)) return interpolated(beside, between, h);
    Corrected corrected{std::move(point->U), std::move(point->at), point->newton_steps, point->residual, 0};
    return curve_point_along(std::move(corrected), between.tangent(h), point->arc);
}

}  // namespace

std::optional<Located> locate(const Beside& beside, const std::function<double(const CurvePoint&)>& test, const CurvePoint& low,
                              const CurvePoint& high, double tolerance, bool crossing) {
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
        const Between between(beside, *ends[0], *ends[1]);
        std::optional<CurvePoint> point = trial(beside, between, h, bracket.width(), crossing);
        // Away from a crossing Newton's method converges, and a smaller bracket has a better interpolation.
        for (const double share : {0.5, 0.25, 0.75, 0.1, 0.9}) {
            if (point) break;
            h = bracket.low() + share * bracket.width();
            point = trial(beside, between, h, bracket.width(), crossing);
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
    return Located{std::move(*best), ends[0]->U, ends[1]->U, !small};
}

}  // namespace jounce::nonlinear
