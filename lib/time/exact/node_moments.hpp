// Moments of a mode's impulse response about the middle of a step of any number of radians.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>

namespace jounce::time {

/// Dimensionless: h = 1, d = c h, kappa = k h^2; g'' + d g' + kappa g = 0, g(0) = 0, g'(0) = 1. Powers of u = 2 t - 1,
/// about the middle of the step: powers about its start would nearly cancel in a polynomial of high degree.
struct NodeMoments {
    static constexpr std::size_t powers = 8;
    std::array<double, powers> place{};  ///< int_0^1 g(1 - t) u^p dt
    std::array<double, powers> rate{};   ///< int_0^1 g'(1 - t) u^p dt
};

/// Accurate to about 1e-13 of the largest one, near critical damping to 1e-10.
/// \param c >= 0 [1/s], k >= 0 [1/s2], h > 0 [s]
[[nodiscard]] NodeMoments node_moments(double c, double k, double h);

}  // namespace jounce::time
