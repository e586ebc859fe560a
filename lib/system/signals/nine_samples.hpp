// Nine values at equal distances: do they belong to a smooth function?
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

namespace jounce::signals {

/// Values of a function at t0, t0 + h, ..., t0 + 8 h.
using NineSamples = std::array<double, 9>;

/// |eighth difference|: of a sine of the frequency w and the amplitude A at most A (w h)^8, of rounding of the size e at most
/// 256 e, of a kink (jump V of the slope) up to 20 V h, at least V times its distance to the nearer end there.
[[nodiscard]] double eighth_difference(const NineSamples& f);
/// The polynomial of eighth degree through them.
class Octic {
  public:
    Octic(const NineSamples& f, double begin, double h);
    /// Value, first and second derivative at t.
    [[nodiscard]] std::array<double, 3> at(double t) const;

  private:
    NineSamples difference_;
    double begin_, h_;
};

}  // namespace jounce::signals
