// Probes of the forces of supports, and of the power of loads.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "system/probes/probe.hpp"

namespace jounce {

/// "wall[1].reaction_uz": the force (the moment, for a rotation) of what holds this dof on the structure, along the global axis.
/// Of a fixed dof and of one whose motion is given, by the equations of motion of that dof (Support). Impulses of rigid stops at
/// one instant are no part of it.
/// \param node index in System::nodes
/// \returns nothing when this is no such quantity
/// \throws Error (bad_case) when nothing holds the dof, when several supports hold it together, and in a System with joints
[[nodiscard]] std::optional<Probe> reaction_probe(const System& system, const std::string& name, int node,
                                                  const std::string& quantity);
/// "push.power": of a load with a name. \returns nothing when there is none
[[nodiscard]] std::optional<Probe> load_probe(const System& system, const std::string& name, const std::string& load,
                                              const std::string& quantity);
/// Names of loads, each once, in order.
[[nodiscard]] std::vector<std::string> load_names(const System& system);

[[nodiscard]] double load_power(const Probe& probe, const System& system, const State& state);
[[nodiscard]] double load_power_rate(const Probe& probe, const System& system, const State& state);

}  // namespace jounce
