// A slider-crank with a worn pin: time of a run, and how right it is.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "scenes.hpp"

namespace jounce::bench {

/// Crank 0.05 m at 177 rpm, uniform rod of 0.3 m and 0.21 kg, slider 1 kg, journal of 1 mm clearance, Lankarani-Nikravesh with
/// K = 6.61e10 N/m^1.5 and e = 0.9, no friction; four revolutions with account and impact log. The variant says the error of
/// the slider's velocity at 0.2 s.
[[nodiscard]] std::vector<Measurement> measure_slider_crank(int repeats);

}  // namespace jounce::bench
