// Contact times of clearance joints, before a run.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "time/advice/recommended_step.hpp"

namespace jounce::time {

/// Possible durations of the contacts of a mechanism's clearance joints. The mass is 1/(b A b^T), with A the velocities that an
/// impulse makes, ideal joints included, where they let it move at all; `node` is that of the lighter direction of a round joint
/// and `body` that of the heavier one. The approach speed is the largest of the relative speed at the start, (2 a d)^(1/2) from
/// the relative acceleration a at the start with open contacts over the clearance d, and w d of the fastest turning body. Where
/// all these are zero, the largest ones at sixty later instants, with all bodies but the driven ones at rest as they stand.
/// \returns nothing at a singular configuration
[[nodiscard]] std::vector<ContactTime> joint_contact_times(const System& system, const State& start, double duration);

}  // namespace jounce::time
