// Growing bytes, read as one piece of memory; all except the last of them are stored in a file.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

namespace jounce {

/// An unnamed file in a folder, for reading and writing; -1, with errno set, if it cannot be created.
[[nodiscard]] int open_unnamed(const std::filesystem::path& folder);

/// An unnamed file for data outside memory: it is not visible, and the system removes it however the program ends.
class SpillFile {
  public:
    /// \param folders tried in turn when the file is first needed
    explicit SpillFile(std::vector<std::filesystem::path> folders) : folders_(std::move(folders)) {}
    ~SpillFile() { close(); }
    SpillFile(const SpillFile&) = delete;
    SpillFile& operator=(const SpillFile&) = delete;

    /// \returns whether the file exists or could be created
    [[nodiscard]] bool open();
    /// Its folder; empty before `open`.
    [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
    /// Reserves bytes of the file for one writer; they use no space on the disk before they are written.
    [[nodiscard]] std::int64_t place(std::size_t bytes);
    /// \throws Error (computation) naming the folder
    void write(std::int64_t place, const std::byte* data, std::size_t bytes) const;
    /// Ends writing; mapped pages remain.
    void close();
    [[nodiscard]] int descriptor() const { return file_; }

  private:
    std::vector<std::filesystem::path> folders_;
    std::filesystem::path folder_;
    std::int64_t end_ = 0;  // end of all reserved bytes
    int file_ = -1;
};

/// One contiguous range of addresses: first the pages of the file, which the system loads on access and drops when needed, then a
/// piece of memory for new bytes. Pages in the file are read-only. A full disk is a write error and never a signal: mapped pages
/// are on the disk.
class SpilledBytes {
  public:
    static constexpr std::size_t piece = std::size_t{256} << 10U;  // bytes of memory after those in the file

    /// Starts with a copy of bytes. \param expected final number of bytes, if known; it may be exceeded
    /// \throws Error (computation) if the address space has no room
    SpilledBytes(std::shared_ptr<SpillFile> file, const std::byte* begin, std::size_t size, std::size_t expected);
    ~SpilledBytes();
    SpilledBytes(const SpilledBytes&) = delete;
    SpilledBytes& operator=(const SpilledBytes&) = delete;

    /// Valid until the next `grow`.
    [[nodiscard]] std::byte* data() { return base_; }
    /// Moves whole pages below `size` to the file. \returns the new number of bytes of `data`
    /// \throws Error (computation) if the disk is full; `data` keeps its content
    [[nodiscard]] std::size_t grow(std::size_t size);
    /// Overwrites the bytes at `at`, in the file as well.
    /// \throws Error (computation) naming the folder; the file must not be closed
    void change(std::size_t at, const std::byte* data, std::size_t size);
    /// Frees the memory of bytes in the file until they are read again.
    void rest() const;

  private:
    struct Extent {
        std::int64_t place = 0;
        std::size_t size = 0, used = 0;
    };

    void file_pages(std::size_t whole);
    void take_addresses(std::size_t bytes);

    std::shared_ptr<SpillFile> file_;
    std::vector<Extent> extents_;  // parts of the file, in order; each as long as all previous ones
    std::byte* base_ = nullptr;
    std::size_t space_ = 0;  // addresses
    std::size_t filed_ = 0;  // bytes in the file: whole pages
    std::size_t ready_ = 0;  // bytes of addresses backed by pages
};

}  // namespace jounce
