// Statistics of the contacts of one gap over a time interval: impacts, speeds, forces, shares of flight and contact.
// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/statistics/contact_statistics.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace jounce::nonlinear {

namespace {

using Stretch = std::pair<double, double>;

/// Total length of the union of intervals.
double covered(std::vector<Stretch> stretches) {
    std::ranges::sort(stretches);
    double length = 0;
    double reached = 0;
    for (std::size_t i = 0; i < stretches.size(); ++i) {
        const auto [begin, end] = stretches[i];
        const double fresh = i == 0 ? begin : std::max(begin, reached);
        if (end > fresh) length += end - fresh;
        reached = i == 0 ? end : std::max(reached, end);
    }
    return length;
}

}  // namespace

ContactStatistics contact_statistics(std::span<const time::Impact> impacts, const ContactWindow& window, double end) {
    ContactStatistics out;
    std::vector<double> speeds, forces, durations;
    std::vector<Stretch> touching, continuous;
    for (const time::Impact& impact : impacts) {
        const double leaves = impact.time_out.value_or(end);
        const bool lasts = leaves - impact.time_in > window.continuous_above;
        const Stretch stretch(std::max(impact.time_in, window.from), std::min(leaves, window.to));
        if (stretch.second > stretch.first) {
            touching.push_back(stretch);
            if (lasts) continuous.push_back(stretch);
        }
        if (!(impact.time_in >= window.from && impact.time_in < window.to)) continue;
        ++out.contacts;
        if (lasts) ++out.continuous_contacts;
        if (impact.speed_in > 0) speeds.push_back(impact.speed_in);
        if (!impact.rigid) forces.push_back(impact.peak_force);
        if (impact.time_out) durations.push_back(leaves - impact.time_in);
    }
    out.speed = sample_statistics(speeds);
    out.peak_force = sample_statistics(forces);
    out.duration = sample_statistics(durations);
    const double length = window.to - window.from;
    const double touched = covered(std::move(touching));
    out.continuous_share = covered(std::move(continuous)) / length;
    out.short_share = std::max(touched / length - out.continuous_share, 0.0);
    out.free_share = 1 - out.short_share - out.continuous_share;
    return out;
}

}  // namespace jounce::nonlinear
