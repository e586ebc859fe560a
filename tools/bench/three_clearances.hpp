// A slider-crank with clearance in two pins and in the guide: contacts that a strong damper makes last.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "scenes.hpp"

namespace jounce::bench {

/// The mechanism of Tan et al. (2023), crank 0.15 m at 200 rpm, 0.5 mm of clearance in each place: twenty revolutions by
/// event_driven at several tolerances, with account and impact log. The variant says the error of the slider's velocity after the
/// first revolution; behind it the runs are different ones, because the motion is chaotic.
[[nodiscard]] std::vector<Measurement> measure_three_clearances(int repeats);

}  // namespace jounce::bench
