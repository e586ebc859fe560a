// How fast a signal without a closed form varies, from samples over a run: its jumps, and the changes of its slope.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/signals/signal_scan.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <utility>

namespace jounce {

namespace {

struct Sample {
    double t, f;
};
/// Smooth samples between two jumps.
using Stretch = std::vector<Sample>;

/// Ends of `intervals` of unequal length (0.8 to 1.3 of the mean): between equal ones a periodic function may look constant. The
/// interior ones are shifted by up to a quarter of an interval, by the multiples of the golden ratio.
double instant(double from, double to, int i, int intervals) {
    if (i <= 0) return from;
    if (i >= intervals) return to;
    const double turns = i * (std::numbers::phi - 1);
    return from + (to - from) * (i + 0.5 * (turns - std::floor(turns) - 0.5)) / intervals;
}

double trapezoid(const Sample& a, const Sample& b) { return 0.5 * (std::abs(a.f) + std::abs(b.f)) * (b.t - a.t); }

/// Intervals in which the function may jump: the difference is large beside those of both neighbours.
std::vector<std::size_t> suspects(const Stretch& samples, double largest) {
    std::vector<std::pair<double, std::size_t>> found;
    const auto difference = [&](std::size_t i) { return std::abs(samples[i + 1].f - samples[i].f); };
    const std::size_t intervals = samples.size() - 1;
    for (std::size_t i = 0; i < intervals; ++i) {
        const double own = difference(i);
        const double before = i > 0 ? difference(i - 1) : 0, after = i + 1 < intervals ? difference(i + 1) : 0;
        if (own > 1e-4 * largest && own > 3 * std::min(before, after)) found.emplace_back(own, i);
    }
    std::ranges::stable_sort(found, std::greater<>(), &std::pair<double, std::size_t>::first);
    std::vector<std::size_t> out;
    for (const auto& [own, i] : found) out.push_back(i);
    return out;
}

/// Sums over the windows [k W/2, k W/2 + W], of which the largest counts.
class Windows {
  public:
    Windows(double begin, double end, double length)
        : begin_(begin), half_(0.5 * length), sums_(static_cast<std::size_t>(std::ceil((end - begin) / half_)) + 1) {}
    void add(double t, double value) {
        const auto at = static_cast<std::size_t>(std::max(0.0, (t - begin_) / half_));
        sums_[std::min(at, sums_.size() - 1)] += value;
    }
    [[nodiscard]] double largest() const { return sum(worst()); }
    /// Begin of the window with the largest sum.
    [[nodiscard]] double where() const { return begin_ + static_cast<double>(worst()) * half_; }

