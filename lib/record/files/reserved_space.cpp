// Disk space reserved for the last output of a run when the disk is full.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/files/reserved_space.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <utility>

#include "base/files/spilled_bytes.hpp"

namespace jounce::record {

namespace {
constexpr std::size_t least_useful = 16384;
}

ReservedSpace::ReservedSpace(const std::filesystem::path& folder, std::size_t most) {
    file_ = open_unnamed(folder);
    if (file_ < 0) return;
    for (std::size_t wanted = most; wanted >= least_useful; wanted /= 2) {
        if (::posix_fallocate(file_, 0, static_cast<off_t>(wanted)) != 0) {
            if (::ftruncate(file_, 0) != 0) break;
            continue;
        }
        size_ = wanted;
        return;
    }
    release();
}

ReservedSpace::ReservedSpace(ReservedSpace&& other) noexcept
    : file_(std::exchange(other.file_, -1)), size_(std::exchange(other.size_, 0)) {}

ReservedSpace& ReservedSpace::operator=(ReservedSpace&& other) noexcept {
    release();
    file_ = std::exchange(other.file_, -1);
    size_ = std::exchange(other.size_, 0);
    return *this;
}

void ReservedSpace::release() {
    if (file_ >= 0) (void)::close(file_);
    file_ = -1;
    size_ = 0;
}

}  // namespace jounce::record
