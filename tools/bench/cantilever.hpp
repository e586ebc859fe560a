// The cantilever of the README on its stop: a structure whose mesh vibrates far faster than its contacts.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "scenes.hpp"

namespace jounce::bench {

/// Time of a run, with account and impact log, by event_driven at several tolerances and newmark at several steps, with the error
/// of the tip's place at the end.
[[nodiscard]] std::vector<Measurement> measure_cantilever(int repeats);

/// The same by event_driven with friction at the tip, which a force along the beam slides, against an elastic stop and a damper.
[[nodiscard]] std::vector<Measurement> measure_cantilever_friction(int repeats);

}  // namespace jounce::bench
