// Where the slope of a function jumps, from its values.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/signals/kink.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/numbers/limits.hpp"
#include "base/numbers/roots.hpp"

namespace jounce::signals {

namespace {

/// Through five values at t0, t0 + h, ... (h may be negative), by Newton's forward differences.
class Quartic {
  public:
    Quartic(const std::function<double(double)>& f, double t0, double h) : t0_(t0), h_(h) {
        for (std::size_t i = 0; i < 5; ++i) difference_[i] = f(t0 + static_cast<double>(i) * h);
        for (const double value : difference_) size_ = std::max(size_, std::abs(value));
        for (std::size_t k = 1; k < 5; ++k) {
            for (std::size_t i = 4; i >= k; --i) difference_[i] -= difference_[i - 1];
        }
    }
    [[nodiscard]] double operator()(double t) const {
        const double s = (t - t0_) / h_;
        double sum = 0, factor = 1;
        for (std::size_t k = 0; k < 5; ++k) {
            sum += factor * difference_[k];
            factor *= (s - static_cast<double>(k)) / static_cast<double>(k + 1);
        }
        return sum;
    }
    [[nodiscard]] double size() const { return size_; }

  private:
    double t0_, h_, size_ = 0;
    std::array<double, 5> difference_{};
};

constexpr double narrower = 0.05;  // a bracket, of the one before it
constexpr int passes = 3;

}  // namespace

std::optional<double> kink_within(const std::function<double(double)>& f, double a, double b) {
    std::optional<double> out;
    for (int pass = 0; pass < passes; ++pass) {
        const double width = b - a, h = width / 8;
        const Quartic left(f, a, -h), right(f, b, h);
        const auto apart = [&](double t) { return right(t) - left(t); };
        const double low = apart(a), high = apart(b);
        if (!(low * high < 0)) return {};
        const double at = bracketed_root_of_values(apart, a, b);
        // A kink: both lines meet at the function itself.
        const double rounding = 1e4 * epsilon * std::max(left.size(), right.size());
        if (std::abs(f(at) - left(at)) > 1e-3 * std::max(std::abs(low), std::abs(high)) + rounding) return {};
        const double reach = 0.5 * narrower * width;
        out = at;
        if (!(reach > 64 * epsilon * std::abs(at))) break;
        a = at - reach;
        b = at + reach;
    }
    return out;
}

std::optional<double> kink_beside(const std::function<double(double)>& f, double a, double b, const std::vector<double>& known) {
    const auto is_known = [&](double t, double h) {
        const auto next = std::ranges::lower_bound(known, t - h);
        return next != known.end() && *next <= t + h;
    };
    // The largest change of the slope about an instant over steps h, and a slope beside it.
    double at = a, bend = 0, slope = 0, size = 0;
    const auto try_at = [&](double t, double h) {
        if (is_known(t, h)) return;
        const double before = f(t - h), value = f(t), after = f(t + h);
        size = std::max(size, std::abs(value));
        slope = std::max({slope, std::abs(after - value) / h, std::abs(value - before) / h});
        if (const double found = std::abs(after - 2 * value + before) / h; found > bend) {
            bend = found;
            at = t;
        }
    };
    double h = (b - a) / 8;
    constexpr int places = 16;
    for (int i = 0; i <= places; ++i) try_at(a + (b - a) * i / places, h);
    const double coarse = bend;
    constexpr int halvings = 7;
    for (int i = 0; i < halvings; ++i) {
        h /= 2;
        bend = 0;
        const double middle = at;
        for (const double by : {0.0, -0.5, 0.5, -1.0, 1.0}) try_at(middle + by * h, h);
        // Of a smooth function it halves each time.
        if (i >= 1 && bend < 0.3 * coarse) return {};
    }
    if (bend < 0.3 * coarse || bend < 0.01 * slope || bend < 1e3 * epsilon * size / h) return {};
    return at;
}

double one_sided_slope(const std::function<double(double)>& f, double t, double h) {
    return (-25 * f(t) + 48 * f(t + h) - 36 * f(t + 2 * h) + 16 * f(t + 3 * h) - 3 * f(t + 4 * h)) / (12 * h);
}

double one_sided_second(const std::function<double(double)>& f, double t, double h) {
    return (35 * f(t) - 104 * f(t + h) + 114 * f(t + 2 * h) - 56 * f(t + 3 * h) + 11 * f(t + 4 * h)) / (12 * h * h);
}

}  // namespace jounce::signals
