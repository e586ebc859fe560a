// Scales from 513 unequal instants, tolerances from the range and from the noise within a microsecond.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/signals/sampled_motion.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "system/signals/nine_samples.hpp"

namespace jounce::signals {

namespace {

/// Of the range of a function: an eighth difference below it belongs to a smooth function. Noise of 1e-12 has up to 1.3e-10; nine
/// samples in 0.5/w of a sine reach it.
constexpr double smooth_share = 3e-10;
/// [s]: second differences over shorter steps are rounding.
constexpr double finest_step = 1e-6;
constexpr double outside = 16;           // distances of nine values: of the function, outside of a run
constexpr double growth_of_noise = 113;  // in eighth differences, sqrt(16!)/8!
constexpr double most_calls = 5e7, most_calls_of_a_step = 100;

}  // namespace

double unequal(double begin, double end, std::size_t i, std::size_t n) {
    if (i == 0 || i == n) return i == 0 ? begin : end;
    constexpr double golden = 0.61803398874989485;
    const double k = static_cast<double>(i), shift = 0.4 * (k * golden - std::floor(k * golden) - 0.5);
    return begin + (end - begin) * (k + shift) / static_cast<double>(n);
}

double rounding(const Window& w, std::size_t derivative) {
    double size = 0, change = 0;
    for (std::size_t i = 0; i < w.size(); ++i) {
        const double f = w[i].motion.of[derivative];
        size = std::max(size, std::abs(f));
        if (i > 0) change = std::max(change, std::abs(f - w[i - 1].motion.of[derivative]));
    }
    // Of the value and of time.
    const double time = std::max(std::abs(w.front().t), std::abs(w.back().t));
    return epsilon * (size + time * change / (length_of(w) / 8));
}

SampledMotion::SampledMotion(const Function& function, double from, double to, double step, double difference)
    : function_(function), from_(from), to_(to), difference_(difference) {
    const double run = to - from;
    most_calls_ = std::max(most_calls, most_calls_of_a_step * run / step);
    scales_.finest = std::max(finest_step, 1e4 * epsilon * std::max(std::abs(from), std::abs(to)));
    const double spacing = std::max(std::min(1e-3, run / 4096), run / 131072);
    scales_.spacing = std::min(spacing, std::max(step, run / 16384));
}

Instant SampledMotion::at(double t) {
    if (static_cast<double>(++calls_) > most_calls_) throw FoundFault{{MotionFault::too_many_calls, t, most_calls_, 1}};
    return {t, function_(t)};
}

Window SampledMotion::window(double begin, double end) {
    Window out;
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = at(i == 8 ? end : begin + (end - begin) * static_cast<double>(i) / 8);
    return out;
}

/// The farthest instant, by up to `reach`, at which the function does not fail.
double SampledMotion::outwards(double t, double reach) {
    for (const double by : {1.0, 0.5}) {
        try {
            (void)at(t + by * reach);
            return t + by * reach;
        } catch (const Error& error) {
            if (error.failure() == Failure::interrupted) throw;
        }
    }
    return t;
}

void SampledMotion::find_scales() {
    constexpr std::size_t instants = 512, noises = 15;
    begin_ = outwards(from_, -outside * difference_);
    end_ = outwards(to_, outside * difference_);
    std::array<double, 2> low{infinite, infinite}, high{-infinite, -infinite};
    std::array<std::vector<double>, 2> noise;
    const double begin = begin_, end = end_;
    Instant last = at(begin);
    for (std::size_t i = 0; i <= instants; ++i) {
        try {
            const Instant now = at(unequal(begin, end, i, instants));
            const ReturnedMotion& m = now.motion;
            for (std::size_t k = 0; k < 2; ++k) {
                double& largest = scales_.largest[k];
                low[k] = std::min(low[k], m.of[k]);
                high[k] = std::max(high[k], m.of[k]);
                if (now.t > last.t) largest = std::max(largest, std::abs(m.of[k] - last.motion.of[k]) / (now.t - last.t));
                if (k + 1 < static_cast<std::size_t>(m.returned)) largest = std::max(largest, std::abs(m.of[k + 1]));
            }
            last = now;
            if (i % (instants / noises) != 5) continue;
            const Window w = window(now.t, now.t + scales_.finest);
            for (std::size_t k = 0; k < 2; ++k) noise[k].push_back(eighth_difference(samples_of(w, k)));
            const double apart = 4 * std::max(scales_.spacing, difference_);
            if (now.t + 2 * apart > end) continue;
            const double second = value(now.t) - 2 * value(now.t + apart) + value(now.t + 2 * apart);
            scales_.largest[1] = std::max(scales_.largest[1], std::abs(second) / (apart * apart));
        } catch (const Error& error) {
            if (error.failure() == Failure::interrupted) throw;
            end_ = last.t;
            break;
        }
    }
    for (std::size_t k = 0; k < 2; ++k) {
        const double range = high[k] - low[k];
        scales_.smooth[k] = smooth_share * range;
        if (noise[k].empty()) continue;
        // Values that were rounded to ten digits, say: half of the places have less.
        std::ranges::nth_element(noise[k], noise[k].begin() + static_cast<std::ptrdiff_t>(noise[k].size() / 2));
        const double median = noise[k][noise[k].size() / 2];
        scales_.smooth[k] = std::max(scales_.smooth[k], std::min(8 * median, 1e-5 * range));
        scales_.noise[k] = median / growth_of_noise;
        scales_.sizes[k] =
            std::max(std::abs(low[k]), std::abs(high[k])) + std::max(std::abs(begin), std::abs(end_)) * scales_.largest[k];
    }
}

void SampledMotion::include(const Window& smooth) {
    const double h = length_of(smooth) / 8;
    const NineSamples values = samples_of(smooth, 0);
    std::array<double, 2>& largest = scales_.largest;
    for (std::size_t i = 1; i < values.size(); ++i) largest[0] = std::max(largest[0], std::abs(values[i] - values[i - 1]) / h);
    largest[1] = std::max(largest[1], std::abs(values[0] - 2 * values[4] + values[8]) / (16 * h * h));
}

double SampledMotion::tolerance(const Window& w, std::size_t derivative) const {
    return scales_.smooth[derivative] + 1e3 * rounding(w, derivative);  // of some operations, increased 256 times
}

bool SampledMotion::is_smooth(const Window& w) const {
    for (std::size_t k = 0; k < 2 && k < static_cast<std::size_t>(returned_in(w)); ++k) {
        if (!(eighth_difference(samples_of(w, k)) <= tolerance(w, k))) return false;
    }
    return true;
}

bool SampledMotion::is_smooth_between(const Window& w) {
    for (const double s : {0.38196601125010515, 7.6180339887498949}) {
        const Instant other = at(w.front().t + s * (w.back().t - w.front().t) / 8);
        for (std::size_t k = 0; k < 2 && k < static_cast<std::size_t>(returned_in(w)); ++k) {
            // The error there is 1/77 of the ninth difference.
            if (!(std::abs(Octic(samples_of(w, k), 0, 1).at(s)[0] - other.motion.of[k]) <= tolerance(w, k) / 32)) return false;
        }
    }
    return true;
}

}  // namespace jounce::signals
