// One recursion: a window is smooth, or it is halved, down to a microsecond; what is left there is a kink, a jump or harmless.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/signals/motion_survey.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <ranges>

#include "base/messages/error.hpp"
#include "base/numbers/limits.hpp"
#include "system/signals/kink.hpp"
#include "system/signals/nine_samples.hpp"
#include "system/signals/signal_scan.hpp"
#include "system/signals/smooth_window.hpp"

namespace jounce::signals {

namespace {

/// Of the range of a function: an eighth difference below it belongs to a smooth function. Noise of 1e-12 has up to 1.3e-10; nine
/// samples in 0.5/w of a sine reach it.
constexpr double smooth_share = 3e-10;
/// [s]: two kinks farther apart than twice this are told apart; second differences over shorter steps are rounding.
constexpr double finest = 1e-6;
constexpr double rounding_of_differences = 1e-9;  // of the largest acceleration: for shorter steps it would grow
constexpr double share_of_speed = 0.01;           // of the largest speed: what the steps of a run do not see
constexpr double outside = 16;                    // distances of nine values: of the function, outside of a run
constexpr double share_of_noise = 1e-5;           // of the largest acceleration: its differences are then of no use
constexpr double growth_of_noise = 113;           // in eighth differences, sqrt(16!)/8!
constexpr double most_calls = 5e7, most_calls_of_a_step = 100;

class Search {
  public:
    Search(const std::function<ReturnedMotion(double)>& motion, double from, double to, double step, double difference)
        : motion_(motion), from_(from), to_(to), difference_(difference) {
        calls_left_ = std::max(most_calls, most_calls_of_a_step * (to - from) / step);
        finest_ = std::max(finest, 1e4 * epsilon * std::max(std::abs(from), std::abs(to)));
        const double run = to - from;
        spacing_ = std::max(std::min(1e-3, run / 4096), run / 131072);
        spacing_ = std::min(spacing_, std::max(step, run / 16384));
    }

    MotionSurvey result() {
        try {
            walk();
        } catch (const Error& error) {  // reported by the run if it reaches this instant
            if (error.failure() == Failure::interrupted) throw;
        } catch (const Ended&) {
        }
        if (!out_.fault) {
            try {
                compare_neighbours();
                find_bends();
                widen_windows();
            } catch (const Error& error) {
                if (error.failure() == Failure::interrupted) throw;
            } catch (const Ended&) {
            }
        }
        tidy(out_.kinks);
        tidy(out_.bends);
        collect_fast_stretches();
        return std::move(out_);
    }

  private:
    struct Ended {};

    void tidy(std::vector<double>& times) const {
        const double rounding_of_ends = 1e-12 * (to_ - from_);
        for (double& time : times) {
            for (const double end : {from_, to_}) time = std::abs(time - end) <= rounding_of_ends ? end : time;
        }
        std::ranges::sort(times);
        const auto same = [](double a, double b) { return b - a <= 1e-3 * finest; };
        times.erase(std::unique(times.begin(), times.end(), same), times.end());
    }

    [[noreturn]] void end(MotionFault kind, double time, double within, int returned) {
        out_.fault = {kind, time, within, returned};
        throw Ended{};
    }

    Instant at(double t) {
        if (static_cast<double>(++out_.calls) > calls_left_) end(MotionFault::too_many_calls, t, calls_left_, 1);
        return {t, motion_(t)};
    }
    double value(double t) { return at(t).motion.of[0]; }
    double slope(double t) { return at(t).motion.of[1]; }

    Window window(double begin, double end) {
        Window out;
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = at(i == 8 ? end : begin + (end - begin) * static_cast<double>(i) / 8);
        return out;
    }

