// Statistics of a list of numbers: mean, standard deviation, extremes, quantiles.
// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/statistics/sample_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace jounce::nonlinear {

std::optional<double> SampleStatistics::standard_error() const {
    if (!standard_deviation) return std::nullopt;
    return *standard_deviation / std::sqrt(static_cast<double>(count));
}

double quantile(std::span<const double> sorted, double p) {
    const double place = p * static_cast<double>(sorted.size() - 1);
    const auto below = std::min(static_cast<std::size_t>(place), sorted.size() - 1);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

SampleStatistics sample_statistics(std::span<const double> values) {
    SampleStatistics out;
    out.count = values.size();
    if (values.empty()) return out;
    const auto n = static_cast<double>(values.size());
    // Relative to the first value, to avoid cancellation for nearly equal numbers.
    const double first = values.front();
    double sum = 0;
    for (const double x : values) sum += x - first;
    const double mean = first + sum / n;
    out.mean = mean;
    if (values.size() > 1) {
        double squares = 0;
        for (const double x : values) squares += (x - mean) * (x - mean);
        out.standard_deviation = std::sqrt(squares / (n - 1));
    }
    std::vector<double> sorted(values.begin(), values.end());
    std::ranges::sort(sorted);
    out.min = sorted.front();
    out.max = sorted.back();
    out.low = quantile(sorted, 0.05);
    out.high = quantile(sorted, 0.95);
    return out;
}

}  // namespace jounce::nonlinear
