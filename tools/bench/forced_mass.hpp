// A forced mass between two stops over 1613 impacts: the event-driven method beside SUNDIALS' explicit Runge-Kutta method.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "scenes.hpp"

namespace jounce::bench {

/// m = 100 kg, spring 1e4 N/m, stops of Lankarani and Nikravesh's law (K = 2.5e11 N/m^1.5, e = 0.9) 5 mm away on both sides,
/// 8 m/s at the start, 2e4 N sin(40 pi t), 20 s.
namespace forced_mass {
inline constexpr double mass = 100, spring = 1e4, stop = 2.5e11, gap = 5e-3, speed = 8, force = 2e4, duration = 20;
inline constexpr double factor = 0.75 * (1 - 0.9 * 0.9);
inline const double omega = 40 * 3.14159265358979323846;
}  // namespace forced_mass

/// Seconds of one run; the speeds at which the gap closed.
struct ForcedRun {
    double seconds = 0;
    std::vector<double> impact_speeds;
};

[[nodiscard]] std::vector<Measurement> measure_forced_mass(int repeats);

/// ARKODE's ERKStep with root finding at both stops. \param order of the method, 4 is ARKODE's default
/// Empty when the bench was built without SUNDIALS.
[[nodiscard]] ForcedRun sundials_forced_mass(double tolerance, int order);

}  // namespace jounce::bench
