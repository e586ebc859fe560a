// Output folders found by the look ahead: each function that computes has one of its own.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <optional>
#include <string>

#include "base/messages/error.hpp"
#include "record/files/session.hpp"

namespace jounce::lua {

/// The folders that a script will write, with the function and the line that does.
struct FolderUser {
    std::string function;  ///< "run"
    Origin at;
};
using AheadFolders = std::map<std::string, FolderUser>;

/// Adds the folder of `user`. \returns what is wrong if an earlier function writes there; nothing for a path that the function
/// itself refuses
[[nodiscard]] std::optional<std::string> add_folder(AheadFolders& folders, const std::string& output,
                                                    const record::Session& session, const FolderUser& user);

}  // namespace jounce::lua
