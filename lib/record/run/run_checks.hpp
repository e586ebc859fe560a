// Checks of a run before its first step, and their results.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "record/files/folder.hpp"
#include "record/run/run.hpp"
#include "system/probes/probe.hpp"

namespace jounce::record {

/// The probes of `options`, all different.
/// \throws Error (bad_case) naming the probe
[[nodiscard]] std::vector<Probe> resolve_probes(const System& system, const RunOptions& options);

/// A note that a structure with any stiffness has unrestrained motions, or that nothing holds bodies of a mechanism; empty when
/// it has none, or accepts them.
[[nodiscard]] std::string unsupported_note(const System& system);

/// A note that a motion given by a function has derivatives by differences, which a method of high accuracy sees; empty: none
/// has.
[[nodiscard]] std::string differenced_note(const System& system, const RunOptions& options);

[[nodiscard]] FolderOwner owner_of(const System& system, const Session& session);

}  // namespace jounce::record
