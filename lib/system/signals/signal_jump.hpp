// Where a signal jumps, for messages.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "system/signals/signal.hpp"

namespace jounce {

/// "; the value jumps from 0 to 1 at t = 0.1 s", "; the slope jumps ..." for the first jump among the signal's breaks; empty if
/// it has no such instant. \param slope are jumps of the slope meant, too?
[[nodiscard]] std::string first_jump(const Signal& signal, bool slope);

}  // namespace jounce
