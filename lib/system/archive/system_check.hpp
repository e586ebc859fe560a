// Sizes and indices of a System that was read from a file.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/files/archive.hpp"
#include "system/state/system.hpp"

namespace jounce {

/// \throws Error (bad_case) "<archive>: is damaged: ..." when a size or an index of the System is not possible, a number is not
/// finite, or a law or signal is missing
void require_runnable(const System& system, const ArchiveReader& archive);

}  // namespace jounce
