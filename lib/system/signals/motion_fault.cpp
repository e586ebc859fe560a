// Compares the rise over overlapping windows with the derivatives at both ends; a window with a contradiction is narrowed.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/signals/motion_fault.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/messages/error.hpp"

namespace jounce::signals {

namespace {

constexpr int fewest_windows = 256;
constexpr int most_windows = 20000;
constexpr int most_halvings = 200000;   // of all windows
constexpr double share_at_odds = 0.3;   // allowed deviation: share of the rise and of the rise from the derivatives
constexpr double share_of_most = 0.01;  // allowed deviation: share of the largest derivative times the narrowest window

struct WalkPoint {
    double t = 0;
    SampledMotion motion;
};

/// Of a walk: so that no difference leaves the run, or so that every jump within the reach of its differences is seen.
enum class WalkEnds { inside, outside };

class MotionWalk {
  public:
    MotionWalk(const std::function<SampledMotion(double)>& motion, double from, double to, double step, WalkEnds ends)
        : motion_(motion) {
        const SampledMotion begin = motion(from);
        const double reach = std::max(begin.first_reach, begin.second_reach);
        if (ends == WalkEnds::outside) {
            from = outwards(from, -reach);
            to = outwards(to, reach);
        } else if (to - from > 16 * reach) {
            from += reach;
            to -= reach;
        }
        const double length = to - from;
        double count = std::clamp(std::ceil(length / step), double{fewest_windows}, double{most_windows});
        if (reach > 0)
            count = std::clamp(std::floor(length / (2 * reach)), 2.0, count);  // differences resolve no shorter windows
        const auto windows = static_cast<std::size_t>(count);
        spacing_ = length / count;
        finest_ = std::max(1e-4 * std::min(step, spacing_), 1e-11 * std::max(std::abs(from), std::abs(to)));
        points_.reserve(windows + 1);
        for (std::size_t i = 0; i <= windows; ++i) {
            const double t = i == windows ? to : from + spacing_ * static_cast<double>(i);
            try {
                points_.push_back({t, motion(t)});
            } catch (const Error& error) {  // reported by the run if it reaches this instant
                if (error.failure() == Failure::interrupted) throw;
                break;
            }
            const SampledMotion& m = points_.back().motion;
            size_[0] = std::max(size_[0], std::abs(m.sample.value));
            size_[1] = std::max(size_[1], std::abs(m.sample.first));
            size_[2] = std::max(size_[2], std::abs(m.sample.second));
            reach_[0] = std::max(reach_[0], m.first_reach);
            reach_[1] = std::max(reach_[1], m.second_reach);
        }
    }

    /// The first fault of the value (0) or the slope (1).
    [[nodiscard]] std::optional<MotionFault> fault(int derivative) const {
        std::optional<MotionFault> first;
        search(derivative, [&](const MotionFault& found) {
            first = found;
            return false;
        });
        return first;
    }

    /// Passes each fault to `take` until it returns false.
    template <class Take>
    void search(int derivative, const Take& take) const {
        over_windows(derivative, [&](const WalkPoint& a, const WalkPoint& b) {
            const auto found = narrowed(a, b, derivative);
            return !found || take(*found);
        });
    }

    /// Passes all faults of the slope to `take`: where the slope or the value contradicts the derivatives at both ends of a
    /// window, it is halved until both agree, and beside a fault that is found the rest of the window is searched as well.
    template <class Take>
    void search_all(const Take& take) const {
        int left = most_halvings;
        over_windows(1, [&](const WalkPoint& a, const WalkPoint& b) {
            search_parts(a, b, take, left);
            return true;
        });
    }

  private:
    /// \returns whether it passed anything to `take`
    template <class Take>
    bool search_parts(const WalkPoint& a, const WalkPoint& b, const Take& take, int& left) const {
        const double least = narrowest(1), w = b.t - a.t;
        if (w < 0.999 * least || (excess(a, b, 0) <= 0 && excess(a, b, 1) <= 0)) return false;
        const auto found = narrowed(a, b, 1);
        if (found) take(*found);
        bool any = found.has_value();
        if (w >= 2 * least && left-- > 0) {
            std::optional<WalkPoint> before, after;
            try {
                // The differences at the new ends do not reach the fault.
                const double apart = found ? found->within + reach_[1] : 0, t = found ? found->time : a.t + w / 2;
                if (t - apart > a.t) before = at(t - apart);
                if (t + apart < b.t) after = at(t + apart);
                const auto between = found ? std::nullopt : narrowed(at(a.t + w / 4), at(b.t - w / 4), 1);
                if (between) take(*between);
                any = any || between;
            } catch (const Error& error) {
                if (error.failure() == Failure::interrupted) throw;
                return any;
            }
            if (before) any = search_parts(a, *before, take, left) || any;
            if (after) any = search_parts(*after, b, take, left) || any;
        }
        if (!any && reach_[0] > 0) suspect(a.t, b.t, take);
        return true;
    }

    /// Kinks closer than the reach of differences may hide one another: all of a window is to be examined.
    template <class Take>
    void suspect(double from, double to, const Take& take) const {
        const double count = std::ceil((to - from) / narrowest(1) - 1e-6), within = (to - from) / count / 2;
        for (int i = 0; i < static_cast<int>(count); ++i) take(MotionFault{1, true, true, from + (2 * i + 1) * within, within});
    }

