// How large a recorded motion is, and how large a value must be to be more than its round-off.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/motion_scale.hpp"

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
    }
    if (!(extent > 0)) return;
    for (const auto& [length, angle] : {std::pair{"m", "rad"}, std::pair{"m/s", "rad/s"}}) {
        double& along = ranges_[length];
        double& about = ranges_[angle];
        along = std::max(along, about * extent);
        about = std::max(about, along / extent);
    }
}

double MotionScale::round_off(const std::string& unit) const {
    constexpr double part = 1e-10;
    const auto found = ranges_.find(unit);
    return found == ranges_.end() ? 0.0 : part * found->second;
}

}  // namespace jounce::record
