// Differences of nine values, and the polynomial through them.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/signals/nine_samples.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace jounce::signals {

namespace {

/// Forward differences of the orders 0 to 8.
NineSamples differences(NineSamples f) {
    for (std::size_t k = 1; k < f.size(); ++k) {
        for (std::size_t i = f.size() - 1; i >= k; --i) f[i] -= f[i - 1];
    }
    return f;
}

}  // namespace

double eighth_difference(const NineSamples& f) { return std::abs(differences(f)[8]); }

double interpolated(const NineSamples& f, double s) {
    const NineSamples difference = differences(f);
    double sum = 0, factor = 1;
    for (std::size_t k = 0; k < f.size(); ++k) {
        sum += factor * difference[k];
        factor *= (s - static_cast<double>(k)) / static_cast<double>(k + 1);
    }
    return sum;
}

double slope_at_begin(const NineSamples& f) {
    const NineSamples difference = differences(f);
    double sum = 0;
    for (std::size_t k = 1; k < f.size(); ++k) sum += (k % 2 == 1 ? 1 : -1) * difference[k] / static_cast<double>(k);
    return sum;
}

double slope_in_middle(const NineSamples& f) {
    return 0.8 * (f[5] - f[3]) - 0.2 * (f[6] - f[2]) + 4.0 / 105 * (f[7] - f[1]) - (f[8] - f[0]) / 280;
}

double slope_at_end(const NineSamples& f) {
    NineSamples reversed = f;
    std::ranges::reverse(reversed);
    return -slope_at_begin(reversed);
}

}  // namespace jounce::signals
