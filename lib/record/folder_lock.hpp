// One folder, one run: a lock on an output folder that ends with its process, however that ends.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>

namespace jounce::record {

/// Who else may be in the folder.
enum class Sharing {
    alone,
    with_shards  ///< others of the same sweep, which say so, too
};

/// A lock of the folder itself (flock), so that no file is left behind. Processes that are forked hold it along; programs that
/// they start do not. On file systems without such locks (some network file systems) there is none.
class FolderLock {
  public:
    FolderLock() = default;
    /// \throws Error (bad_case) "<field> must be a folder that no other run is writing, got '<folder>'"
    FolderLock(const std::filesystem::path& folder, Sharing sharing, const std::string& field);
    ~FolderLock();
    FolderLock(FolderLock&& other) noexcept;
    FolderLock& operator=(FolderLock&& other) noexcept;

    /// Why there is none, as the system says it; empty: there is one.
    [[nodiscard]] const std::string& missing() const { return missing_; }
    /// From now on shards may come in.
    void share() const;

  private:
    int file_ = -1;
    std::string missing_;
};

}  // namespace jounce::record
