// Probes of support forces, and of the power of loads.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "system/probes/probe.hpp"

namespace jounce {

/// "wall[1].reaction_uz": the support force (for a rotation: the moment) on the structure at this dof, along the global axis. For
/// fixed dofs and dofs with prescribed motion, from the equation of motion of the dof (Support). Impulses of rigid stops are not
/// included.
/// \param node index in System::nodes \returns nothing when it is not such a quantity
/// \throws Error (bad_case) when the dof is free, when several supports hold it together, and in a System with joints
[[nodiscard]] std::optional<Probe> reaction_probe(const System& system, const std::string& name, int node,
                                                  const std::string& quantity);
/// "push.power": power of a named load. \returns nothing when there is no such load
[[nodiscard]] std::optional<Probe> load_probe(const System& system, const std::string& name, const std::string& load,
                                              const std::string& quantity);
/// Names of loads, each once, in order.
[[nodiscard]] std::vector<std::string> load_names(const System& system);

[[nodiscard]] double load_power(const Probe& probe, const System& system, const State& state);
[[nodiscard]] double load_power_rate(const Probe& probe, const System& system, const State& state);

}  // namespace jounce
