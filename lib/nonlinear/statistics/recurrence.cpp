// The period of a sequence of points, and the number of different points in it.
// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/statistics/recurrence.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

namespace jounce::nonlinear {

namespace {

/// The group number of every value; false when a group is wider than the tolerance.
bool number_groups(const Coordinate& coordinate, std::vector<std::size_t>& groups) {
    const std::span<const double> x = coordinate.values;
    std::vector<std::size_t> order(x.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [x](std::size_t i) { return x[i]; });
    groups.resize(x.size());
    std::size_t group = 0;
    double begin = x[order.front()];
    for (std::size_t i = 0; i < order.size(); ++i) {
        const double value = x[order[i]];
        if (i > 0 && value - x[order[i - 1]] > coordinate.tolerance) {
            ++group;
            begin = value;
        }
        if (value - begin > coordinate.tolerance) return false;
        groups[order[i]] = group;
    }
    return true;
}

/// Replaces pairs by numbers, equal pairs by equal numbers. \returns the number of different pairs
std::size_t number_pairs(std::vector<std::size_t>& labels, const std::vector<std::size_t>& groups) {
    std::vector<std::size_t> order(labels.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto pair = [&](std::size_t i) { return std::pair(labels[i], groups[i]); };
    std::ranges::sort(order, {}, pair);
    std::vector<std::size_t> out(labels.size());
    std::size_t count = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i == 0 || pair(order[i]) != pair(order[i - 1])) ++count;
        out[order[i]] = count - 1;
    }
    labels = std::move(out);
    return count;
}

/// The smallest shift that maps a sequence onto itself, by the longest border of its prefixes: D. E. Knuth, J. H. Morris,
/// V. R. Pratt (1977), doi:10.1137/0206024.
std::size_t smallest_shift(const std::vector<std::size_t>& labels) {
    std::vector<std::size_t> border(labels.size(), 0);
    for (std::size_t i = 1, k = 0; i < labels.size(); ++i) {
        while (k > 0 && labels[i] != labels[k]) k = border[k - 1];
        if (labels[i] == labels[k]) ++k;
        border[i] = k;
    }
    return labels.size() - border.back();
}

}  // namespace

Recurrence recurrence(const std::vector<Coordinate>& coordinates) {
    const std::size_t count = coordinates.front().values.size();
    if (count < 2) return {};
    std::vector<std::size_t> labels(count, 0), groups;
    std::size_t distinct = 1;
    for (const Coordinate& coordinate : coordinates) {
        if (!number_groups(coordinate, groups)) return {};
        distinct = number_pairs(labels, groups);
    }
    const std::size_t period = smallest_shift(labels);
    if (2 * period > count) return {};
    return {period, distinct};
}

}  // namespace jounce::nonlinear
