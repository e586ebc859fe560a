// One page about an output folder: of a run, a comparison of methods or a sweep.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace jounce::record {

/// Where Debian's libjs-dygraphs puts its files; the variable JOUNCE_DYGRAPHS names another folder.
[[nodiscard]] std::filesystem::path dygraphs_folder();

/// The entries of a summary.lua in their order: "energy.kinetic" and its value as text; lists are joined by "; ".
[[nodiscard]] std::vector<std::pair<std::string, std::string>> summary_entries(const std::string& text);

/// The page of a folder: its summary, its tables and pictures, and the script of the case (.lua) if it is still found. The
/// page contains everything itself. Symbolic links are left out, with a line each.
/// \throws Error (usage) when there is no such folder or no summary.lua in it, and when that is a link
[[nodiscard]] std::string report_page(const std::filesystem::path& folder);

/// Writes it to report.html in the folder. \returns that file
/// \throws Error (usage) as report_page; (computation) when the file cannot be written
std::filesystem::path write_report(const std::filesystem::path& folder);

}  // namespace jounce::record
