// The largest absolute value of a probe in each of several windows of time.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/series/windows.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace jounce::record {

double largest_within(const Series& series, const Column& column, double from, double to, double best, const ValueAt& exact) {
    std::vector<std::pair<double, double>> turns;  // values of the interpolant, instants
    for (std::size_t i = series.interval_at(from); i + 1 < series.times.size() && series.times[i] < to; ++i) {
        const double begin = std::max(from - series.times[i], 0.0);
        const CubicHermite p = series.interpolant(column, i);
        const double end = std::min(to - series.times[i], p.h);
        if (!(end > begin)) continue;
        const bool whole = begin == 0 && end == p.h;
        if (whole && i < column.highest.size() && series.interval(i) != Interval::one_step) {
            best = std::max({best, column.highest[i], -column.lowest[i]});
            continue;
        }
        if (begin == 0) best = std::max(best, std::abs(p.x0));
        if (end == p.h) best = std::max(best, std::abs(p.x1));
        const auto [first, second] = p.turns();
        for (const double t : {begin, first, second, end}) {
            if (t < begin || t > end || t <= 0 || t >= p.h) continue;
            const double found = std::abs(p.value(t));
            if (!(found > best)) continue;
            if (exact) {
                turns.emplace_back(found, series.times[i] + t);
            } else {
                best = found;
            }
        }
    }
    // The largest first: it is nearly always the only one whose exact value is needed.
    std::ranges::sort(turns, std::greater<>());
    for (const auto& [found, time] : turns) {
        if (!(found > best)) break;
        best = std::max(best, std::abs(exact(time)));
    }
    return best;
}

std::vector<double> window_peaks(const Series& series, const Column& column, double from, double length, int count,
                                 const ValueAt& exact) {
    std::vector<double> out;
    for (int k = 0; k < count; ++k)
        out.push_back(largest_within(series, column, from + k * length, from + (k + 1) * length, 0, exact));
    return out;
}

}  // namespace jounce::record
