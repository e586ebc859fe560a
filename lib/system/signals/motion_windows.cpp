// One recursion: a window is smooth, or it is halved, down to a microsecond; what is left there is a place.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/signals/motion_windows.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "system/signals/motion_places.hpp"
#include "system/signals/nine_samples.hpp"

namespace jounce::signals {

namespace {

constexpr double share_of_noise = 1e-5;  // of the largest acceleration: its differences are then of no use

class Division {
  public:
    Division(SampledMotion& motion, MotionWindows& out) : motion_(motion), out_(out) {}

    void run() {
        motion_.find_scales();
        const double begin = motion_.begin(), end = motion_.end();
        if (!(end > begin)) return;
        refuse_noise();
        const double wide = 8 * std::max(motion_.scales().spacing, motion_.difference());
        const auto count = static_cast<std::size_t>(std::ceil((end - begin) / wide));
        for (std::size_t i = 0; i < count; ++i) {
            if (examine(motion_.window(unequal(begin, end, i, count), unequal(begin, end, i + 1, count))))
                out_.smooth.back().whole = true;
        }
        close_place();
    }

  private:
    /// Noise beyond rounding is told; it is refused where differences make 1e-5 of the largest acceleration of it.
    void refuse_noise() {
        const double h = motion_.difference();
        if (!(h > 0)) return;
        const MotionScales& scales = motion_.scales();
        const bool values = motion_.at(motion_.begin()).motion.returned == 1;
        const std::size_t of = values ? 0 : 1;
        const double noise = scales.noise[of];
        if (noise <= 16 * epsilon * scales.sizes[of]) return;
        out_.noise = noise;
        const double error = values ? 6.5 * noise / (h * h) : 2.1 * noise / h;
        if (error > share_of_noise * scales.largest[1])
            throw FoundFault{{MotionFault::noise, motion_.from(), noise, values ? 1 : 2}};
    }

    /// \returns is it one smooth window?
    bool examine(const Window& w) {
        const bool coarse = length_of(w) > 8.001 * motion_.scales().spacing;
        if (!coarse && motion_.is_smooth(w) && motion_.is_smooth_between(w)) {
            accept(w);
            return true;
        }
        if (!coarse && length_of(w) <= motion_.scales().finest) {
            add_to_place(w);
            return false;
        }
        Window first, second;
        for (std::size_t i = 0; i < 9; i += 2) {
            first[i] = w[i / 2];
            second[i] = w[4 + i / 2];
        }
        for (std::size_t i = 1; i < 9; i += 2) first[i] = motion_.at(first[i - 1].t + (first[i + 1].t - first[i - 1].t) / 2);
        const std::size_t before = out_.smooth.size();
        const bool first_is = examine(first);
        for (std::size_t i = 1; i < 9; i += 2) second[i] = motion_.at(second[i - 1].t + (second[i + 1].t - second[i - 1].t) / 2);
        const bool second_is = examine(second);
        if (!coarse || !first_is || !second_is || !motion_.is_smooth(w) || !motion_.is_smooth_between(w)) return false;
        out_.smooth.resize(before);
        accept(w);
        return true;
    }

    void accept(const Window& w) {
        close_place();
        const double h = length_of(w) / 8;
        const int returned = returned_in(w);
        for (std::size_t k = 0; k + 1 < static_cast<std::size_t>(returned); ++k) {
            const double off = std::abs(Octic(samples_of(w, k), 0, h).at(4 * h)[1] - w[4].motion.of[k + 1]);
            if (motion_.in_run(w[4].t) && off > share_of_speed * motion_.scales().largest[k] + 4 * motion_.tolerance(w, k) / h)
                throw FoundFault{{k == 0 ? MotionFault::first_differs : MotionFault::second_differs, w[4].t, 0, returned}};
        }
        motion_.include(w);
        SmoothWindow smooth;
        smooth.begin = w.front().t;
        smooth.end = w.back().t;
        smooth.span = length_of(w);
        const std::size_t of = returned == 1 ? 0 : 1;
        smooth.samples = samples_of(w, of);
        smooth.tolerance = motion_.tolerance(w, of);
        smooth.rounding = rounding(w, of);
        smooth.differenced = returned == 1;
        out_.smooth.push_back(smooth);
    }

