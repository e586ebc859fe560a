// Safeguarded root finding in one unknown.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace jounce {

/// Root of a continuous f in [low, high] with f(low) and f(high) of opposite sign (or zero): Newton's method if its step stays in
/// the bracket, bisection otherwise; ends when the bracket cannot shrink or the step is below round-off.
/// \param f returns {value, derivative}
template <class F>
double bracketed_root(F&& f, double low, double high) {
    double f_low = f(low).first;
    if (f_low == 0) return low;
    if (f(high).first == 0) return high;
    double x = 0.5 * (low + high);
    for (int iteration = 0; iteration < 200; ++iteration) {
        const auto [value, slope] = f(x);
        if (value == 0) return x;
        if ((value < 0) == (f_low < 0)) {
            low = x;
            f_low = value;
        } else {
            high = x;
        }
        double next = slope != 0 ? x - value / slope : low - 1;
        // Outside the bracket: bisect.
        if (!(next > std::fmin(low, high) && next < std::fmax(low, high))) next = 0.5 * (low + high);
        if (next == x || next == low || next == high) return next;
        if (std::abs(next - x) <= 4e-16 * std::abs(x)) return next;
        x = next;
    }
    return x;
}

/// The same without derivatives: inverse quadratic interpolation if three points allow it, bisection otherwise.
/// T. R. Chandrupatla (1997), doi:10.1016/S0965-9978(96)00051-8.
/// \param f returns a value; \param relative tolerance for the size of the bracket
template <class F>
double bracketed_root_of_values(F&& f, double low, double high, double relative = 4e-16) {
    double b = low;
    double a = high;
    double fa = f(a);
    double fb = f(b);
    double c = a;
    double fc = fa;
    double share = 0.5;
    for (int iteration = 0; iteration < 200; ++iteration) {
        const double x = a + share * (b - a);
        const double value = f(x);
        if ((value < 0) == (fa < 0)) {
            c = a;
            fc = fa;
        } else {
            c = b;
            fc = fb;
            b = a;
            fb = fa;
        }
        a = x;
        fa = value;
        const double best = std::abs(fa) < std::abs(fb) ? a : b;
        const double width = relative * std::abs(best) / std::abs(b - a);
        if (fa == 0 || fb == 0 || width > 0.5) return best;
        const double xi = (a - b) / (c - b);
        const double phi = (fa - fb) / (fc - fb);
        const bool quadratic = phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi;
        share = quadratic ? fa / (fb - fa) * fc / (fb - fc) + (c - a) / (b - a) * fa / (fc - fa) * fb / (fc - fb) : 0.5;
        share = std::fmin(std::fmax(share, width), 1 - width);
    }
    return a;
}

/// Bracket of a zero of a rising function. The caller supplies the value at `next`: for functions with values that cost a step of
/// time integration or do not exist everywhere. `next` is Newton's point if it is inside the bracket, otherwise the secant
/// (Illinois rule: after two points on the same side the other value is halved), and the midpoint after four points that did not
/// halve the bracket.
class RootBracket {
  public:
    RootBracket(double low, double high) : low_(low), high_(high) {}

    void add(double x, double value, double slope = 0) { value > 0 ? set_high(x, value, slope) : set_low(x, value, slope); }
    void set_low(double x, double value, double slope = 0) {
        narrow(x - low_);
        if (last_ < 0) f_high_ *= 0.5;
        low_ = x;
        f_low_ = value;
        aim(x, value, slope, -1);
    }
    void set_high(double x, double value, double slope = 0) {
        narrow(high_ - x);
        if (last_ > 0) f_low_ *= 0.5;
        high_ = x;
        f_high_ = value;
        aim(x, value, slope, 1);
    }
    /// Extends the bracket down to x, where the value is unknown.
    void widen(double x) {
        low_ = x;
        f_low_ = unknown;
    }
    /// There is no value at x because another event precedes it: the zero is below x or does not exist.
    void cut(double x) {
        high_ = x;
        f_high_ = unknown;
        aim(x, 0, 0, 0);
    }

    [[nodiscard]] double low() const { return low_; }
    [[nodiscard]] double high() const { return high_; }
    [[nodiscard]] double width() const { return high_ - low_; }
    [[nodiscard]] bool known_low() const { return f_low_ == f_low_; }
    [[nodiscard]] bool known_high() const { return f_high_ == f_high_; }
    /// The next point, inside the bracket; one of its ends if there is no number between them.
    [[nodiscard]] double next() const {
        const auto inside = [this](double x) { return x > low_ && x < high_; };
        if (slow_ < 4) {
            if (inside(newton_)) return newton_;
            const double secant = low_ + (high_ - low_) * f_low_ / (f_low_ - f_high_);
            if (inside(secant)) return secant;
        }
        return 0.5 * (low_ + high_);
    }

  private:
    static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    void narrow(double by) {
        if (by > 0) slow_ = by < 0.5 * (high_ - low_) ? slow_ + 1 : 0;
    }
    void aim(double x, double value, double slope, int side) {
        newton_ = slope > 0 ? x - value / slope : unknown;
        last_ = side;
    }

    double low_, high_, f_low_ = unknown, f_high_ = unknown, newton_ = unknown;
    int last_ = 0, slow_ = 0;
};

/// A place where f > 0 between three samples, none of them above zero and the middle one the largest: by successive parabolas
/// through the largest value and its neighbours. None where f stays farther below zero than the parabolas are
/// uncertain: twice their rise, and the fall beside the largest value.
/// \param x increasing \param y = f(x)
template <class F>
[[nodiscard]] std::optional<double> place_above_zero(F&& f, std::array<double, 3> x, std::array<double, 3> y) {
    constexpr double apart = 0.05;  // of the longer interval: the least distance of a new sample from the middle one
    for (int i = 0; i < 24; ++i) {
        const double left = x[1] - x[0], right = x[2] - x[1], fall = y[1] - std::fmin(y[0], y[2]);
        if (!(left > 0) || !(right > 0) || !(fall > 0)) return {};
        const double rise = (y[1] - y[0]) / left, drop = (y[1] - y[2]) / right;
        const double bend = (rise + drop) / (left + right), slope = rise - bend * left;  // y[1] + slope d - bend d^2
        if (!(y[1] + 0.5 * slope * slope / bend + fall > 0)) return {};
        double at = x[1] + 0.5 * slope / bend;
        const double longer = std::fmax(left, right);
        if (!(std::abs(at - x[1]) >= apart * longer)) at = x[1] + (right > left ? apart : -apart) * longer;
        const double value = f(at);
        if (value > 0) return at;
        const bool beyond = at > x[1], higher = value > y[1];
        const std::size_t moved = beyond == higher ? 0 : 2;  // the end that is replaced
        if (higher) {
            x[moved] = x[1];
            y[moved] = y[1];
        }
        x[higher ? 1 : moved] = at;
        y[higher ? 1 : moved] = value;
    }
    return {};
}

/// Zero in [0, h] of the straight line between a value at 0 and a positive value at h; 0 if the value at 0 is not negative.
[[nodiscard]] inline double linear_zero(double before, double after, double h) {
    return before >= 0 ? 0.0 : h * before / (before - after);
}

}  // namespace jounce
