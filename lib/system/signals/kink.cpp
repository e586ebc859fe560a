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
    [[nodiscard]] double slope() const { return std::abs(difference_[1] / h_); }

  private:
    double t0_, h_, size_ = 0;
    std::array<double, 5> difference_{};
};

constexpr double narrower = 0.05;  // a bracket, of the one before it
constexpr int passes = 3;

}  // namespace

std::optional<double> kink_within(const std::function<double(double)>& f, double a, double b) {
    std::optional<double> out;
    double first_change = 0;
    for (int pass = 0; pass < passes; ++pass) {
        const double width = b - a, h = width / 8;
        const Quartic left(f, a, -h), right(f, b, h);
        const auto apart = [&](double t) { return right(t) - left(t); };
        const double low = apart(a), high = apart(b), largest = std::max(std::abs(low), std::abs(high));
        const double change = (high - low) / width;  // of the slope
        const double time = std::max(std::abs(a), std::abs(b));
        const double rounding =
            1e4 * epsilon * (std::max(left.size(), right.size()) + time * std::max(left.slope(), right.slope()));
        if (pass > 0 && largest <= rounding) {
            if (std::abs(first_change) * width > 16 * rounding) return {};  // it is not here
            break;
        }
        // At a kink the change of the slope is the same in every bracket; at a rounded corner or a power of time it vanishes.
        const double remains = std::abs(change / first_change);
        if (pass > 0 && !(remains > 0.5 && remains < 2)) return {};
        if (!(low * high < 0)) {
            if (pass > 0) break;
            return {};
        }
        const double at = bracketed_root_of_values(apart, a, b);
        // A kink: both lines meet at the function itself.
        if (pass == 0 && std::abs(f(at) - left(at)) > 1e-2 * largest + rounding) return {};
        if (pass == 0) first_change = change;
        const double reach = 0.5 * narrower * width;
        out = at;
        if (!(reach > 64 * epsilon * std::abs(at))) break;
        a = at - reach;
        b = at + reach;
    }
    return out;
}

}  // namespace jounce::signals
