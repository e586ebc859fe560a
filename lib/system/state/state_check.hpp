// Checks that a State from a file is valid for its System.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/files/archive.hpp"
#include "system/state/state.hpp"

namespace jounce {

/// \param like any state of the same System and method, with the same numbers of values
/// \throws Error (bad_case) "<name>: is damaged: ..." otherwise, or when a value is not finite or a status unknown
void require_state(const ArchiveReader& archive, const State& state, const State& like);

}  // namespace jounce