  private:
    [[nodiscard]] double sum(std::size_t i) const { return sums_[i] + (i + 1 < sums_.size() ? sums_[i + 1] : 0); }
    [[nodiscard]] std::size_t worst() const {
        std::size_t out = 0;
        for (std::size_t i = 1; i < sums_.size(); ++i) {
            if (sum(i) > sum(out)) out = i;
        }
        return out;
    }
    double begin_, half_;
    std::vector<double> sums_;
};

/// Change of the slope at sample i; 0 at the ends.
double bend(const Stretch& samples, std::size_t i) {
    if (i == 0 || i + 1 >= samples.size()) return 0;
    const Sample &a = samples[i - 1], &b = samples[i], &c = samples[i + 1];
    return std::abs((c.f - b.f) / (c.t - b.t) - (b.f - a.f) / (b.t - a.t));
}

/// Halves the intervals beside the samples at which the slope changes by more than `enough`.
/// \returns whether there was any that is longer than `shortest`
bool refine(Stretch& samples, const std::function<double(double)>& f, double enough, double shortest, int& left) {
    Stretch out;
    out.reserve(samples.size());
    for (std::size_t i = 0; i < samples.size(); ++i) {
        out.push_back(samples[i]);
        if (i + 1 == samples.size() || left <= 0) continue;
        const double length = samples[i + 1].t - samples[i].t;
        if (!(length > shortest) || !(std::max(bend(samples, i), bend(samples, i + 1)) > enough)) continue;
        const double middle = samples[i].t + 0.5 * length;
        out.push_back({middle, f(middle)});
        --left;
    }
    const bool any = out.size() > samples.size();
    samples = std::move(out);
    return any;
}

void locate_jumps(const Stretch& grid, const std::function<double(double)>& f, SignalScan& out) {
    int calls = 0, in_vain = 0;
    constexpr int patience = 200;  // a fast oscillation has suspects everywhere
    for (const std::size_t i : suspects(grid, out.largest)) {
        if (calls >= scan_bisections) {
            out.too_many_jumps = true;
            break;
        }
        const auto jump = find_jump(f, grid[i].t, grid[i + 1].t, calls);
        if (jump) out.jumps.push_back(*jump);
        if (!jump && ++in_vain > patience) break;
    }
    out.calls += calls;
    std::ranges::sort(out.jumps);
}

/// The ends of stretches of zeros, by bisection.
void locate_edges(const Stretch& grid, const std::function<double(double)>& f, SignalScan& out) {
    const auto zero = [&](std::size_t i) { return i < grid.size() && grid[i].f == 0; };
    for (std::size_t i = 0; i + 1 < grid.size() && out.edges.size() < scan_edges; ++i) {
        if (zero(i) == zero(i + 1)) continue;
        // A zero between two other values is one that the function passes.
        if (zero(i) ? i == 0 || !zero(i - 1) : !zero(i + 2)) continue;
        double a = grid[i].t, b = grid[i + 1].t;
        for (double middle = 0.5 * (a + b); middle > a && middle < b; middle = 0.5 * (a + b), ++out.calls)
            ((f(middle) == 0) == zero(i) ? a : b) = middle;
        const auto jump = std::ranges::lower_bound(out.jumps, a);
        if (jump == out.jumps.end() || *jump > b) out.edges.push_back(b);
    }
}

/// The smooth stretches between the jumps, each with samples at its ends.
std::vector<Stretch> cut(const Stretch& grid, const std::function<double(double)>& f, SignalScan& out) {
    std::vector<Stretch> stretches(1);
    std::size_t next = 0;
    for (const Sample& sample : grid) {
        while (next < out.jumps.size() && out.jumps[next] <= sample.t) {
            const double after = out.jumps[next++], before = std::nextafter(after, grid.front().t);
            Stretch& last = stretches.back();
            if (last.empty() || before > last.back().t) last.push_back({before, f(before)});
            stretches.emplace_back();
            if (after < sample.t) stretches.back().push_back({after, f(after)});
            out.calls += 2;
        }
        stretches.back().push_back(sample);
    }
    return stretches;
}

struct Sums {
    double changes = 0;  ///< of the slope
    double area = 0;     ///< integral of |f|
};

/// The stretches around the changes of the slope that are more than rounding, from one sample before to one after.
std::vector<std::pair<double, double>> bent_stretches(const std::vector<Stretch>& stretches, double largest) {
    std::vector<std::pair<double, double>> out;
    for (const Stretch& samples : stretches) {
        for (std::size_t i = 1; i + 1 < samples.size(); ++i) {
            const double from = samples[i - 1].t, to = samples[i + 1].t;
            if (!(bend(samples, i) * (to - from) > 1e-9 * largest)) continue;
            if (!out.empty() && from <= out.back().second) {
                out.back().second = to;
            } else {
                out.emplace_back(from, to);
            }
        }
    }
    return out;
}

/// Over [from, to], from `scan_window` intervals; changes without those at a jump.
Sums sums_within(const std::function<double(double)>& f, double from, double to, SignalScan& out) {
    Sums sums;
    Stretch samples;
    for (int i = 0; i <= scan_window; ++i) {
        const double t = instant(from, to, i, scan_window);
        const Sample sample{t, f(t)};
        if (!samples.empty()) {
            sums.area += trapezoid(samples.back(), sample);
            const auto after = std::ranges::upper_bound(out.jumps, t);
            if (after != out.jumps.begin() && *(after - 1) > samples.back().t) samples.clear();
        }
        samples.push_back(sample);
        if (samples.size() > 3) samples.erase(samples.begin());
        if (samples.size() == 3) sums.changes += bend(samples, 1);
    }
    out.calls += scan_window + 1;
    return sums;
}

/// As sums_within; an oscillation with less than eight intervals in its period is sampled again over the first 1/32 of the
/// window, down to 1/32^3.
Sums resolved_sums(const std::function<double(double)>& f, double from, double to, SignalScan& out) {
    Sums sums = sums_within(f, from, to, out);
    double span = to - from;
    for (int zoom = 0; zoom < scan_zooms; ++zoom) {
        const double interval = span / scan_window;
        // Of a sine of the frequency w the changes are w^2 times the area: here (w interval)^2 is above (2 pi/8)^2 = 0.62.
        if (!(sums.changes * interval * interval > 0.62 * sums.area)) break;
        span /= 32;
        const Sums closer = sums_within(f, from, from + span, out);
        if (closer.area > 0) sums.changes = std::max(sums.changes, closer.changes * sums.area / closer.area);
    }
    return sums;
}

}  // namespace

std::optional<double> find_jump(const std::function<double(double)>& f, double a, double b, int& calls) {
    double fa = f(a), fb = f(b);
    calls += 2;
    const double whole = std::abs(fb - fa);
    double was = whole;
    int shrank = 0;
    for (;;) {
        const double middle = 0.5 * (a + b);
        if (!(middle > a) || !(middle < b)) return was > 0.1 * whole ? std::optional<double>(b) : std::nullopt;
        const double value = f(middle);
        ++calls;
        const double left = std::abs(value - fa), right = std::abs(fb - value);
        if (left > right) {
            b = middle;
            fb = value;
        } else {
            a = middle;
            fa = value;
        }
        const double now = std::max(left, right);
        // Of a function without a jump, half the interval has half the difference, or all of it at a steep place that is finer.
        if (now < 0.75 * was && ++shrank > 3) return {};
        was = now;
        if (!(was > 0.1 * whole)) return {};
    }
}

SignalScan scan_signal(const std::function<double(double)>& f, double begin, double end, double window, double share) {
    SignalScan out;
    Stretch grid;
    grid.reserve(scan_intervals + 1);
    for (int i = 0; i <= scan_intervals; ++i) {
        const double t = instant(begin, end, i, scan_intervals);
        grid.push_back({t, f(t)});
        out.largest = std::max(out.largest, std::abs(grid.back().f));
    }
    out.calls = scan_intervals + 1;
    out.step = std::numeric_limits<double>::infinity();
    if (!(out.largest > 0) || !std::isfinite(out.largest)) return out;

    locate_jumps(grid, f, out);
    locate_edges(grid, f, out);
    std::vector<Stretch> stretches = cut(grid, f, out);
    constexpr double few = 4;  // intervals of the grid in a step or window: fewer do not show what varies in them
    const double length = end - begin, wide = std::max(std::min(window, length), few * length / scan_intervals);
    int left = scan_refinements;
    for (int pass = 0; pass < 6; ++pass) {
        Windows bends(begin, end, wide);
        for (const Stretch& samples : stretches) {
            for (std::size_t i = 0; i < samples.size(); ++i) bends.add(samples[i].t, bend(samples, i));
        }
        bool any = false;
        for (Stretch& samples : stretches)
            any = refine(samples, f, 0.02 * bends.largest(), length / scan_intervals / 64, left) || any;
        if (!any) break;
    }
    out.calls += scan_refinements - left;
    out.bent = bent_stretches(stretches, out.largest);
    Windows areas(begin, end, wide), bends(begin, end, wide);
    for (const Stretch& samples : stretches) {
        for (std::size_t i = 0; i + 1 < samples.size(); ++i) {
            const double area = trapezoid(samples[i], samples[i + 1]);
            areas.add(samples[i].t, area);
            out.mean += area / length;
            bends.add(samples[i].t, bend(samples, i));
        }
    }
    double changes = bends.largest();
    double area = std::min(areas.largest(), out.largest * wide);  // an interval that begins in a window may end behind it
    const auto step = [&] {
        return changes > 0 ? std::sqrt(12 * share * area / changes) : std::numeric_limits<double>::infinity();
    };
    if (step() < few * length / scan_intervals) {  // an oscillation may be finer than the grid
        const double from = bends.where(), to = std::min(from + std::min(wide, length / 32), end);
        double coarse = 0;
        for (const Stretch& samples : stretches) {
            for (std::size_t i = 0; i < samples.size(); ++i)
                coarse += samples[i].t >= from && samples[i].t < to ? bend(samples, i) : 0;
        }
        const Sums fine = resolved_sums(f, from, to, out);
        if (coarse > 0) changes *= std::max(1.0, fine.changes / coarse);
        if (wide < length / 128) {  // some tens of intervals of the grid do not tell the mean of an oscillation
            const double largest = std::min(areas.where(), end - wide);
            area = std::max(fine.area, sums_within(f, largest, std::min(largest + wide, end), out).area);
        }
    }
    out.step = step();
    std::erase_if(out.jumps, [&](double at) { return at <= begin + 1e-12 * length; });  // the run begins after it
    return out;
}

}  // namespace jounce
