// The shells of a System as a mesh for output.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "meshes/mesh.hpp"
#include "system/state/system.hpp"

namespace jounce {

/// The shells of a System as one mesh: common points appear once; a property for each thickness and material, with the name of
/// the first shell that uses it; sets named "shell.set" when there are several shells. Without beams, points and gaps. \throws
/// Error (bad_case) when there is no shell
[[nodiscard]] Mesh mesh_of(const System& system, const std::string& subject);

}  // namespace jounce
