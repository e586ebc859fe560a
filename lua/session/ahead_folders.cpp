// Output folders found by the look ahead: each function that computes has one of its own.
// SPDX-License-Identifier: BSD-3-Clause
#include "session/ahead_folders.hpp"

#include "base/messages/text.hpp"
#include "record/files/folder.hpp"

namespace jounce::lua {

std::optional<std::string> add_folder(AheadFolders& folders, const std::string& output, const record::Session& session,
                                      const FolderUser& user) {
    const std::string field = user.function + ": 'output'";
    std::string key;
    try {
        key = record::folder_key(record::output_path(output, session.output_root, field));
    } catch (const Error&) {
        return std::nullopt;
    }
    const auto [earlier, added] = folders.emplace(key, user);
    if (added) return std::nullopt;
    const FolderUser& first = earlier->second;
    const bool same = first.at.file == user.at.file && first.at.line == user.at.line;
    return field + " must be a different folder for each call, got '" + in_one_line(output) + "', into which " +
           (same ? "an earlier pass of the same line writes"
                 : (first.function == user.function ? "an earlier call" : first.function) +
                       (first.at.known() ? " at " + first.at.text() : std::string()) + " writes") +
           ", too";
}

}  // namespace jounce::lua
