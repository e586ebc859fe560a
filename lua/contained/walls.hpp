// Restrictions of a contained case that the kernel enforces, independently of the program's code: Landlock and a memory limit.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "session/permissions.hpp"

namespace jounce::lua {

/// The kernel permits only existing folders, so that a missing one is created before the restrictions begin. It is removed at the
/// end if it is empty.
class MadeFolder {
  public:
    /// \param path if it is empty, or inside the working folder, which is writable, no folder is created
    explicit MadeFolder(const std::string& path);
    ~MadeFolder();
    MadeFolder(const MadeFolder&) = delete;
    MadeFolder& operator=(const MadeFolder&) = delete;
    /// The parent of the created folder; empty: none was created.
    [[nodiscard]] std::string above() const;

  private:
    std::vector<std::filesystem::path> made_;  // parents first
};

/// From here on the process and its children can read only in the permitted folders and those of the system (programs, libraries,
/// fonts), and write only in the permitted ones. This is permanent. Folders that do not exist are skipped.
/// \returns what is not enforced and the reason, for a message; empty: everything is enforced
[[nodiscard]] std::string raise_walls(const Permissions& permissions, const MadeFolder& output);

}  // namespace jounce::lua
