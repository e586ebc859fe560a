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

/// Largest difference between the last n periods and the n before, relative to the range of each column that moves.
double difference(const Series& series, const std::vector<const Column*>& columns, const SteadyOptions& options, int n,
                  const SteadySample& sample) {
    const double end = series.times.back();
    const double period = options.period;
    const double begin = std::max(end - 2 * n * period, series.times.front());
    const MotionScale scale(series, begin, end, options.extent);
    double worst = 0;
    for (const Column* column : columns) {
        const auto [low, high] = series.extremes(*column, begin, end);
        const double range = high - low;
        if (!(range > scale.round_off(column->unit))) continue;
        const auto number = static_cast<std::size_t>(column - series.columns.data());
        const auto between = static_cast<std::size_t>(n * steady_samples);
        for (std::size_t i = 0; i <= between; ++i)
            worst = std::max(worst, std::abs(sample(number, i) - sample(number, i + between)) / range);
    }
    return worst;
}

}  // namespace

Steady steady_state(const Series& series, std::span<const time::Impact> impacts, const SteadyOptions& options,
                    const SteadySample& sample) {
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
    const SteadySample by_cubics = [&](std::size_t column, std::size_t i) {
        const double before = static_cast<double>(i) * options.period / steady_samples;
        return series.at(series.columns[column], std::max(series.times.back() - before, series.times.front()));
    };
    Steady out;
    for (int n = 1; 2 * n <= whole && out.period == 0; ++n) {
        out.difference = difference(series, continuous.empty() ? all : continuous, options, n, sample ? sample : by_cubics);
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
