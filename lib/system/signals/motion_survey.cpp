// Windows, then the bends between and within them, then where differences need shorter steps.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/signals/motion_survey.hpp"

#include <algorithm>
#include <cmath>

#include "base/numbers/limits.hpp"
#include "system/signals/motion_bends.hpp"
#include "system/signals/motion_windows.hpp"
#include "system/signals/sampled_motion.hpp"
#include "system/signals/signal_scan.hpp"

namespace jounce::signals {

namespace {

constexpr double rounding_of_differences = 1e-9;  // of the largest acceleration: for shorter steps it would grow

/// Ascending, each once; what rounding moved from an end of the run is at the end.
std::vector<double> tidy(std::vector<double> times, const SampledMotion& motion) {
    const double rounding_of_ends = 1e-12 * (motion.to() - motion.from());
    for (double& time : times) {
        for (const double end : {motion.from(), motion.to()}) time = std::abs(time - end) <= rounding_of_ends ? end : time;
    }
    std::ranges::sort(times);
    const auto same = [&](double a, double b) { return b - a <= 1e-3 * motion.scales().finest; };
    times.erase(std::unique(times.begin(), times.end(), same), times.end());
    return times;
}

std::vector<MotionSurvey::FastStretch> fast_stretches(const std::vector<SmoothWindow>& windows, double largest_acceleration,
                                                      double difference) {
    std::vector<MotionSurvey::FastStretch> out;
    if (!(difference > 0)) return out;
    for (const SmoothWindow& w : windows) {
        // Second derivatives by nine values have an error of 6.5/h^2 of their rounding, first ones of slopes 2.1/h.
        const double allowed = rounding_of_differences * largest_acceleration;
        const double least = !(allowed > 0)  ? difference
                             : w.differenced ? std::sqrt(6.5 * w.rounding / allowed)
                                             : 2.1 * w.rounding / allowed;
        const double shorter = difference / std::max(w.span / 8, least);
        if (w.whole || shorter <= 1) continue;
        // Powers of two: neighbours have the same step.
        const double step = difference * std::exp2(-std::ceil(std::log2(shorter)));
        if (!out.empty() && out.back().end == w.begin && out.back().step == step) {
            out.back().end = w.end;
        } else {
            out.push_back({w.begin, w.end, step});
        }
    }
    return out;
}

double returned_acceleration(SampledMotion& motion, double t) {
    const ReturnedMotion at = motion.at(t).motion;
    return at.returned == 3 ? at.of[2] : 0;
}

/// Where the acceleration that the function returns jumps, to the last digit: the first number behind it, or the last one before
/// it where a step of the run ends there. A step from there to the next number could not locate anything.
void find_exactly(SampledMotion& motion, double step, std::vector<double>& bends) {
    const double reach = motion.scales().finest;
    int ignored = 0;
    for (double& bend : bends) {
        const double from = std::max(bend - reach, motion.from()), to = std::min(bend + reach, motion.to());
        const auto jump = find_jump([&](double t) { return returned_acceleration(motion, t); }, from, to, ignored);
        if (!jump) continue;
        const double before = std::nextafter(*jump, motion.from());
        const double end_of_step = motion.from() + std::round((before - motion.from()) / step) * step;
        bend = before == end_of_step ? before : *jump;
    }
}

bool begins_behind(SampledMotion& motion) {
    constexpr double rounding = 1e-9;
    const double at = returned_acceleration(motion, motion.from());
    const double behind = returned_acceleration(motion, std::nextafter(motion.from(), infinite));
    return std::abs(behind - at) > rounding * (std::abs(behind) + std::abs(at));
}

}  // namespace

MotionSurvey survey(const std::function<ReturnedMotion(double)>& function, double from, double to, double step,
                    double longest_difference) {
    if (!(to > from) || !(step > 0)) return {};
    SampledMotion motion(function, from, to, step, longest_difference);
    const MotionWindows windows = divide(motion);
    const MotionBends found =
        windows.fault ? MotionBends{windows.kinks, {}, windows.smooth, windows.fault} : find_bends(motion, windows);
    MotionSurvey out;
    out.fault = found.fault;
    out.kinks = tidy(found.kinks, motion);
    out.bends = tidy(found.bends, motion);
    out.fast = fast_stretches(found.smooth, motion.scales().largest[1], longest_difference);
    out.noise = windows.noise;
    if (!out.fault) {
        search_until_fault(out, [&] {
            find_exactly(motion, step, out.bends);
            out.begins_behind = begins_behind(motion);
        });
    }
    out.calls = motion.calls();
    return out;
}

}  // namespace jounce::signals
