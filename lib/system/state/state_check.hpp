// A State out of a file must be one of its System before anything computes with it.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/archive.hpp"
#include "system/state/state.hpp"

namespace jounce {

/// \param like any state of the same System and method: the other one has as many values of every kind
/// \throws Error (bad_case) "<name>: is damaged: ..." otherwise, or where a value is not finite or a status unknown
void require_state(const ArchiveReader& archive, const State& state, const State& like);

}  // namespace jounce
