// The largest absolute value of a probe in each of several windows of time.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/series/windows.hpp"

#include <algorithm>
#include <cmath>

namespace jounce::record {

namespace {

/// The part [begin, end] of a cubic is a cubic.
CubicHermite part(const CubicHermite& p, double begin, double end) {
    if (begin <= 0 && end >= p.h) return p;
    return {end - begin, p.value(begin), p.rate(begin), p.value(end), p.rate(end)};
}

}  // namespace

double largest_within(const Series& series, const Column& column, double from, double to) {
    double best = 0;
    for (std::size_t i = series.interval_at(from); i + 1 < series.times.size() && series.times[i] < to; ++i) {
        const double begin = std::max(from - series.times[i], 0.0);
        const CubicHermite p = series.interpolant(column, i);
        const double end = std::min(to - series.times[i], p.h);
        if (!(end > begin)) continue;
        if (begin == 0 && end == p.h && i < column.highest.size() && series.interval(i) != Interval::one_step) {
            best = std::max({best, column.highest[i], -column.lowest[i]});
            continue;
        }
        best = std::max(best, part(p, begin, end).largest_absolute());
    }
    return best;
}

std::vector<double> window_peaks(const Series& series, const Column& column, double from, double length, int count) {
    std::vector<double> out;
    for (int k = 0; k < count; ++k) out.push_back(largest_within(series, column, from + k * length, from + (k + 1) * length));
    return out;
}

}  // namespace jounce::record
