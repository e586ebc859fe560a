// Where the program finds what was installed with it: its cases.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>

namespace jounce::lua {

/// The folder share/jounce beside the folder of the running program; empty when there is none.
[[nodiscard]] std::filesystem::path data_folder();

/// The path itself when it names a file or is absolute; else the installed case of that name ("cases/xu2022/hollow_shaft.lua"),
/// if there is one.
[[nodiscard]] std::string find_case(const std::string& path);

/// The installed cases, one a line, each with what its file begins with; the first line says where they lie.
/// \throws Error (usage) when none are installed
[[nodiscard]] std::string list_of_cases();

}  // namespace jounce::lua
