// What the kernel keeps a contained case from, whatever the program's own code does for it: Landlock and a bound of memory.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "contained/permissions.hpp"

namespace jounce::lua {

/// From here on the process and those that it starts read below the permitted folders and the system's own (programs, libraries,
/// fonts), and write below the permitted ones, for good. Folders that may be written are made.
/// \returns what is not enforced and why, for a message; empty: everything is
/// \throws Error (usage) when a folder of --read or --write is none
[[nodiscard]] std::string raise_walls(const Permissions& permissions);

}  // namespace jounce::lua
