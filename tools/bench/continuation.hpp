// Branches of periodic orbits from scripts: what a point costs.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "scenes.hpp"

namespace jounce::bench {

/// Processor time of jounce.continue per point of its branch, special points included: a mass with a rigid stop, two masses with
/// a spring stop (NLvib's example 03), a cantilever of five modes, and the cantilever by Craig-Bampton from 20 and from 200
/// elements, the ratio of the finer mesh being to the coarser one. The program `jounce` beside this one is what runs.
[[nodiscard]] std::vector<Measurement> measure_continuation(int repeats);
/// Processor time of an orbit of a beam in contact, in all its coordinates.
[[nodiscard]] std::vector<Measurement> measure_orbit(int repeats);

}  // namespace jounce::bench
