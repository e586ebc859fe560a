// Room on a disk that is kept free for what a run has to say when the disk is full.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <filesystem>

namespace jounce::record {

/// Space taken in a folder by a file without a name: nothing to see, and the system takes it back however the program ends.
/// Where the disk or the file system does not give it, there is none.
class ReservedSpace {
  public:
    ReservedSpace() = default;
    /// \param most [bytes]; less where the disk has not got so much
    ReservedSpace(const std::filesystem::path& folder, std::size_t most);
    ~ReservedSpace() { release(); }
    ReservedSpace(ReservedSpace&& other) noexcept;
    ReservedSpace& operator=(ReservedSpace&& other) noexcept;
    ReservedSpace(const ReservedSpace&) = delete;
    ReservedSpace& operator=(const ReservedSpace&) = delete;

    /// Gives it back to the disk.
    void release();
    [[nodiscard]] std::size_t size() const { return size_; }

  private:
    int file_ = -1;
    std::size_t size_ = 0;
};

}  // namespace jounce::record
