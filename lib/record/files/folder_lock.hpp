// One folder, one run: a lock on an output folder, which ends with its process in every case.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>

namespace jounce::record {

/// Who else may use the folder.
enum class Sharing {
    alone,
    with_shards  ///< other shards of the same sweep that use this mode, too
};

/// A lock of the folder itself (flock), so that no file is left behind. Forked processes share it; programs started by
/// them do not. Some network file systems have no such locks; then there is none.
class FolderLock {
  public:
    FolderLock() = default;
    /// \throws Error (bad_case) "<field> must be a folder that no other run is writing, got '<folder>'"
    FolderLock(const std::filesystem::path& folder, Sharing sharing, const std::string& field);
    ~FolderLock();
    FolderLock(FolderLock&& other) noexcept;
    FolderLock& operator=(FolderLock&& other) noexcept;

    /// The system's reason if there is no lock; empty if there is one.
    [[nodiscard]] const std::string& missing() const { return missing_; }
    /// From now on shards may use the folder.
    void share() const;

  private:
    int file_ = -1;
    std::string missing_;
};

}  // namespace jounce::record
