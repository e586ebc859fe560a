// The recorded probes of a run and their evaluation: values between the records, extremes.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/series/series.hpp"

#include <algorithm>
#include <cmath>

#include "base/messages/error.hpp"
#include "base/messages/text.hpp"

namespace jounce::record {

CubicHermite Series::interpolant(const Column& c, std::size_t i) const {
    const double h = times[i + 1] - times[i];
    const bool cubic = interval(i) != Interval::contact && std::isfinite(c.rates[i]) && std::isfinite(c.rates[i + 1]);
    const double slope = h > 0 ? (c.values[i + 1] - c.values[i]) / h : 0.0;
    return {h, c.values[i], cubic ? c.rates[i] : slope, c.values[i + 1], cubic ? c.rates[i + 1] : slope};
}

std::size_t Series::interval_at(double time) const {
    const auto next = std::upper_bound(times.begin(), times.end(), time);
    const auto i = static_cast<std::size_t>(std::max<std::ptrdiff_t>(next - times.begin() - 1, 0));
    return std::min(i, times.size() < 2 ? 0 : times.size() - 2);
}

const Column& Series::column(const std::string& probe, const std::string& subject) const {
    for (const Column& c : columns) {
        if (c.name == probe) return c;
    }
    std::vector<std::string> names;
    for (const Column& c : columns) names.push_back(c.name);
    throw bad_case(subject + ": '" + probe + "' was not recorded; " +
                   (names.empty() ? "this run recorded no probes" : "recorded are " + join(names)));
}

std::pair<std::vector<double>, std::vector<double>> Series::records(const Column& column, double from, double to) const {
    std::pair<std::vector<double>, std::vector<double>> out;
    const auto first = static_cast<std::size_t>(std::ranges::lower_bound(times, from) - times.begin());
    for (std::size_t i = first; i < times.size() && times[i] <= to; ++i) {
        if (i < between.size() && between[i] != 0) continue;
        out.first.push_back(times[i]);
        out.second.push_back(column.values[i]);
    }
    return out;
}

void Series::spill_to(const std::shared_ptr<SpillFile>& file, std::size_t memory) {
    const std::size_t each = memory / (1 + 4 * columns.size());
    times.spill_to(file, each);
    intervals.spill_to(file, each / sizeof(double));
    between.spill_to(file, each / sizeof(double));
    for (Column& c : columns) {
        for (LongVector<double>* values : {&c.values, &c.rates, &c.lowest, &c.highest}) values->spill_to(file, each);
    }
}

void Series::rest() const {
    times.rest();
    intervals.rest();
    between.rest();
    for (const Column& c : columns) {
        for (const LongVector<double>* values : {&c.values, &c.rates, &c.lowest, &c.highest}) values->rest();
    }
}

double Series::at(const Column& column, double time) const {
    if (times.empty()) throw bad_case("run:at: nothing was recorded");
    // A time beyond the ends by round-off only is taken as the end.
    const double slack = 1e-12 * std::max(std::abs(times.front()), std::abs(times.back()));
    if (!(time >= times.front() - slack && time <= times.back() + slack)) {
        throw bad_case("run:at: 'time' must be in [" + in_message(times.front()) + ", " + in_message(times.back()) +
                       "], the time recorded, got " + in_message(time));
    }
    if (times.size() == 1 || time <= times.front()) return column.values.front();
    if (time >= times.back()) return column.values.back();
    const auto row = static_cast<std::size_t>(std::ranges::lower_bound(times, time) - times.begin());
    if (times[row] == time) return column.values[row];
    return interpolant(column, row - 1).value(time - times[row - 1]);
}

double Series::peak(const Column& column, double from) const {
    if (times.empty() || from > times.back()) {
        throw bad_case("run:peak: 'from' must be before the end of what was recorded (" +
                       (times.empty() ? std::string("nothing") : in_message(times.back()) + " s") + "), got " + in_message(from));
    }
    double best = std::abs(column.values.back());
    for (std::size_t i = times.size() - 1; i-- > 0 && times[i + 1] > from;) {
        if (times[i] >= from && i < column.highest.size() && interval(i) != Interval::one_step) {
            best = std::max({best, column.highest[i], -column.lowest[i]});
            continue;
        }
        CubicHermite p = interpolant(column, i);
        if (times[i] < from) {
            const double s = from - times[i];
            p = {p.h - s, p.value(s), p.rate(s), p.x1, p.v1};
        }
        best = std::max(best, p.largest_absolute());
    }
    return best;
}

double Series::integral(const Column& column, double from, double to) const {
    double sum = 0;
    for (std::size_t i = interval_at(from); i + 1 < times.size() && times[i] < to; ++i) {
        const double begin = std::max(from, times[i]), end = std::min(to, times[i + 1]);
        if (!(end > begin)) continue;
        const CubicHermite p = interpolant(column, i);
        // Simpson's rule is exact for cubics.
        const auto at = [&](double time) { return p.value(time - times[i]); };
        sum += (end - begin) / 6 * (at(begin) + 4 * at(0.5 * (begin + end)) + at(end));
    }
    return sum;
}

std::pair<double, double> Series::extremes(const Column& column, double from, double to) const {
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    const double slack = 1e-9 * (to - from);
    for (std::size_t i = times.empty() ? 0 : interval_at(from); i + 1 < times.size() && times[i] < to - slack; ++i) {
        if (times[i + 1] <= from + slack) continue;
        if (i < column.highest.size() && interval(i) != Interval::one_step) {
            low = std::min(low, column.lowest[i]);
            high = std::max(high, column.highest[i]);
            continue;
        }
        const CubicHermite p = interpolant(column, i);
        low = std::min(low, p.minimum());
        high = std::max(high, p.maximum());
    }
    return {low, high};
}

}  // namespace jounce::record
