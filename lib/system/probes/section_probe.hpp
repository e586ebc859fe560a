// Probes of section forces of beams, as rows over the free coordinates and their accelerations.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "system/probes/probe.hpp"

namespace jounce {

/// "shaft[21].shear_force_z": at node 21, in the element before it (of the first node: behind it); "_after": in the element
/// behind it. By the equilibrium of the element with its inertia and the loads along it; without stiffness-proportional damping.
/// \param node as the probe names it, or that of the gap it names
/// \returns nothing when this is no node of a beam or no section force
/// \throws Error (bad_case) when there is no element on that side
[[nodiscard]] std::optional<Probe> section_probe(const System& system, const std::string& name, const std::string& node,
                                                 const std::string& quantity);

}  // namespace jounce