    /// The farthest instant, by up to `reach`, at which the function does not fail.
    double outwards(double t, double reach) {
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

    /// The i-th of n + 1 unequal instants of [begin, end]: no period divides all of their distances.
    static double unequal(double begin, double end, std::size_t i, std::size_t n) {
        if (i == 0 || i == n) return i == 0 ? begin : end;
        constexpr double golden = 0.61803398874989485;
        const double k = static_cast<double>(i), shift = 0.4 * (k * golden - std::floor(k * golden) - 0.5);
        return begin + (end - begin) * (k + shift) / static_cast<double>(n);
    }

    /// Ranges, speeds and noise of the function over the run. \returns the last instant before which it does not fail
    double scales(double begin, double end) {
        constexpr std::size_t instants = 512, noises = 15;
        std::array<double, 2> low{infinite, infinite}, high{-infinite, -infinite};
        std::array<std::vector<double>, 2> noise;
        Instant last = at(begin);
        for (std::size_t i = 0; i <= instants; ++i) {
            try {
                const Instant now = at(unequal(begin, end, i, instants));
                const ReturnedMotion& m = now.motion;
                for (std::size_t k = 0; k < 2; ++k) {
                    low[k] = std::min(low[k], m.of[k]);
                    high[k] = std::max(high[k], m.of[k]);
                    if (now.t > last.t)
                        largest_[k] = std::max(largest_[k], std::abs(m.of[k] - last.motion.of[k]) / (now.t - last.t));
                    if (k + 1 < static_cast<std::size_t>(m.returned)) largest_[k] = std::max(largest_[k], std::abs(m.of[k + 1]));
                }
                last = now;
                if (i % (instants / noises) != 5) continue;
                const Window w = window(now.t, now.t + finest_);
                for (std::size_t k = 0; k < 2; ++k) noise[k].push_back(eighth_difference(samples_of(w, k)));
                const double apart = 4 * std::max(spacing_, difference_);
                if (now.t + 2 * apart > end) continue;
                const double second = value(now.t) - 2 * value(now.t + apart) + value(now.t + 2 * apart);
                largest_[1] = std::max(largest_[1], std::abs(second) / (apart * apart));
            } catch (const Error& error) {
                if (error.failure() == Failure::interrupted) throw;
                end = last.t;
                break;
            }
        }
        for (std::size_t k = 0; k < 2; ++k) {
            const double range = high[k] - low[k];
            smooth_[k] = smooth_share * range;
            if (noise[k].empty()) continue;
            // Values that were rounded to ten digits, say: half of the places have less.
            std::ranges::nth_element(noise[k], noise[k].begin() + static_cast<std::ptrdiff_t>(noise[k].size() / 2));
            const double median = noise[k][noise[k].size() / 2];
            smooth_[k] = std::max(smooth_[k], std::min(8 * median, 1e-5 * range));
            noise_[k] = median / growth_of_noise;
            sizes_[k] = std::max(std::abs(low[k]), std::abs(high[k])) + std::max(std::abs(begin), std::abs(end)) * largest_[k];
        }
        return end;
    }

    void walk() {
        const double begin = begin_ = outwards(from_, -outside * difference_);
        const double end = end_ = scales(begin, outwards(to_, outside * difference_));
        if (!(end > begin)) return;
        refuse_noise();
        const double wide = 8 * std::max(spacing_, difference_);
        const auto count = static_cast<std::size_t>(std::ceil((end - begin) / wide));
        for (std::size_t i = 0; i < count; ++i) {
            if (examine(window(unequal(begin, end, i, count), unequal(begin, end, i + 1, count))))
                smooth_windows_.back().whole = true;
        }
        classify_place();
    }

    /// Of the value (0) or the returned slope (1).
    static double rounding(const Window& w, std::size_t derivative) {
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
    /// Largest eighth difference of a smooth function; rounding in some operations, increased 256 times.
    [[nodiscard]] double tolerance(const Window& w, std::size_t derivative) const {
        return smooth_[derivative] + 1e3 * rounding(w, derivative);
    }

    [[nodiscard]] bool is_smooth(const Window& w) const {
        for (std::size_t k = 0; k < 2 && k < static_cast<std::size_t>(returned_in(w)); ++k) {
            if (!(eighth_difference(samples_of(w, k)) <= tolerance(w, k))) return false;
        }
        return true;
    }
    /// At two other instants: sees a period that divides the distance of the samples, and an odd function, whose eighth
    /// difference is zero. Their error is 1/77 of the ninth difference.
    bool is_smooth_between(const Window& w) {
        for (const double s : {0.38196601125010515, 7.6180339887498949}) {
            const Instant other = at(w.front().t + s * (w.back().t - w.front().t) / 8);
            for (std::size_t k = 0; k < 2 && k < static_cast<std::size_t>(returned_in(w)); ++k) {
                if (!(std::abs(Octic(samples_of(w, k), 0, 1).at(s)[0] - other.motion.of[k]) <= tolerance(w, k) / 32))
                    return false;
            }
        }
        return true;
    }

    /// \returns is it one smooth window?
    bool examine(const Window& w) {
        const bool coarse = length_of(w) > 8.001 * spacing_;
        if (!coarse && is_smooth(w) && is_smooth_between(w)) {
            accept(w);
            return true;
        }
        if (!coarse && length_of(w) <= finest_) {
            add_to_place(w);
            return false;
        }
        Window first, second;
        for (std::size_t i = 0; i < 9; i += 2) {
            first[i] = w[i / 2];
            second[i] = w[4 + i / 2];
        }
        for (std::size_t i = 1; i < 9; i += 2) first[i] = at(first[i - 1].t + (first[i + 1].t - first[i - 1].t) / 2);
        const std::size_t before = smooth_windows_.size();
        const bool first_is = examine(first);
        for (std::size_t i = 1; i < 9; i += 2) second[i] = at(second[i - 1].t + (second[i + 1].t - second[i - 1].t) / 2);
        const bool second_is = examine(second);
        if (!coarse || !first_is || !second_is || !is_smooth(w) || !is_smooth_between(w)) return false;
        smooth_windows_.resize(before);
        accept(w);
        return true;
    }

    void accept(const Window& w) {
        classify_place();
        const double h = length_of(w) / 8;
        const int returned = returned_in(w);
        for (std::size_t k = 0; k + 1 < static_cast<std::size_t>(returned); ++k) {
            const double off = std::abs(Octic(samples_of(w, k), 0, h).at(4 * h)[1] - w[4].motion.of[k + 1]);
            if (in_run(w[4].t) && off > share_of_speed * largest_[k] + 4 * tolerance(w, k) / h)
                end(k == 0 ? MotionFault::first_differs : MotionFault::second_differs, w[4].t, 0, returned);
        }
        const NineSamples values = samples_of(w, 0);
        for (std::size_t i = 1; i < values.size(); ++i)
            largest_[0] = std::max(largest_[0], std::abs(values[i] - values[i - 1]) / h);
        largest_[1] = std::max(largest_[1], std::abs(values[0] - 2 * values[4] + values[8]) / (16 * h * h));
        SmoothWindow smooth;
        smooth.begin = w.front().t;
        smooth.end = w.back().t;
        smooth.span = length_of(w);
        const std::size_t of = returned == 1 ? 0 : 1;
        smooth.samples = samples_of(w, of);
        smooth.tolerance = tolerance(w, of);
        smooth.rounding = rounding(w, of);
        smooth.differenced = returned == 1;
        smooth_windows_.push_back(smooth);
    }

    void add_to_place(const Window& w) {
        if (!place_open_) place_begin_ = w.front().t;
        place_open_ = true;
        place_end_ = w.back().t;
        if (place_end_ - place_begin_ > 16 * finest_) unresolved(place_begin_, place_end_, w[4].motion.returned);
    }
    void classify_place() {
        if (!place_open_) return;
        place_open_ = false;
        classify(place_begin_, place_end_);
    }

    /// Do fourth differences over microseconds reach an eighth of their maximum in a third of all places? Those of a jump or a
    /// corner do in a few.
    std::optional<double> scatter_about(double t) {
        constexpr std::size_t count = 65, many = 20;
        const double reach = std::min({32 * finest_, t - begin_, end_ - t});
        std::array<double, count> difference{};
        for (std::size_t i = 0; i < count; ++i) difference[i] = value(t + reach * (static_cast<double>(i) / 32 - 1));
        for (int k = 0; k < 4; ++k) {
            for (std::size_t i = count - 1; i > static_cast<std::size_t>(k); --i) difference[i] -= difference[i - 1];
        }
        double largest = 0;
        for (std::size_t i = 4; i < count; ++i) largest = std::max(largest, difference[i] = std::abs(difference[i]));
        if (!(largest > 0)) return {};
        const auto reach_it = [&](double d) { return d >= largest / 8; };
        if (std::count_if(difference.begin() + 4, difference.end(), reach_it) < static_cast<std::ptrdiff_t>(many)) return {};
        return largest / 3;  // a jump of the size 1 has differences of 1, 3, 3, 1
    }
    [[noreturn]] void end_at(MotionFault kind, double time, double within, int returned) {
        if (const auto scatter = scatter_about(time)) end(MotionFault::noise, time, *scatter, returned);
        end(kind, time, within, returned);
    }
    /// Noise beyond rounding is told; it is refused where differences make 1e-5 of the largest acceleration of it.
    void refuse_noise() {
        if (!(difference_ > 0)) return;
        const bool values = at(begin_).motion.returned == 1;
        const std::size_t of = values ? 0 : 1;
        if (noise_[of] <= 16 * epsilon * sizes_[of]) return;
        out_.noise = noise_[of];
        const double error = values ? 6.5 * noise_[of] / (difference_ * difference_) : 2.1 * noise_[of] / difference_;
        if (error > share_of_noise * largest_[1]) end(MotionFault::noise, from_, noise_[of], values ? 1 : 2);
    }

    [[nodiscard]] bool in_run(double t) const { return t > from_ && t <= to_; }
    void unresolved(double a, double b, int returned) {
        if (in_run(b) || in_run(a)) end_at(MotionFault::unresolved, a + (b - a) / 2, b - a, returned);
        out_.kinks.push_back(b);
    }

    void classify(double a, double b) {
        const int returned = at(a).motion.returned;
        const double width = b - a, before = value(a), gradient = (before - value(a - width / 2)) / (width / 2);
        const auto beside_line = [&](double t) { return value(t) - gradient * (t - a); };
        int ignored = 0;
        if (std::abs(beside_line(b) - before) > smooth_[0] / 64 + 1e2 * epsilon * (std::abs(before) + std::abs(b * gradient))) {
            if (const auto jump = find_jump(beside_line, a, b, ignored)) {
                if (in_run(*jump)) end_at(MotionFault::value_jumps, *jump, 0, returned);
                out_.kinks.push_back(*jump);
                return;
            }
        }
        if (returned > 1) {
            classify_by_slope(a, b, returned);
        } else {
            classify_by_values(a, b);
        }
    }

    void classify_by_values(double a, double b) {
        const auto values = [this](double t) { return value(t); };
        const double width = b - a;
        for (const double more : {0.0, width / 4}) {  // it may be at an end
            if (const auto kink = kink_within(values, a - more, b + more)) {
                out_.kinks.push_back(*kink);
                return;
            }
        }
        // A jump of the acceleration, and even a power of 1.5, change the speed about as much as beside it, or by little.
        const auto change = [&](double begin) {
            const double h = width / 8;
            double slowest = infinite, fastest = -infinite;
            for (int i = 0; i < 8; ++i) {
                const double speed = (value(begin + (i + 1) * h) - value(begin + i * h)) / h;
                slowest = std::min(slowest, speed);
                fastest = std::max(fastest, speed);
            }
            return fastest - slowest;
        };
        const double uncertain = (8 * epsilon * (std::abs(value(a)) + std::abs(b) * largest_[0]) + smooth_[0]) / (width / 8);
        const double here = change(a);
        if (here > share_of_speed * largest_[0] + uncertain && here > 4 * std::max(change(a - width), change(b)))
            unresolved(a, b, 1);
        // A square root: ever faster towards one instant.
        double from = a, to = b;
        for (int i = 0; i < 8; ++i) {
            const double middle = from + (to - from) / 2;
            (std::abs(value(middle) - value(from)) > std::abs(value(to) - value(middle)) ? to : from) = middle;
        }
        const double beside = std::max(std::abs(value(a) - value(a - width)), std::abs(value(b + width) - value(b))) / width;
        const double fastest = std::abs(value(to) - value(from)) / (to - from);
        if (fastest > 4 * beside + share_of_speed * largest_[0] + 32 * uncertain) unresolved(a, b, 1);
        candidates_.push_back({a, b, true});
    }

    void classify_by_slope(double a, double b, int returned) {
        const auto slopes = [this](double t) { return slope(t); };
        const double jump = std::abs(slope(b) - slope(a));
        int ignored = 0;
        const auto kink = jump > smooth_[1] ? find_jump(slopes, a, b, ignored) : std::nullopt;
        const double allowed = (kink ? share_of_speed * jump : share_of_speed * largest_[0]) + smooth_[1];
        const double before = slope(a), after = slope(b);
        constexpr int places = 16;
        for (int i = 1; i < places; ++i) {
            const double t = a + (b - a) * i / places;
            const double expected = kink ? (t < *kink ? before : after) : before + (after - before) * i / places;
            if (std::abs(slope(t) - expected) > allowed + largest_[1] * (b - a)) unresolved(a, b, returned);
        }
        if (kink) {
            out_.kinks.push_back(*kink);
        } else {
            candidates_.push_back({a, b, true});
        }
    }

    /// A kink, or a jump of a higher derivative, at the common end of two windows, which neither of them sees: the polynomial of
    /// the wider one does not continue in the other one.
    void compare_neighbours() {
        for (std::size_t i = 0; i + 1 < smooth_windows_.size(); ++i) {
            const SmoothWindow &a = smooth_windows_[i], &b = smooth_windows_[i + 1];
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
                if (const auto kink =
                        kink_within([this](double t) { return value(t); }, a.end - finest_ / 3, a.end + finest_ / 2)) {
                    out_.kinks.push_back(*kink);
                    continue;
                }
            }
            candidates_.push_back({a.end - fine.distance() / 8, a.end + fine.distance() / 8, false});
        }
    }

    /// Where windows become shorter from both sides.
    void find_bends() {
        const auto span = [this](std::size_t i) { return smooth_windows_[i].span; };
        const std::size_t count = smooth_windows_.size();
        const auto joined = [this](std::size_t i) { return smooth_windows_[i].end == smooth_windows_[i + 1].begin; };
        constexpr double shorter = 1.5;
        for (std::size_t i = 0; i < count;) {
            std::size_t j = i;
            while (j + 1 < count && joined(j) && span(j + 1) < shorter * span(i) && span(i) < shorter * span(j + 1)) ++j;
            const bool lowest = i > 0 && joined(i - 1) && span(i - 1) > shorter * span(i) && j + 1 < count && joined(j) &&
                                span(j + 1) > shorter * span(j);
            if (lowest) candidates_.push_back({smooth_windows_[i].begin, smooth_windows_[j].end, false});
            i = j + 1;
        }
        // Those at common ends come last but places: a bend beside such an end is in one of the windows.
        for (const Candidate& candidate : std::views::reverse(candidates_)) {
            const auto beside = [&](double reach) {
                return [&candidate, reach](double t) { return t > candidate.begin - reach && t < candidate.end + reach; };
            };
            if (std::ranges::any_of(out_.kinks, beside(finest_))) continue;
            if (!candidate.place && std::ranges::any_of(out_.bends, beside(4 * finest_))) continue;
            const auto bend = bend_within(candidate.begin, candidate.end);
            if (!bend && !candidate.place) continue;
            out_.bends.push_back(bend ? *bend : candidate.begin + (candidate.end - candidate.begin) / 2);
            // The windows in which it lies are short because of it.
            std::erase_if(smooth_windows_,
                          [&](const SmoothWindow& w) { return w.begin >= candidate.begin && w.end <= candidate.end; });
        }
    }

    /// The longest windows, up to `longest`, that are smooth and end at a or begin at b; nothing if they are shorter than
    /// `least`.
    std::optional<double> smooth_beside(double a, double b, double longest, double least) {
        for (double length = longest; length >= least; length /= 2) {
            if (a - length < begin_ || b + length > end_) continue;
            const Window left = window(a - length, a), right = window(b, b + length);
            if (is_smooth(left) && is_smooth_between(left) && is_smooth(right) && is_smooth_between(right)) return length;
        }
        return {};
    }
    /// The instant t0 in [a, b] at which a derivative jumps: the polynomials on either side differ by c (t - t0)^k.
    std::optional<double> bend_within(double a, double b) {
        std::optional<double> out;
        double length = std::max(8 * std::max(spacing_, difference_), 32 * (b - a));
        for (int pass = 0; pass < 2; ++pass) {
            const auto beside = smooth_beside(a, b, length, 4 * (b - a));
            if (!beside) return pass == 0 ? std::nullopt : out;
            length = std::max(*beside / 4, 4 * (b - a));  // their error is then that of rounding
            const Window before = window(a - length, a), after = window(b, b + length);
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

    /// The windows beside a kink or a bend are short because it is near, not because the function is fast.
    void widen_windows() {
        const std::size_t count = smooth_windows_.size();
        std::ranges::sort(out_.bends);
        const auto apart = [&](std::size_t i) {  // a bend beside their common end is in one of them
            const auto bend = std::ranges::lower_bound(out_.bends, smooth_windows_[i].begin + smooth_windows_[i].distance());
            return smooth_windows_[i].end != smooth_windows_[i + 1].begin ||
                   (bend != out_.bends.end() && *bend < smooth_windows_[i + 1].end - smooth_windows_[i + 1].distance());
        };
        for (std::size_t begin = 0; begin < count;) {
            std::size_t end = begin;
            while (end + 1 < count && !apart(end)) ++end;
            if (is_one_window(begin, end)) {  // short, but not fast
                for (std::size_t i = begin; i <= end; ++i) smooth_windows_[i].whole = true;
            } else {
                widen(begin, end, 1);
                widen(end, begin, -1);
            }
            begin = end + 1;
        }
    }
    /// Does one polynomial fit all windows from `first` to `last`?
    bool is_one_window(std::size_t first, std::size_t last) {
        if (first == last) return true;
        const Window all = window(smooth_windows_[first].begin, smooth_windows_[last].end);
        if (!is_smooth(all) || !is_smooth_between(all)) return false;
        const std::size_t of = returned_in(all) == 1 ? 0 : 1;
        const Octic polynomial(samples_of(all, of), all[0].t, length_of(all) / 8);
        const double allowed = tolerance(all, of);
        for (std::size_t i = first; i <= last; ++i) {
            const SmoothWindow& w = smooth_windows_[i];
            for (const std::size_t k : {0U, 4U}) {
                const double t = w.begin + static_cast<double>(k) * w.distance();
                if (!(std::abs(polynomial.at(t)[0] - w.samples[k]) <= allowed)) return false;
            }
        }
        return true;
    }
    /// From a window beside a place towards another one, as far as windows become longer.
    void widen(std::size_t beside, std::size_t last, int by) {
        const auto next = [by](std::size_t i) { return by > 0 ? i + 1 : i - 1; };
        std::size_t far = beside;
        while (far != last && !smooth_windows_[far].whole && smooth_windows_[next(far)].span >= smooth_windows_[far].span)
            far = next(far);
        while (far != beside) {
            const std::size_t low = std::min(beside, far), high = std::max(beside, far);
            if (is_one_window(low, high)) {
                const double span = smooth_windows_[high].end - smooth_windows_[low].begin;
                const bool whole = smooth_windows_[far].whole;
                for (std::size_t i = low; i <= high; ++i) {
                    smooth_windows_[i].span = std::max(smooth_windows_[i].span, span);
                    smooth_windows_[i].whole = whole;
                }
                return;
            }
            far = by > 0 ? beside + (far - beside) / 2 : beside - (beside - far) / 2;
        }
    }

    void collect_fast_stretches() {
        if (!(difference_ > 0)) return;
        for (const SmoothWindow& w : smooth_windows_) {
            // Second derivatives by nine values have an error of 6.5/h^2 of their rounding, first ones of slopes 2.1/h.
            const double allowed = rounding_of_differences * largest_[1];
            const double least = !(allowed > 0)  ? difference_
                                 : w.differenced ? std::sqrt(6.5 * w.rounding / allowed)
                                                 : 2.1 * w.rounding / allowed;
            const double shorter = difference_ / std::max(w.span / 8, least);
            if (w.whole || shorter <= 1) continue;
            // Powers of two: neighbours have the same step.
            const double step = difference_ * std::exp2(-std::ceil(std::log2(shorter)));
            if (!out_.fast.empty() && out_.fast.back().end == w.begin && out_.fast.back().step == step) {
                out_.fast.back().end = w.end;
            } else {
                out_.fast.push_back({w.begin, w.end, step});
            }
        }
    }

    const std::function<ReturnedMotion(double)>& motion_;
    double from_, to_, difference_;
    double begin_ = 0, end_ = 0;  // where the function does not fail
    double calls_left_ = 0, finest_ = 0, spacing_ = 0;
    std::array<double, 2> smooth_{};   // tolerances of eighth differences of value and slope
    std::array<double, 2> largest_{};  // first and second derivative
    std::array<double, 2> noise_{}, sizes_{};
    std::vector<SmoothWindow> smooth_windows_;
    struct Candidate {
        double begin = 0, end = 0;
        bool place = false;  // between smooth windows: no polynomial fits there
    };
    std::vector<Candidate> candidates_;  // at which the acceleration may jump, or less
    double place_begin_ = 0, place_end_ = 0;
    bool place_open_ = false;
    MotionSurvey out_;
};

}  // namespace

MotionSurvey survey(const std::function<ReturnedMotion(double)>& motion, double from, double to, double step,
                    double longest_difference) {
    if (!(to > from) || !(step > 0)) return {};
    return Search(motion, from, to, step, longest_difference).result();
}

}  // namespace jounce::signals
