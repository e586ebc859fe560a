// Two signs of a bend: the polynomial of a window does not continue in the next one, and windows become shorter from both sides.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/signals/motion_bends.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <ranges>

#include "system/signals/kink.hpp"
#include "system/signals/nine_samples.hpp"

namespace jounce::signals {

namespace {

/// A kink, or a jump of a higher derivative, at the common end of two windows, which neither of them sees: the polynomial of the
/// wider one does not continue in the other one.
void compare_neighbours(SampledMotion& motion, MotionBends& out, std::vector<PossibleBend>& possible) {
    for (std::size_t i = 0; i + 1 < out.smooth.size(); ++i) {
        const SmoothWindow &a = out.smooth[i], &b = out.smooth[i + 1];
        if (a.end != b.begin) continue;
        const bool forwards = a.distance() >= b.distance();
        const SmoothWindow &wide = forwards ? a : b, &fine = forwards ? b : a;
        const double most = std::min(wide.distance() / fine.distance() + 1e-6, 8.0);
        const auto steps = static_cast<std::size_t>(most);
        const double off = static_cast<double>(steps) * fine.distance();
        const double expected = wide.polynomial().at(forwards ? a.end + off : a.end - off)[0];
        if (std::abs(fine.samples[forwards ? steps : 8 - steps] - expected) <= 2 * (a.tolerance + b.tolerance)) continue;
        const double slopes_apart = std::abs(b.polynomial().at(a.end)[1] - a.polynomial().at(a.end)[1]);
        if (a.differenced && slopes_apart > 2 * a.tolerance / a.distance() + 2 * b.tolerance / b.distance()) {
            const double finest = motion.scales().finest;
            const auto value = [&](double t) { return motion.value(t); };
            if (const auto kink = kink_within(value, a.end - finest / 3, a.end + finest / 2)) {
                out.kinks.push_back(*kink);
                continue;
            }
        }
        possible.push_back({a.end - fine.distance() / 8, a.end + fine.distance() / 8, false});
    }
}

/// Where windows become shorter from both sides.
void find_shortest(const std::vector<SmoothWindow>& windows, std::vector<PossibleBend>& possible) {
    const auto span = [&](std::size_t i) { return windows[i].span; };
    const auto joined = [&](std::size_t i) { return windows[i].end == windows[i + 1].begin; };
    const std::size_t count = windows.size();
    constexpr double shorter = 1.5;
    for (std::size_t i = 0; i < count;) {
        std::size_t j = i;
        while (j + 1 < count && joined(j) && span(j + 1) < shorter * span(i) && span(i) < shorter * span(j + 1)) ++j;
        const bool lowest = i > 0 && joined(i - 1) && span(i - 1) > shorter * span(i) && j + 1 < count && joined(j) &&
                            span(j + 1) > shorter * span(j);
        if (lowest) possible.push_back({windows[i].begin, windows[j].end, false});
        i = j + 1;
    }
}

/// The longest windows, up to `longest`, that are smooth and end at a or begin at b; nothing if they are shorter than `least`.
std::optional<double> smooth_beside(SampledMotion& motion, double a, double b, double longest, double least) {
    for (double length = longest; length >= least; length /= 2) {
        if (a - length < motion.begin() || b + length > motion.end()) continue;
        const Window left = motion.window(a - length, a), right = motion.window(b, b + length);
        if (motion.is_smooth(left) && motion.is_smooth_between(left) && motion.is_smooth(right) &&
            motion.is_smooth_between(right))
            return length;
    }
    return {};
}

/// The instant t0 in [a, b] at which a derivative jumps: the polynomials on either side differ by c (t - t0)^k.
std::optional<double> bend_within(SampledMotion& motion, double a, double b) {
    std::optional<double> out;
    double length = std::max(8 * std::max(motion.scales().spacing, motion.difference()), 32 * (b - a));
    for (int pass = 0; pass < 2; ++pass) {
        const auto beside = smooth_beside(motion, a, b, length, 4 * (b - a));
        if (!beside) return pass == 0 ? std::nullopt : out;
        length = std::max(*beside / 4, 4 * (b - a));  // their error is then that of rounding
        const Window before = motion.window(a - length, a), after = motion.window(b, b + length);
        const std::size_t of = std::min(returned_in(before), returned_in(after)) == 1 ? 0 : 1;
        const Octic left(samples_of(before, of), a - length, length / 8), right(samples_of(after, of), b, length / 8);
        const auto apart = [&](double t) {
            const auto l = left.at(t), r = right.at(t);
            return std::array<double, 3>{r[0] - l[0], r[1] - l[1], r[2] - l[2]};
        };
        const auto at_a = apart(a), at_b = apart(b);
        // D/D' = (t - t0)/k at both ends.
        const double power = (b - a) / (at_b[0] / at_b[1] - at_a[0] / at_a[1]);
        const double at = a - power * at_a[0] / at_a[1], slack = (b - a) / 8;
        if (!(power > 0.5 && power < 9 && at > a - slack && at < b + slack)) return out;
        // Of its derivative, which is about linear there, rounding is smallest.
        const auto j = static_cast<std::size_t>(std::clamp(std::round(power) - 1, 0.0, 2.0));
        const double ratio = std::pow(std::abs(at_a[j] / at_b[j]), 1 / std::max(power - static_cast<double>(j), 0.5));
        if (!std::isfinite(ratio)) return out;
        out = a + (b - a) * ratio / (1 + ratio);
        length = *beside;
        const double reach = (b - a) / 32;
        a = *out - reach;
        b = *out + reach;
    }
    return out;
}

void locate(SampledMotion& motion, const std::vector<PossibleBend>& possible, MotionBends& out) {
    const double finest = motion.scales().finest;
    // Those at common ends come last but places: a bend beside such an end is in one of the windows.
    for (const PossibleBend& candidate : std::views::reverse(possible)) {
        const auto beside = [&](double reach) {
            return [&candidate, reach](double t) { return t > candidate.begin - reach && t < candidate.end + reach; };
        };
        if (std::ranges::any_of(out.kinks, beside(finest))) continue;
        if (!candidate.place && std::ranges::any_of(out.bends, beside(4 * finest))) continue;
        const auto bend = bend_within(motion, candidate.begin, candidate.end);
        if (!bend && !candidate.place) continue;
        out.bends.push_back(bend ? *bend : candidate.begin + (candidate.end - candidate.begin) / 2);
        // The windows in which it lies are short because of it.
        std::erase_if(out.smooth, [&](const SmoothWindow& w) { return w.begin >= candidate.begin && w.end <= candidate.end; });
    }
    std::ranges::sort(out.bends);
}

}  // namespace

MotionBends find_bends(SampledMotion& motion, const MotionWindows& windows) {
    MotionBends out{windows.kinks, {}, windows.smooth, {}};
    search_until_fault(out, [&] {
        std::vector<PossibleBend> possible = windows.bends;
        compare_neighbours(motion, out, possible);
        find_shortest(out.smooth, possible);
        locate(motion, possible, out);
        widen_spans(motion, out.bends, out.smooth);
    });
    return out;
}

}  // namespace jounce::signals
