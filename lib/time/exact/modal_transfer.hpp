// One mode over one step, exactly: free motion, polynomial forces and sine forces, for any damping.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "time/formulas/force_polynomial.hpp"

namespace jounce::time {

/// x'' + c x' + k x = sum_m p_m s^m over 0 <= s <= h:
///     x(h) = x + xx x + xv v + sum_m x_force[m] p_m,   v(h) = v + vx x + vv v + sum_m v_force[m] p_m.
/// The transfer is stored minus the identity, so that a slow mode in small steps keeps its digits.
struct ModeTransfer {
    double xx = 0, xv = 0, vx = 0, vv = 0;
    std::array<double, force_powers> x_force{}, v_force{};
};

/// Relative to the largest entry of its kind, the error is a few units of round-off for every c and k of either sign,
/// from h sqrt(k) = 1e-12 to 1e6 (there the phase is as accurate as the given h and k).
/// \param c [1/s], k [1/s2], h > 0 [s]
/// Equations and derivation: docs/theory/precise.md, eq. 3 to 8.
[[nodiscard]] ModeTransfer mode_transfer(double c, double k, double h);

/// The same for p = p_s sin(w s) + p_c cos(w s): its contribution to x(h) and v(h), at and off resonance.
struct SineTransfer {
    double x_sine = 0, x_cosine = 0, v_sine = 0, v_cosine = 0;
};
/// \param w [rad/s]
/// \param own mode_transfer(c, k, h)
[[nodiscard]] SineTransfer sine_transfer(double c, double k, double w, double h, const ModeTransfer& own);

}  // namespace jounce::time
