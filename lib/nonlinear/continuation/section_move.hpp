// Sections of a model's orbits at different phases of the load.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "nonlinear/continuation/branch.hpp"
#include "nonlinear/orbits/march_map.hpp"

namespace jounce::nonlinear {

/// The maps of a model. The maps of the last two phases are kept with their Systems.
/// \param settings of the first section; other sections differ only in the phase
[[nodiscard]] SectionMaps march_sections(const ModelFamily& family, const MapSettings& settings);
/// Those of motion without a load, with states (y, T): one map, whose section may begin anywhere on an orbit. Its phase is a
/// share of T since the first section. \param T scale of periods
[[nodiscard]] SectionMaps autonomous_sections(const ModelFamily& family, const MapSettings& settings, double T);

}  // namespace jounce::nonlinear
