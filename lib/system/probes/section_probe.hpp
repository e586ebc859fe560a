// Probes of section forces of beams, as rows over the free coordinates and their accelerations.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "system/probes/probe.hpp"

namespace jounce {

/// "shaft[21].shear_force_z": at node 21, in the element before it (at the first node: after it); "_after": in the element after
/// it. From the equilibrium of the element with its inertia and the loads along it, without stiffness-proportional damping.
/// \param node the probe's node, or the node of its gap
/// \returns nothing when it is not a node of a beam or not a section force
/// \throws Error (bad_case) when there is no element on that side
[[nodiscard]] std::optional<Probe> section_probe(const System& system, const std::string& name, const std::string& node,
                                                 const std::string& quantity);

}  // namespace jounce
