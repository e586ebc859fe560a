// One folder, one run.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/files/folder_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/messages/error.hpp"

namespace jounce::record {

FolderLock::FolderLock(const std::filesystem::path& folder, Sharing sharing, const std::string& field)
    : file_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (file_ >= 0 && ::flock(file_, (sharing == Sharing::alone ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0) return;
    const int reason = errno;
    if (file_ >= 0) ::close(std::exchange(file_, -1));
    if (reason != EWOULDBLOCK) {
        missing_ = std::strerror(reason);
        return;
    }
    throw bad_case(field + " must be a folder that no other run is writing, got '" + folder.string() +
                   "', where another run is in progress");
}

FolderLock::~FolderLock() {
    if (file_ >= 0) ::close(file_);
}

FolderLock::FolderLock(FolderLock&& other) noexcept
    : file_(std::exchange(other.file_, -1)), missing_(std::move(other.missing_)) {}

FolderLock& FolderLock::operator=(FolderLock&& other) noexcept {
    std::swap(file_, other.file_);
    std::swap(missing_, other.missing_);
    return *this;
}

void FolderLock::share() const {
    if (file_ >= 0) ::flock(file_, LOCK_SH);
}

}  // namespace jounce::record
