// Output folders found by the look ahead: each function that computes has one of its own.
// SPDX-License-Identifier: BSD-3-Clause
#include "session/ahead_folders.hpp"

#include <algorithm>
#include <functional>

#include "base/messages/text.hpp"
#include "record/files/folder.hpp"

namespace jounce::lua {

namespace {

/// "into which an earlier call at case.lua:7 writes, too"; the innermost lines that differ tell two calls apart.
std::string other_words(const FolderUser& first, const FolderUser& second) {
    const auto differs = [](const Origin& a, const Origin& b) { return a.file != b.file || a.line != b.line; };
    const auto [one, other] = std::ranges::mismatch(first.calls, second.calls, std::not_fn(differs));
    if (one == first.calls.end() || other == second.calls.end()) return "into which an earlier call on the same line writes, too";
    if (one == first.calls.begin()) {
        const std::string who = first.function == second.function ? "an earlier call" : first.function;
        return "into which " + who + " at " + one->text() + " writes, too";
    }
    return "into which the call from " + one->text() + " writes as well as that from " + other->text();
}

}  // namespace

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
    return field + " must be a different folder for each call, got '" + in_one_line(output) + "', " +
           other_words(earlier->second, user);
}

}  // namespace jounce::lua
