// The output folder of a run: its path, its owner, and the removal of an earlier run's files.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>

#include "base/messages/error.hpp"
#include "record/files/session.hpp"

namespace jounce::record {

/// With --resume: the folder contains a run with another method, other steps, ...
class OtherOptions : public Error {
  public:
    explicit OtherOptions(const Error& error) : Error(error) {}
};

/// The owner of the results in a folder.
struct FolderOwner {
    std::string case_file;
    std::string model;
    std::string noun = "model";  ///< what `model` names: "sweep" in the folder of a sweep
    bool operator==(const FolderOwner&) const = default;
};

/// "model 'x' of case.lua"
[[nodiscard]] std::string owner_words(const FolderOwner& owner);

/// The case file as part of a folder's owner: relative to the working folder if it is below it, without "." and "..".
[[nodiscard]] std::string case_identity(const std::string& case_file);

/// `output` below the session's root; a path that is below it already, such as one made from `run.folder`, is returned unchanged.
/// \throws Error (bad_case) when --output is given and `output` is outside of it
[[nodiscard]] std::filesystem::path output_path(const std::string& output, const std::string& root, const std::string& field);

/// The same text for every path of one folder, also of one that does not exist yet.
[[nodiscard]] std::string folder_key(const std::filesystem::path& folder);

/// Refuses a folder that an earlier run of this session uses or that contains results of another owner (unless
/// `session.force`), and a path that is a file. Writes nothing.
/// \param field the beginning of messages
/// \throws Error (bad_case)
void check_folder(const std::filesystem::path& folder, const FolderOwner& owner, const Session& session,
                  const std::string& field = "run: 'output'");

/// Prevents other processes from using the folder until the session ends; further calls have no effect. \throws Error
/// (bad_case)
void lock_folder(const std::filesystem::path& folder, const Session& session, const std::string& field = "run: 'output'",
                 Sharing sharing = Sharing::alone);

/// From now on shards of the same sweep may use a locked folder.
void share_folder(const std::filesystem::path& folder, const Session& session);

/// Creates the folder, locks it, removes what an earlier run left there (only files with names of Jounce), and marks it
/// as this owner's by a summary.lua with the status "running".
/// \throws Error (bad_case) when it cannot be created or written
void take_folder(const std::filesystem::path& folder, const FolderOwner& owner, const Session& session,
                 const std::string& field = "run: 'output'");

/// Locks a folder and keeps its content, to resume the run from its checkpoint.
/// \throws Error (bad_case) as check_folder
void keep_folder(const std::filesystem::path& folder, const FolderOwner& owner, const Session& session,
                 const std::string& field = "run: 'output'");

/// The end of a run whose summary cannot be written, where the folder is still marked as "running": the status takes the place of
/// the mark, without further space on the disk. The message follows if it fits into the space of the mark. Reports no failure.
void mark_end(const std::filesystem::path& folder, const FolderOwner& owner, const std::string& status,
              const std::string& message) noexcept;

/// Calls `write`, which writes into the folder; where it fails, the summary says so as `mark_end` does.
/// \throws what `write` throws
template <class Write>
void write_or_mark(const std::filesystem::path& folder, const FolderOwner& owner, const Write& write) {
    try {
        write();
    } catch (const Error& error) {
        mark_end(folder, owner, "failed", error.message());
        throw;
    }
}

/// Allows a later run of the session to use the folder again and to overwrite its content.
void leave_folder(const std::filesystem::path& folder, const Session& session);

/// Refuses to resume in a folder with results of another digest, complete or not. A folder without results is accepted.
/// \throws OtherOptions
void require_unchanged(const std::filesystem::path& folder, const std::string& digest);

/// Writes a whole file so that a reader sees the old one or the new one, never a partial one.
/// \throws Error (computation) naming the file
/// \param durable the new file is on the disk itself before it takes the old one's place
void replace_file(const std::filesystem::path& file, std::string_view content, bool durable = false);

}  // namespace jounce::record
