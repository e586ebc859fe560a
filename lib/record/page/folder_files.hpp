// Files of a folder in its page: pictures, the script, and what is left out. A link could bring a file from elsewhere into a page
// that is passed on.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "record/page/page.hpp"

namespace jounce::record {

/// The content of a file that is no symbolic link, or a line in the page that it is left out.
[[nodiscard]] std::optional<std::string> content_or_line(Page& page, const std::filesystem::path& file);

/// Files and links of a folder, sorted by name.
[[nodiscard]] std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder);

/// A section with the .svg and .png files of the folder.
void add_pictures(Page& page, const std::filesystem::path& folder);

/// A section with the script that a summary names. The summary of a folder from elsewhere may name any file: only .lua files are
/// shown.
void add_script(Page& page, const std::string& script);

}  // namespace jounce::record