    void add_to_place(const Window& w) {
        if (!place_) place_ = {w.front().t, 0, 1};
        place_->end = w.back().t;
        place_->returned = w[4].motion.returned;
        constexpr double longest = 16;
        if (!(place_->end - place_->begin > longest * motion_.scales().finest)) return;
        refuse_in_run(motion_, *place_);
        out_.kinks.push_back(place_->end);
    }
    void close_place() {
        if (!place_) return;
        const Place place = *place_;
        place_.reset();
        const PlaceFinding found = classify(motion_, place);
        out_.kinks.insert(out_.kinks.end(), found.kinks.begin(), found.kinks.end());
        if (found.may_bend) out_.bends.push_back({place.begin, place.end, true});
    }

    SampledMotion& motion_;
    MotionWindows& out_;
    std::optional<Place> place_;  // the last one, which further windows may continue
};

/// Does one polynomial fit all windows from `first` to `last`?
bool is_one_window(SampledMotion& motion, const std::vector<SmoothWindow>& windows, std::size_t first, std::size_t last) {
    if (first == last) return true;
    const Window all = motion.window(windows[first].begin, windows[last].end);
    if (!motion.is_smooth(all) || !motion.is_smooth_between(all)) return false;
    const std::size_t of = returned_in(all) == 1 ? 0 : 1;
    const Octic polynomial(samples_of(all, of), all[0].t, length_of(all) / 8);
    const double allowed = motion.tolerance(all, of);
    for (std::size_t i = first; i <= last; ++i) {
        const SmoothWindow& w = windows[i];
        for (const std::size_t k : {0U, 4U}) {
            const double t = w.begin + static_cast<double>(k) * w.distance();
            if (!(std::abs(polynomial.at(t)[0] - w.samples[k]) <= allowed)) return false;
        }
    }
    return true;
}

/// From a window beside a place towards another one, as far as windows become longer.
void widen(SampledMotion& motion, std::vector<SmoothWindow>& windows, std::size_t beside, std::size_t last, int by) {
    const auto next = [by](std::size_t i) { return by > 0 ? i + 1 : i - 1; };
    std::size_t far = beside;
    while (far != last && !windows[far].whole && windows[next(far)].span >= windows[far].span) far = next(far);
    while (far != beside) {
        const std::size_t low = std::min(beside, far), high = std::max(beside, far);
        if (is_one_window(motion, windows, low, high)) {
            const double span = windows[high].end - windows[low].begin;
            const bool whole = windows[far].whole;
            for (std::size_t i = low; i <= high; ++i) {
                windows[i].span = std::max(windows[i].span, span);
                windows[i].whole = whole;
            }
            return;
        }
        far = by > 0 ? beside + (far - beside) / 2 : beside - (beside - far) / 2;
    }
}

}  // namespace

MotionWindows divide(SampledMotion& motion) {
    MotionWindows out;
    search_until_fault(out, [&] { Division(motion, out).run(); });
    return out;
}

void widen_spans(SampledMotion& motion, const std::vector<double>& bends, std::vector<SmoothWindow>& windows) {
    const std::size_t count = windows.size();
    const auto apart = [&](std::size_t i) {  // a bend beside their common end is in one of them
        const auto bend = std::ranges::lower_bound(bends, windows[i].begin + windows[i].distance());
        return windows[i].end != windows[i + 1].begin ||
               (bend != bends.end() && *bend < windows[i + 1].end - windows[i + 1].distance());
    };
    for (std::size_t begin = 0; begin < count;) {
        std::size_t end = begin;
        while (end + 1 < count && !apart(end)) ++end;
        if (is_one_window(motion, windows, begin, end)) {  // short, but not fast
            for (std::size_t i = begin; i <= end; ++i) windows[i].whole = true;
        } else {
            widen(motion, windows, begin, end, 1);
            widen(motion, windows, end, begin, -1);
        }
        begin = end + 1;
    }
}

}  // namespace jounce::signals
