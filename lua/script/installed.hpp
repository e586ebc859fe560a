// Finds the installed cases of the program.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>

namespace jounce::lua {

/// The folder share/jounce beside the folder of the running program; empty if there is none.
[[nodiscard]] std::filesystem::path data_folder();

/// The path itself when it names a file or is absolute; else the installed case of that name ("cases/xu2022/hollow_shaft.lua"),
/// if there is one.
[[nodiscard]] std::string find_case(const std::string& path);

/// The installed cases, one per line, each with the start of its comment; the first line has their folder.
/// \throws Error (usage) if none are installed
[[nodiscard]] std::string list_of_cases();

}  // namespace jounce::lua
