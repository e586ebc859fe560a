// Differences of nine values, and the polynomial through them.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/signals/nine_samples.hpp"

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

Octic::Octic(const NineSamples& f, double begin, double h) : difference_(differences(f)), begin_(begin), h_(h) {}

// p_k = D_k + p_(k+1) (s - k)/(k + 1), p_0 the polynomial, D_k the forward difference of order k.
std::array<double, 3> Octic::at(double t) const {
    const double s = (t - begin_) / h_;
    double value = difference_[8], first = 0, second = 0;
    for (std::size_t k = 8; k-- > 0;) {
        const double next = 1 / static_cast<double>(k + 1), factor = (s - static_cast<double>(k)) * next;
        second = second * factor + 2 * next * first;
        first = first * factor + next * value;
        value = value * factor + difference_[k];
    }
    return {value, first / h_, second / (h_ * h_)};
}

}  // namespace jounce::signals
