// What the kernel keeps a contained case from, whatever the program's own code does for it: Landlock and a bound of memory.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "contained/permissions.hpp"

namespace jounce::lua {

/// A folder that is not there yet must be made before the walls are raised, as the kernel permits by folders that exist. What
/// nothing was written into goes at the end.
class MadeFolder {
  public:
    /// \param path empty, or below the working folder, which can be written as it is: none is made
    explicit MadeFolder(const std::string& path);
    ~MadeFolder();
    MadeFolder(const MadeFolder&) = delete;
    MadeFolder& operator=(const MadeFolder&) = delete;
    /// The folder above what was made; empty: nothing was.
    [[nodiscard]] std::string above() const;

  private:
    std::vector<std::filesystem::path> made_;  // from the top down
};

/// From here on the process and those that it starts read below the permitted folders and the system's own (programs, libraries,
/// fonts), and write below the permitted ones, for good. Folders that do not exist are passed over.
/// \returns what is not enforced and why, for a message; empty: everything is
[[nodiscard]] std::string raise_walls(const Permissions& permissions, const MadeFolder& output);

}  // namespace jounce::lua
