// The vibratory roller of case II with located events: time per forcing period.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "scenes.hpp"

namespace jounce::bench {

/// A. Jönsson, J. Bathelt, G. Broman (2005), doi:10.1243/146441905X9926; with account and impact log, as a run has them.
[[nodiscard]] std::vector<Measurement> measure_roller(int repeats);

}  // namespace jounce::bench
