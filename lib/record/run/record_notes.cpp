// What the records of a run do not show.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/run/record_notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace jounce::record {

namespace {

/// Of the rows that are complete: a run that a full disk ended has columns of different lengths.
double largest_record(const Series& series, const Column& column) {
    double out = 0;
    std::size_t row = 0;
    column.values.visit([&](double value) {
        const bool record = row < series.times.size() && (row >= series.between.size() || series.between[row] == 0);
        ++row;
        if (record) out = std::max(out, std::abs(value));
    });
    series.rest();
    return out;
}

}  // namespace

std::string missed_peaks(const System& system, const Series& series, const LongVector<time::Impact>& impacts) {
    if (series.times.empty()) return {};
    const double first = series.times[0];
    std::vector<double> peaks(system.contacts.size(), 0.0);
    impacts.visit([&](const time::Impact& impact) {
        double& peak = peaks[static_cast<std::size_t>(impact.contact)];
        if (!impact.rigid && impact.time_in >= first) peak = std::max(peak, impact.peak_force);
    });
    constexpr double shown_enough = 0.9;
    double least = shown_enough;
    std::string note;
    for (std::size_t c = 0; c < peaks.size(); ++c) {
        const std::string probe = system.contacts[c].name + ".force";
        const auto column = std::ranges::find(series.columns, probe, &Column::name);
        if (!(peaks[c] > 0) || column == series.columns.end()) continue;
        const double largest = largest_record(series, *column);
        if (!(largest < least * peaks[c])) continue;
        least = largest / peaks[c];
        note = fmt::format(
            "the records of '{}' have {:.3g} N at most, its contacts up to {:.3g} N: the force rises and falls between two "
            "records; "
            "run:peak, run:plot and the impact log have the peaks",
            probe, largest, peaks[c]);
    }
    return note;
}

}  // namespace jounce::record
