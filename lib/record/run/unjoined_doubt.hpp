// A note on beams that meet and are not joined.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "record/run/examined.hpp"

namespace jounce::record {

/// The end of a beam at the place of a node of another one, where both are free to move, and nothing (element, spring, damper,
/// tie, gap, friction) connects the two. Empty for none, and where the two have more than one place in common: concentric tubes,
/// or variants of a structure at the same place.
[[nodiscard]] std::string unjoined_doubt(const Examined& of);

}  // namespace jounce::record
