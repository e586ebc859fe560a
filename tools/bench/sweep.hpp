// Sweeps from the command line: what handing out points to processes costs, and the table of many points.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "scenes.hpp"

namespace jounce::bench {

/// 200 points of 100 ms on one process and on two: wall time per point, and its ratio to the even part of the time that the
/// points of the first computed; the start of a point that has nothing to compute; a table of 100 000 rows out of their records.
/// The program `jounce` beside this one is what runs.
[[nodiscard]] std::vector<Measurement> measure_sweep(int repeats);

}  // namespace jounce::bench
