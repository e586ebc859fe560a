// Growing bytes, read as one piece of memory; all except the last of them are stored in a file.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/files/spilled_bytes.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

#include "base/messages/error.hpp"

namespace jounce {

namespace {

constexpr std::size_t least_extent = std::size_t{1} << 20U;  // bytes

std::size_t page() {
    static const auto size = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    return size;
}

std::size_t whole_pages(std::size_t bytes) { return (bytes + page() - 1) / page() * page(); }

void* addresses(std::size_t bytes) {
    void* const out = ::mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (out == MAP_FAILED)
        throw computation_failed("the address space has no room for " + std::to_string(bytes) +
                                 " bytes: " + std::strerror(errno));
    return out;
}

}  // namespace

int open_unnamed(const std::filesystem::path& folder) {
    const int file = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (file >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL)) return file;
    // Network file systems only create named files: the name is removed at once.
    std::string name = (folder / "reserved_XXXXXX").string();
    const int named = ::mkostemp(name.data(), O_CLOEXEC);
    if (named >= 0) (void)::unlink(name.c_str());
    return named;
}

bool SpillFile::open() {
    for (std::size_t i = 0; file_ < 0 && i < folders_.size(); ++i) {
        file_ = open_unnamed(folders_[i]);
        if (file_ >= 0) folder_ = folders_[i];
    }
    return file_ >= 0;
}

std::int64_t SpillFile::place(std::size_t bytes) { return std::exchange(end_, end_ + static_cast<std::int64_t>(bytes)); }

void SpillFile::write(std::int64_t place, const std::byte* data, std::size_t bytes) const {
    for (std::size_t done = 0; done < bytes;) {
        const ssize_t n = ::pwrite(file_, data + done, bytes - done, place + static_cast<std::int64_t>(done));
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) {
            throw computation_failed(folder_.string() + ": values that do not fit in memory cannot be written there: " +
                                     std::strerror(n < 0 ? errno : ENOSPC));
        }
        done += static_cast<std::size_t>(n);
    }
}

void SpillFile::close() {
    if (file_ >= 0) (void)::close(std::exchange(file_, -1));
}

SpilledBytes::SpilledBytes(std::shared_ptr<SpillFile> file, const std::byte* begin, std::size_t size, std::size_t expected)
    : file_(std::move(file)), space_(whole_pages(std::max(size, expected) + 2 * piece)) {
    base_ = static_cast<std::byte*>(addresses(space_));
    ready_ = whole_pages(size);
    if (ready_ > 0 && ::mprotect(base_, ready_, PROT_READ | PROT_WRITE) != 0) {
        ::munmap(base_, space_);
        throw computation_failed(std::string("out of memory: ") + std::strerror(errno));
    }
    if (size > 0) std::memcpy(base_, begin, size);
}

SpilledBytes::~SpilledBytes() { ::munmap(base_, space_); }

std::size_t SpilledBytes::grow(std::size_t size) {
    file_pages(size / page() * page());
    const std::size_t wanted = whole_pages(size) + piece;
    if (wanted > space_) take_addresses(std::max(wanted, 2 * space_));
    const std::size_t from = std::max(ready_, filed_);
    if (wanted > from && ::mprotect(base_ + from, wanted - from, PROT_READ | PROT_WRITE) != 0)
        throw computation_failed(std::string("out of memory: ") + std::strerror(errno));
    return ready_ = std::max(ready_, wanted);
}

void SpilledBytes::file_pages(std::size_t whole) {
    while (filed_ < whole) {
        if (extents_.empty() || extents_.back().used == extents_.back().size) {
            const std::size_t size = std::max(least_extent, filed_);
            extents_.push_back({file_->place(size), size, 0});
        }
        Extent& extent = extents_.back();
        const std::size_t n = std::min(whole - filed_, extent.size - extent.used);
        const std::int64_t place = extent.place + static_cast<std::int64_t>(extent.used);
        file_->write(place, base_ + filed_, n);
        if (::mmap(base_ + filed_, n, PROT_READ, MAP_SHARED | MAP_FIXED, file_->descriptor(), place) == MAP_FAILED)
            throw computation_failed(file_->folder().string() + ": cannot be mapped: " + std::strerror(errno));
        filed_ += n;
        extent.used += n;
    }
}

/// Moves to a range of this size: the pages of the file are mapped again, and the rest, less than a page, is copied.
void SpilledBytes::take_addresses(std::size_t bytes) {
    bytes = whole_pages(bytes);
    auto* const base = static_cast<std::byte*>(addresses(bytes));
    const std::size_t left = ready_ > filed_ ? ready_ - filed_ : 0;
    bool failed = left > 0 && ::mprotect(base + filed_, left, PROT_READ | PROT_WRITE) != 0;
    std::size_t at = 0;
    for (const Extent& extent : extents_) {
        if (extent.used == 0) continue;
        failed = failed || ::mmap(base + at, extent.used, PROT_READ, MAP_SHARED | MAP_FIXED, file_->descriptor(), extent.place) ==
                               MAP_FAILED;
        at += extent.used;
    }
    if (failed) {
        const int reason = errno;
        ::munmap(base, bytes);
        throw computation_failed(file_->folder().string() + ": cannot be mapped: " + std::strerror(reason));
    }
    if (left > 0) std::memcpy(base + filed_, base_ + filed_, left);
    ::munmap(base_, space_);
    base_ = base;
    space_ = bytes;
}

void SpilledBytes::change(std::size_t at, const std::byte* data, std::size_t size) {
    std::size_t begin = 0;  // of an extent
    for (const Extent& extent : extents_) {
        const std::size_t from = std::max(at, begin), to = std::min(at + size, begin + extent.used);
        if (from < to) file_->write(extent.place + static_cast<std::int64_t>(from - begin), data + (from - at), to - from);
        begin += extent.used;
    }
    const std::size_t from = std::max(at, filed_);
    if (from < at + size) std::memcpy(base_ + from, data + (from - at), at + size - from);
}

void SpilledBytes::rest() const {
    if (filed_ > 0) (void)::madvise(base_, filed_, MADV_DONTNEED);
}

}  // namespace jounce
