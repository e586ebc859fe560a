// A probe over time as it is drawn.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/plots/time_curve.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace jounce::record {

namespace {

constexpr std::size_t smooth = 20000;  // points of a curve that looks smooth

void add(TimeCurve& curve, double time, double value) {
    curve.times.push_back(time);
    curve.values.push_back(value);
}

/// The extremes of an interval of several steps, if they exceed those of its interpolant by more than rounding.
std::optional<std::pair<double, double>> envelope(const Series& series, const Column& column, std::size_t i,
                                                  const CubicHermite& p) {
    if (i >= column.highest.size() || series.interval(i) == Interval::one_step) return {};
    const double low = column.lowest[i], high = column.highest[i];
    const double slack = 1e-6 * (high - low);
    if (high <= p.maximum() + slack && low >= p.minimum() - slack) return {};
    return std::pair{low, high};
}

TimeCurve sampled(const Series& series, const Column& column, const Stretch& stretch, const std::vector<ContactPeak>* known) {
    TimeCurve out;
    const std::size_t first = series.interval_at(stretch.from), last = series.interval_at(stretch.to);
    const std::size_t pieces = std::clamp<std::size_t>(smooth / (last - first + 1), 1, 50);
    add(out, stretch.from, series.at(column, stretch.from));
    std::size_t contact = 0;
    for (std::size_t i = first; i + 1 < series.times.size() && series.times[i] < stretch.to; ++i) {
        const double begin = std::max(series.times[i], stretch.from), end = std::min(series.times[i + 1], stretch.to);
        const CubicHermite p = series.interpolant(column, i);
        bool through_extremes = false;
        if (known != nullptr && begin == series.times[i] && end == series.times[i + 1]) {
            while (contact < known->size() && (*known)[contact].onset < begin) ++contact;
            const bool begins = contact < known->size() && (*known)[contact].onset < end;
            const auto extremes = begins ? std::nullopt : envelope(series, column, i, p);
            if (extremes) {
                const auto [low, high] = *extremes;
                const bool falls = p.x1 < p.x0;
                add(out, begin + (end - begin) / 3, falls ? high : low);
                add(out, begin + 2 * (end - begin) / 3, falls ? low : high);
                through_extremes = true;
            }
        }
        if (end > begin && !through_extremes && series.interval(i) != Interval::contact) {
            for (std::size_t k = 1; k < pieces; ++k) {
                const double s = begin - series.times[i] + (end - begin) * static_cast<double>(k) / static_cast<double>(pieces);
                add(out, series.times[i] + s, p.value(s));
            }
        }
        add(out, end, end == series.times[i + 1] ? column.values[i + 1] : series.at(column, end));
    }
    return out;
}

/// The instant and the value to add within a contact whose drawn points are [first, last).
std::pair<double, double> place_of(const TimeCurve& curve, std::size_t first, std::size_t last, const ContactPeak& peak) {
    if (first == last) return {0.5 * (peak.onset + peak.release), peak.force};
    const auto begin = curve.values.begin();
    const auto at = static_cast<std::size_t>(
        std::max_element(begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(last)) - begin);
    const double time = curve.times[at];
    const double before = at > first ? curve.times[at - 1] : peak.onset,
                 after = at + 1 < last ? curve.times[at + 1] : peak.release;
    const double left = at > first ? curve.values[at - 1] : 0, right = at + 1 < last ? curve.values[at + 1] : 0;
    const bool to_left = before < time && (left > right || !(after > time));
    return {0.5 * (time + (to_left ? before : after)), peak.force};
}

}  // namespace

TimeCurve time_curve(const Series& series, const Column& column, const Stretch& stretch) {
    return sampled(series, column, stretch, nullptr);
}

TimeCurve drawn_curve(const Series& series, const Column& column, const Stretch& stretch, const std::vector<ContactPeak>& known) {
    return sampled(series, column, stretch, &known);
}

std::vector<ContactPeak> contact_peaks(const System& system, const LongVector<time::Impact>& impacts, const std::string& probe,
                                       const Stretch& stretch) {
    std::vector<ContactPeak> out;
    const auto of = std::ranges::find_if(system.contacts, [&](const Contact& c) { return c.name + ".force" == probe; });
    if (of == system.contacts.end() || (of->gap.sides() > 1 && of->gap.clearance < 0)) return out;
    const auto contact = of - system.contacts.begin();
    impacts.visit([&](const time::Impact& impact) {
        if (impact.contact != contact || impact.rigid || !(impact.peak_force > 0)) return;
        const double release = impact.time_out.value_or(stretch.to);
        if (impact.time_in < stretch.from || release > stretch.to) return;
        out.push_back({impact.time_in, release, impact.peak_force});
    });
    std::ranges::stable_sort(out, {}, &ContactPeak::onset);
    return out;
}

void add_peaks(TimeCurve& curve, const std::vector<ContactPeak>& peaks) {
    constexpr double missed = 1e-3;
    TimeCurve out;
    std::size_t done = 0;
    const auto copy_before = [&](std::size_t end) {
        for (; done < end; ++done) add(out, curve.times[done], curve.values[done]);
    };
    const auto position = [&](auto found) { return static_cast<std::size_t>(found - curve.times.begin()); };
    for (const ContactPeak& peak : peaks) {
        const std::size_t first = std::max(done, position(std::ranges::lower_bound(curve.times, peak.onset)));
        const std::size_t last = std::max(first, position(std::ranges::upper_bound(curve.times, peak.release)));
        double largest = 0;
        for (std::size_t i = first; i < last; ++i) largest = std::max(largest, curve.values[i]);
        if (largest >= (1 - missed) * peak.force) continue;
        const auto [time, force] = place_of(curve, first, last, peak);
        copy_before(first);
        if (first == last || curve.times[first] > peak.onset) add(out, peak.onset, 0);
        while (done < last && curve.times[done] <= time) copy_before(done + 1);
        add(out, time, force);
        copy_before(last);
        if (out.times.back() < peak.release) add(out, peak.release, 0);
    }
    copy_before(curve.times.size());
    curve = std::move(out);
}

}  // namespace jounce::record
