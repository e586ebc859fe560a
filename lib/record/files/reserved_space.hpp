// Disk space reserved for the last output of a run when the disk is full.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <filesystem>

namespace jounce::record {

/// Space taken in a folder by an unnamed file: it is not visible, and the system frees it however the program ends. If
/// the disk or the file system does not provide the space, there is none.
class ReservedSpace {
  public:
    ReservedSpace() = default;
    /// \param most [bytes]; less if the disk has less
    ReservedSpace(const std::filesystem::path& folder, std::size_t most);
    ~ReservedSpace() { release(); }
    ReservedSpace(ReservedSpace&& other) noexcept;
    ReservedSpace& operator=(ReservedSpace&& other) noexcept;
    ReservedSpace(const ReservedSpace&) = delete;
    ReservedSpace& operator=(const ReservedSpace&) = delete;

    /// Frees the space.
    void release();
    [[nodiscard]] std::size_t size() const { return size_; }

  private:
    int file_ = -1;
    std::size_t size_ = 0;
};

}  // namespace jounce::record
