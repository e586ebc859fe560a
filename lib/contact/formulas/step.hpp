// The cubic STEP function of multibody codes.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace jounce::contact {

struct Step {
    double value = 0;
    double slope = 0;  ///< d value/dx
};

/// h0 up to x0, h1 from x1 on, and h0 + (h1 - h0) D^2 (3 - 2 D), D = (x - x0)/(x1 - x0), between: once continuously
/// differentiable.
[[nodiscard]] constexpr Step smooth_step(double x, double x0, double h0, double x1, double h1) noexcept {
    if (x <= x0) return {h0, 0};
    if (x >= x1) return {h1, 0};
    const double d = (x - x0) / (x1 - x0);
    return {h0 + (h1 - h0) * d * d * (3 - 2 * d), 6 * (h1 - h0) * d * (1 - d) / (x1 - x0)};
}

}  // namespace jounce::contact
