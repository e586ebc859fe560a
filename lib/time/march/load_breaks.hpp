// Instants at which loads, drives and normal forces of frictions are not smooth.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "system/state/system.hpp"

namespace jounce::time {

/// Instants in (from, to] [s], not in order, at which a signal has a jump that lowers the order of a method.
/// \param order of the method: jumps of a signal's value matter from order 2 on, jumps of its slope from order 3 on, ...
/// \param by_pieces the method takes loads and prescribed motions of a structure piece by piece: theirs are left out
[[nodiscard]] std::vector<double> load_breaks(const System& system, int order, bool by_pieces, double from, double to);

}  // namespace jounce::time
