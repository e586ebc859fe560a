// The steady state of a run under a periodic load: its period, impacts and extremes.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/series/steady.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/messages/error.hpp"
#include "base/messages/text.hpp"
#include "record/series/motion_scale.hpp"

namespace jounce::record {

namespace {

constexpr int samples = 64;  // in one period of the load

/// Largest difference between the last n periods and the n before, relative to the range of each column that moves.
double difference(const Series& series, const std::vector<const Column*>& columns, const SteadyOptions& options, int n) {
    const double end = series.times.back();
    const double period = options.period;
    const double begin = std::max(end - 2 * n * period, series.times.front());
    const MotionScale scale(series, begin, end, options.extent);
    double worst = 0;
    for (const Column* column : columns) {
        const auto [low, high] = series.extremes(*column, begin, end);
        const double range = high - low;
        if (!(range > scale.round_off(column->unit))) continue;
        for (int i = 0; i <= n * samples; ++i) {
            const double t = end - i * period / samples;
            worst = std::max(worst, std::abs(series.at(*column, t) - series.at(*column, t - n * period)) / range);
        }
    }
    return worst;
}

}  // namespace

Steady steady_state(const Series& series, std::span<const time::Impact> impacts, const SteadyOptions& options) {
    const double recorded = series.times.empty() ? 0.0 : series.times.back() - series.times.front();
    const int whole = static_cast<int>(std::floor(recorded / options.period * (1 + 1e-9)));
    if (whole < 2) {
        throw bad_case("run:steady: 'period' must be at most half of the time recorded, " + in_message(recorded) + " s, got " +
                       in_message(options.period));
    }
    std::vector<const Column*> continuous, all;
    for (const Column& column : series.columns) {
        if (column.unit == "J") continue;  // energies grow
        all.push_back(&column);
        if (column.unit == "m" || column.unit == "rad") continuous.push_back(&column);
    }
    if (all.empty()) throw bad_case("run:steady: this run recorded no probes that could repeat");
    Steady out;
    for (int n = 1; 2 * n <= whole && out.period == 0; ++n) {
        out.difference = difference(series, continuous.empty() ? all : continuous, options, n);
        if (out.difference <= options.tolerance) out.period = n;
    }
    out.over = out.period > 0 ? out.period : whole;
    if (out.period == 0) {
        out.note = fmt::format(
            "the motion does not repeat within half of the record: after {} of {} periods it differs by {:.2g} of its range "
            "(tolerance "
            "{:.2g}); 'min', 'max' and 'impacts' are those of all {} periods",
            whole / 2, whole, out.difference, options.tolerance, whole);
    }
    const double end = series.times.back();
    const double begin = std::max(end - out.over * options.period, series.times.front());
    for (const Column* column : all) {
        const auto [low, high] = series.extremes(*column, begin, end);
        // A cubic between two records of zero and one of a force may be 1e-162 by rounding.
        const double round_off = 1e-15 * std::max(std::abs(low), std::abs(high));
        const auto settled = [round_off](double value) { return std::abs(value) > round_off ? value : 0.0; };
        out.probes.push_back({column->name, settled(low), settled(high)});
    }
    for (const time::Impact& impact : impacts) {
        if (impact.time_in > begin && impact.time_in <= end) ++out.impacts;
    }
    return out;
}

}  // namespace jounce::record
