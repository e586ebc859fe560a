// What is checked of a run before its first step, and what the checks find.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "record/folder.hpp"
#include "record/run.hpp"
#include "system/probes/probe.hpp"

namespace jounce::record {

/// The probes of `options`, all different.
/// \throws Error (bad_case) naming the probe
[[nodiscard]] std::vector<Probe> resolve_probes(const System& system, const RunOptions& options);

/// That a structure of beams or shells has motions which nothing holds; empty when it has none, or accepts them.
[[nodiscard]] std::string unsupported_note(const System& system);

[[nodiscard]] FolderOwner owner_of(const System& system, const Session& session);

}  // namespace jounce::record
