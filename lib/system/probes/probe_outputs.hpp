// All probes as one list, for `jounce kinds probes` and the reference.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/fields/output.hpp"

namespace jounce {

/// Names contain the object in angle brackets: "<node>.ux_velocity". Made from the same tables as resolve_probe.
[[nodiscard]] const OutputList& probe_outputs();

}  // namespace jounce
