// The output folder of a run: where it lies, whose it is, and what of an earlier run must go.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>

#include "base/error.hpp"
#include "record/run.hpp"

namespace jounce::record {

/// With --resume: what is in the folder is of a run by another method, other steps, ...
class OtherOptions : public Error {
  public:
    explicit OtherOptions(const Error& error) : Error(error) {}
};

/// Which results a folder holds.
struct FolderOwner {
    std::string case_file;
    std::string model;
    std::string noun = "model";  ///< what `model` names: "sweep" in the folder of a sweep
    bool operator==(const FolderOwner&) const = default;
};

/// "model 'x' of case.lua"
[[nodiscard]] std::string owner_words(const FolderOwner& owner);

/// The case file as it identifies a folder: relative to the working folder when it lies below it, without "." and "..".
[[nodiscard]] std::string case_identity(const std::string& case_file);

/// `output` below the session's root.
/// \throws Error (bad_case) when --output is given and `output` leads out of it
[[nodiscard]] std::filesystem::path output_path(const std::string& output, const std::string& root, const std::string& field);

/// Refuses a folder that an earlier run of this session has taken, that holds results of another owner (unless `session.force`),
/// or whose place is taken by a file. Writes nothing.
/// \param field what messages begin with
/// \throws Error (bad_case)
void check_folder(const std::filesystem::path& folder, const FolderOwner& owner, const Session& session,
                  const std::string& field = "run: 'output'");

/// No other process may take the folder until the session ends. Once is enough. \throws Error (bad_case)
void lock_folder(const std::filesystem::path& folder, const Session& session, const std::string& field = "run: 'output'",
                 Sharing sharing = Sharing::alone);

/// From now on shards of the same sweep may come into a folder that is locked.
void share_folder(const std::filesystem::path& folder, const Session& session);

/// Creates the folder, locks it, removes what an earlier run left there (only files with our names), and marks it as this owner's
/// by a summary.lua with the status "running".
/// \throws Error (bad_case) when it cannot be created or written
void take_folder(const std::filesystem::path& folder, const FolderOwner& owner, const Session& session,
                 const std::string& field = "run: 'output'");

/// Locks a folder and takes it as it is, to go on with the run whose checkpoint it holds.
/// \throws Error (bad_case) as check_folder
void keep_folder(const std::filesystem::path& folder, const FolderOwner& owner, const Session& session,
                 const std::string& field = "run: 'output'");

/// A later run of the session may take the folder again, over what is in it.
void leave_folder(const std::filesystem::path& folder, const Session& session);

/// Refuses to resume in a folder whose results, complete or not, are those of another digest. A folder without any is as good.
/// \throws OtherOptions
void require_unchanged(const std::filesystem::path& folder, const std::string& digest);

/// Writes a whole file so that a reader sees the old one or the new one, never a part.
/// \throws Error (computation) naming the file
/// \param durable the new file is on the disk itself before it takes the old one's place
void replace_file(const std::filesystem::path& file, std::string_view content, bool durable = false);

}  // namespace jounce::record
