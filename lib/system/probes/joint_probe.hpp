// Probes of ideal joints and their drivers.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "system/mechanism/mechanism.hpp"
#include "system/probes/probe.hpp"

namespace jounce {

/// "O.force", "O.drive_moment": force of an ideal joint and its driver on the second body. \throws Error naming the available
/// quantities
[[nodiscard]] Probe joint_probe(const System& system, const std::string& name, int joint, const std::string& quantity);

/// Value of a joint probe. \throws Error from a user's signal
[[nodiscard]] double joint_value(const Probe& probe, const State& state);

}  // namespace jounce
