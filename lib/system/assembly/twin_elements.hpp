// Elements that a model has twice: a doubt about it.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "system/builder/builder.hpp"

namespace jounce {

/// Adds a note where two shell elements, or two beam elements without different offsets, have the same nodes: mass and stiffness
/// count twice there. None if the model accepts "mesh".
void doubt_twin_elements(const Builder& builder, std::vector<std::string>& notes);

}  // namespace jounce
