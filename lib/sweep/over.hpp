// An axis as written on the command line: frequency=12:30:200, clearance=5e-4,1e-3, law=hertz,flores.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sweep/axes.hpp"

namespace jounce::sweep {

/// name=from:to:count, name=from:to:count:logarithmic, or name=value,value,...; values are numbers where all of them are.
/// \throws Error (usage) "--over frequency=12: ..."
[[nodiscard]] Axis read_over(const std::string& text);

}  // namespace jounce::sweep
