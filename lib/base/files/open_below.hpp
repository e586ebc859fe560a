// Files of a contained case: the check that a file is inside a folder and its opening are one operation.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace jounce {

/// Why a file was not opened.
enum class NotOpened { none, outside, no_file, failed };

struct Opened {
    int descriptor = -1;
    NotOpened refusal = NotOpened::none;
    int error = 0;  ///< errno of `failed`; EISDIR of a folder
};

/// Opens the file `path` with the flags of open(2) if it is inside one of the folders. Neither `..` nor a symbolic link leads out
/// of them: the kernel resolves the path within the folder (openat2(2); without this call, links are refused). A file that is not
/// regular is refused as `no_file`, so that reading never waits for another program.
[[nodiscard]] Opened open_below(const std::vector<std::string>& folders, const std::string& path, int flags);

/// Is a path, with its symbolic links resolved, the folder or inside it? Neither it nor the target of a link need exist.
[[nodiscard]] bool is_below(const std::string& folder, const std::filesystem::path& path);

}  // namespace jounce
