// Stores places in the boxes of a hash table.
// SPDX-License-Identifier: BSD-3-Clause
#include "meshes/node_search.hpp"

#include <algorithm>
#include <cmath>

namespace jounce {

namespace {
std::uint64_t key(std::int64_t i, std::int64_t j, std::int64_t k) {
    std::uint64_t out = 1469598103934665603u;
    for (const std::int64_t part : {i, j, k}) out = (out ^ static_cast<std::uint64_t>(part)) * 0x9e3779b97f4a7c15u;
    return out;
}
double distance(const std::array<double, 3>& a, const std::array<double, 3>& b) {
    return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
}  // namespace

NodeSearch::NodeSearch(std::vector<std::array<double, 3>> places, double reach) : places_(std::move(places)), reach_(reach) {
    for (std::size_t i = 0; i < places_.size(); ++i) {
        const auto at = box(places_[i]);
        boxes_.emplace(key(at[0], at[1], at[2]), static_cast<int>(i));
    }
}

std::array<std::int64_t, 3> NodeSearch::box(const std::array<double, 3>& point) const {
    std::array<std::int64_t, 3> out{};
    for (std::size_t i = 0; i < 3; ++i) out[i] = static_cast<std::int64_t>(std::floor(point[i] / reach_));
    return out;
}

int NodeSearch::find(const std::array<double, 3>& point) const {
    const auto at = box(point);
    int best = -1;
    for (int i = -1; i <= 1; ++i) {
        for (int j = -1; j <= 1; ++j) {
            for (int k = -1; k <= 1; ++k) {
                const auto [from, to] = boxes_.equal_range(key(at[0] + i, at[1] + j, at[2] + k));
                for (auto it = from; it != to; ++it) {
                    if (distance(places_[it->second], point) > reach_) continue;
                    if (best < 0 || it->second < best) best = it->second;
                }
            }
        }
    }
    return best;
}

double size_of(const Mesh& mesh) {
    if (mesh.points.empty()) return 0;
    std::array<double, 3> low = mesh.points.front(), high = low;
    for (const auto& point : mesh.points) {
        for (std::size_t i = 0; i < 3; ++i) {
            low[i] = std::min(low[i], point[i]);
            high[i] = std::max(high[i], point[i]);
        }
    }
    return distance(low, high);
}

}  // namespace jounce
