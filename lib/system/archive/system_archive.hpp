// A System of a structure as a part of a file: everything that a run, its probes and its pictures need.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>

#include "base/files/archive.hpp"
#include "system/state/system.hpp"

namespace jounce {

/// Laws, frictions, signals and sections are written as the tables they were made from, all numbers with their bits.
/// \throws Error (bad_case) "<subject>: ..." with the place of a user's function, which no file can contain
/// \pre system.mechanism is null
void write_system(ArchiveWriter& archive, const System& system, const std::string& subject);

/// The System with equal bits; it belongs to no Model of the process (its `model` is 0).
/// \throws Error (bad_case) naming the archive when its content is not a System that can run: every size and index is checked
[[nodiscard]] std::shared_ptr<const System> read_system(ArchiveReader& archive);

}  // namespace jounce