    /// Passes overlapping windows to `visit` until it returns false.
    template <class Visit>
    void over_windows(int derivative, const Visit& visit) const {
        if (points_.size() < 3) return;
        // The differences at the ends of a window do not reach its middle half, and every instant is in the middle half of a
        // window.
        const std::size_t last = points_.size() - 1;
        const auto wanted = static_cast<std::size_t>(std::ceil(narrowest(derivative) / (2 * spacing_) - 1e-6));
        const std::size_t half = std::clamp<std::size_t>(wanted, 1, last / 2);
        for (std::size_t i = 0;; i += half) {
            const std::size_t begin = std::min(i, last - 2 * half);
            if (!visit(points_[begin], points_[begin + 2 * half])) return;
            if (begin != i || begin + 2 * half == last) return;
        }
    }

    /// The farthest instant, by up to two reaches, at which the function does not fail.
    [[nodiscard]] double outwards(double t, double reach) const {
        for (const double by : {2.0, 1.0, 0.0}) {
            try {
                (void)motion_(t + by * reach);
                return t + by * reach;
            } catch (const Error& error) {
                if (error.failure() == Failure::interrupted) throw;
            }
        }
        return t - reach;
    }

    [[nodiscard]] double narrowest(int derivative) const {
        const double reach = reach_[static_cast<std::size_t>(derivative)];
        return reach > 0 ? 4 * reach : finest_;
    }

    static double rise(const WalkPoint& a, const WalkPoint& b, int derivative) {
        const SignalSample &from = a.motion.sample, &to = b.motion.sample;
        return derivative == 0 ? to.value - from.value : to.first - from.first;
    }

    /// Deviation of the rise over the window from the range given by the derivatives at its ends, minus the allowed one;
    /// positive: a contradiction. A jump of the derivative within the window is allowed: the rise is then between the rises from
    /// its two values.
    [[nodiscard]] double excess(const WalkPoint& a, const WalkPoint& b, int derivative) const {
        const double w = b.t - a.t;
        const SignalSample &from = a.motion.sample, &to = b.motion.sample;
        const double at_a = w * (derivative == 0 ? from.first : from.second);
        const double at_b = w * (derivative == 0 ? to.first : to.second);
        const double is = rise(a, b, derivative);
        const double outside = std::max({std::min(at_a, at_b) - is, is - std::max(at_a, at_b), 0.0});
        return outside - share_at_odds * (std::abs(is) + (std::abs(at_a) + std::abs(at_b)) / 2) - noise(w, derivative);
    }

    /// Rounding and negligible deviations.
    [[nodiscard]] double noise(double w, int derivative) const {
        const auto k = static_cast<std::size_t>(derivative);
        const double part = reach_[k] > 0 ? 1 : std::min(w / spacing_, 1.0);
        double out = size_[k] * ((derivative == 0 ? 1e-9 : 1e-6) * part + 1e-12);
        if (derivative == 1 && reach_[0] > 0) out += (1e-9 + 1e-6 * w) * size_[0];
        return out;
    }

    [[nodiscard]] std::optional<MotionFault> narrowed(WalkPoint a, WalkPoint b, int derivative) const {
        if (excess(a, b, derivative) <= 0) return {};
        const double first_rise = std::abs(rise(a, b, derivative));
        const double least = narrowest(derivative);
        while (b.t - a.t > 1.001 * least) {
            const double w = b.t - a.t;
            const double u = std::max(w / 2, least);
            std::array<std::array<WalkPoint, 2>, 3> parts;
            try {
                const WalkPoint p = at(a.t + (w - u) / 2), q = at(a.t + (w + u) / 2);
                parts = {{{a, at(a.t + u)}, {p, q}, {at(b.t - u), b}}};
            } catch (const Error& error) {
                if (error.failure() == Failure::interrupted) throw;
                return {};
            }
            const auto worst =
                std::ranges::max_element(parts, {}, [&](const auto& part) { return excess(part[0], part[1], derivative); });
            a = (*worst)[0];
            b = (*worst)[1];
            if (excess(a, b, derivative) <= 0) return {};  // smooth, but too fast for the first window
        }
        // Where two derivatives vanish together, a smooth motion also deviates, but only a little.
        const double most = size_[static_cast<std::size_t>(derivative) + 1];
        if (excess(a, b, derivative) <= share_of_most * most * (b.t - a.t)) return {};
        // A jump has the same rise in the narrowest window as in the first one.
        const bool differenced = reach_[static_cast<std::size_t>(derivative)] > 0;
        const bool jumps = differenced || std::abs(rise(a, b, derivative)) > 0.1 * first_rise;
        return MotionFault{derivative, jumps, differenced, a.t + (b.t - a.t) / 2, (b.t - a.t) / 2};
    }

    [[nodiscard]] WalkPoint at(double t) const { return {t, motion_(t)}; }

    const std::function<SampledMotion(double)>& motion_;
    std::vector<WalkPoint> points_;
    double spacing_ = 0, finest_ = 0;
    std::array<double, 3> size_{};   // largest value, first and second derivative
    std::array<double, 2> reach_{};  // of first and second derivative
};

}  // namespace

std::optional<MotionFault> motion_fault(const std::function<SampledMotion(double)>& motion, double from, double to, double step,
                                        bool smooth_slope) {
    if (!(to > from) || !(step > 0)) return {};
    const MotionWalk walk(motion, from, to, step, WalkEnds::inside);
    if (auto fault = walk.fault(0)) return fault;
    return smooth_slope ? walk.fault(1) : std::nullopt;
}

std::vector<MotionFault> slope_faults(const std::function<SampledMotion(double)>& motion, double from, double to, double step) {
    std::vector<MotionFault> out;
    if (!(to > from) || !(step > 0)) return out;
    MotionWalk(motion, from, to, step, WalkEnds::outside).search_all([&](const MotionFault& found) {
        if (found.jumps) out.push_back(found);
    });
    std::ranges::sort(out, {}, &MotionFault::time);
    return out;
}

}  // namespace jounce::signals
