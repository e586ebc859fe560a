// The cantilever of the README on its stop: a structure whose mesh vibrates far faster than its contacts.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "scenes.hpp"
#include "system/state/system.hpp"

namespace jounce::bench {

/// A scene by tolerance of event_driven and by step of newmark: time per step, and the error of a probe at the end.
[[nodiscard]] std::vector<Measurement> measure_by_tolerance(const std::string& scene, const std::shared_ptr<const System>& system,
                                                            const std::string& probe, double end, int repeats);

/// Time of a run, with account and impact log, by event_driven at several tolerances and newmark at several steps, with the error
/// of the tip's place at the end.
[[nodiscard]] std::vector<Measurement> measure_cantilever(int repeats);

/// The same by event_driven with friction at the tip, which a force along the beam slides, against an elastic stop and a damper.
[[nodiscard]] std::vector<Measurement> measure_cantilever_friction(int repeats);

}  // namespace jounce::bench
