// The size of a recorded motion, and the size above which a value is more than its round-off.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/series/motion_scale.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace jounce::record {

double extent(const System& system) {
    double square = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        const auto along = [k](const SystemNode& node) { return node.position[k]; };
        const auto [low, high] = std::ranges::minmax_element(system.nodes, {}, along);
        if (low != system.nodes.end()) square += (along(*high) - along(*low)) * (along(*high) - along(*low));
    }
    return std::sqrt(square);
}

MotionScale::MotionScale(const Series& series, double from, double to, double extent) {
    for (const Column& column : series.columns) {
        const auto [low, high] = series.extremes(column, from, to);
        double& range = ranges_[column.unit];
        if (high > low) range = std::max(range, high - low);
        add_rates(series, column, from, to);
    }
    if (!(extent > 0)) return;
    for (const auto& [length, angle] : {std::pair{"m", "rad"}, std::pair{"m/s", "rad/s"}, std::pair{"m/s2", "rad/s2"}}) {
        double& along = ranges_[length];
        double& about = ranges_[angle];
        along = std::max(along, about * extent);
        about = std::max(about, along / extent);
    }
}

// If the velocity of a motion was not recorded, its size follows from the rates.
void MotionScale::add_rates(const Series& series, const Column& column, double from, double to) {
    for (const auto& [value, rate] :
         {std::pair{"m", "m/s"}, std::pair{"rad", "rad/s"}, std::pair{"m/s", "m/s2"}, std::pair{"rad/s", "rad/s2"}}) {
        if (column.unit != value) continue;
        double low = 0, high = 0;
        for (std::size_t i = 0; i < series.times.size(); ++i) {
            if (series.times[i] < from || series.times[i] > to || !std::isfinite(column.rates[i])) continue;
            low = std::min(low, column.rates[i]);
            high = std::max(high, column.rates[i]);
        }
        double& range = ranges_[rate];
        range = std::max(range, high - low);
    }
}

double MotionScale::round_off(const std::string& unit) const {
    constexpr double part = 1e-10;
    const auto found = ranges_.find(unit);
    return found == ranges_.end() ? 0.0 : part * found->second;
}

}  // namespace jounce::record
