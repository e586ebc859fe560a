// Files of a contained case: opened below a folder, in one operation with the check that they lie there.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace jounce::lua {

/// Why a file was not opened.
enum class Refusal { none, outside, no_file, failed };

struct Opened {
    int descriptor = -1;
    Refusal refusal = Refusal::none;
    int error = 0;  ///< of `failed`, as errno has it
};

/// Opens the file `path` with the flags of open(2) if it lies below one of the folders. Neither `..` nor a symbolic link leads
/// out of them: the kernel follows the path from the folder on (openat2(2); where it has no such call, links are not followed at
/// all). What is no regular file is refused as `no_file`, so that no reading waits for another program.
[[nodiscard]] Opened open_below(const std::vector<std::string>& folders, const std::string& path, int flags);

}  // namespace jounce::lua
