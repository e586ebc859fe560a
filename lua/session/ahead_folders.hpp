// Output folders found by the look ahead: each function that computes has one of its own.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/messages/error.hpp"
#include "record/files/session.hpp"

namespace jounce::lua {

/// A call that writes a folder.
struct FolderUser {
    std::string function;       ///< "run"
    std::vector<Origin> calls;  ///< lines of the script, innermost first
};
/// By the key of the folder.
using AheadFolders = std::map<std::string, FolderUser>;

/// Adds the folder of `user`. \returns what is wrong if an earlier function writes there; nothing for a path that the function
/// itself refuses
[[nodiscard]] std::optional<std::string> add_folder(AheadFolders& folders, const std::string& output,
                                                    const record::Session& session, const FolderUser& user);

}  // namespace jounce::lua
