// From the shells of a System to a mesh that can be written.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "meshes/mesh.hpp"
#include "system/state/system.hpp"

namespace jounce {

/// The shells of a System as one mesh: points that they share once; a property for each thickness and material, called after the
/// first shell that has it; sets called "shell.set" when there are several shells. Beams, points and gaps are no part of it.
/// \throws Error (bad_case) when there is no shell
[[nodiscard]] Mesh mesh_of(const System& system, const std::string& subject);

}  // namespace jounce
