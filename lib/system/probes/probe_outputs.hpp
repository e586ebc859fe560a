// All probes as one list, for `jounce kinds probes` and the reference.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/output.hpp"

namespace jounce {

/// Names have the thing in angles: "<node>.ux_velocity". Read off the tables that resolve_probe reads.
[[nodiscard]] const OutputList& probe_outputs();

}  // namespace jounce
