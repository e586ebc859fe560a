// Probes of flexible bodies: "rod.A.x" of a named point, "rod.mode[1]" of a modal coordinate.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "system/probes/probe.hpp"

namespace jounce {

/// \param name of the whole probe, `thing` before its last point and `quantity` behind it
/// \returns nothing when `thing` is no part of a flexible body \throws Error (bad_case) for an unknown quantity of a flexible
/// body
[[nodiscard]] std::optional<Probe> link_probe(const System& system, const std::string& name, const std::string& thing,
                                              const std::string& quantity);

/// x, y, angle, their rates, their second derivatives (0 to 8) of the probe's point.
[[nodiscard]] double marker_value(const Probe& probe, const System& system, const State& state, int component);

}  // namespace jounce
