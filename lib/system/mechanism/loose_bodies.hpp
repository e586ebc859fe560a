// Bodies of a mechanism that nothing holds: no joint, spring, gap or support.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "system/mechanism/mechanism.hpp"

namespace jounce {

/// Groups of free bodies that joints, clearance joints, forces between points, stiffness, damping, gaps and frictions join to
/// each other but not to the ground, a driven body or a structure: indices of frames, one list a group. A body with a dof that is
/// held, prescribed or tied is joined to the ground.
[[nodiscard]] std::vector<std::vector<int>> loose_bodies(const System& system);

/// "body 'rod' is joined to nothing: did you forget a joint?", for each loose group; empty for none. A group that has a velocity
/// at the start is meant to fly, and so are single bodies if no body of the model is joined to anything.
[[nodiscard]] std::string loose_bodies_text(const System& system);

}  // namespace jounce
