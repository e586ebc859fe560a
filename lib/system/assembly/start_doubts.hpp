// Notes on the start of a mechanism that are probably mistakes of units.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "system/state/system.hpp"

namespace jounce {

/// Adds notes on a mechanism at its start, unless `accepted` silences them: "length", a link spring with a free length of 1 m or
/// more and of 20 times the distance of its points, to which no coil can be compressed; "clearance", a pin that starts outside
/// its bearing or slot by more than its own radius and its clearance. \param system complete, with `accepted`
void add_start_doubts(System& system);

}  // namespace jounce
