// The events of a period from its impact log, for orbits.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "nonlinear/orbits/period_map.hpp"
#include "system/state/system.hpp"
#include "time/account/friction_log.hpp"
#include "time/account/impacts.hpp"

namespace jounce::nonlinear {

/// Adds events in time order, and the smallest impact speed. \param begin of the period [s]
void add_events(const System& system, std::span<const time::Impact> impacts, std::span<const time::FrictionEvent> frictions,
                double begin, MapPoint& point);

}  // namespace jounce::nonlinear
