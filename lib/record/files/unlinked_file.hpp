// Files of a folder that another person may have made.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace jounce::record {

/// The content of a regular file that bears this name itself: neither a symbolic link, which may lead out of its folder, nor a
/// pipe or a device, which may block. Nothing otherwise, or if it cannot be read. Check and opening are one operation.
[[nodiscard]] std::optional<std::string> unlinked_content(const std::filesystem::path& file);

}  // namespace jounce::record
