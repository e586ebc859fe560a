// Bytes that only grow, read as one piece of memory; all but the last of them lie in a file.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

namespace jounce {

/// A file without a name in a folder, to read and to write; -1, with errno set: there can be none.
[[nodiscard]] int open_unnamed(const std::filesystem::path& folder);

/// A file without a name for what memory should not hold: nothing to see, and the system takes it back however the program ends.
class SpillFile {
  public:
    /// \param folders tried in turn when the file is first needed
    explicit SpillFile(std::vector<std::filesystem::path> folders) : folders_(std::move(folders)) {}
    ~SpillFile() { close(); }
    SpillFile(const SpillFile&) = delete;
    SpillFile& operator=(const SpillFile&) = delete;

    /// \returns whether there is one, or could be made
    [[nodiscard]] bool open();
    /// Where it lies; empty before `open`.
    [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
    /// So many bytes of the file, for one writer; they take no room on the disk before they are written.
    [[nodiscard]] std::int64_t place(std::size_t bytes);
    /// \throws Error (computation) naming the folder
    void write(std::int64_t place, const std::byte* data, std::size_t bytes) const;
    /// No more is written; what is mapped stays.
    void close();
    [[nodiscard]] int descriptor() const { return file_; }

  private:
    std::vector<std::filesystem::path> folders_;
    std::filesystem::path folder_;
    std::int64_t end_ = 0;  // of all places
    int file_ = -1;
};

/// One contiguous range of addresses: first the pages of the file, which the system reads as they are asked for and drops as it
/// likes, then a piece of memory for what comes next. Pages in the file are read only. A full disk is an error of the write and
/// never a signal: what is mapped is on the disk.
class SpilledBytes {
  public:
    static constexpr std::size_t piece = std::size_t{256} << 10U;  // bytes of memory behind those in the file

    /// Begins with a copy of bytes. \param expected so many in the end, if that is known; more is no error
    /// \throws Error (computation) when there are no addresses left
    SpilledBytes(std::shared_ptr<SpillFile> file, const std::byte* begin, std::size_t size, std::size_t expected);
    ~SpilledBytes();
    SpilledBytes(const SpilledBytes&) = delete;
    SpilledBytes& operator=(const SpilledBytes&) = delete;

    /// Until the next `grow`.
    [[nodiscard]] std::byte* data() { return base_; }
    /// Moves whole pages below `size` to the file. \returns how many bytes `data` has now
    /// \throws Error (computation) when the disk is full; `data` keeps what it had
    [[nodiscard]] std::size_t grow(std::size_t size);
    /// What lies in the file leaves memory until it is read again.
    void rest() const;

  private:
    struct Extent {
        std::int64_t place = 0;
        std::size_t size = 0, used = 0;
    };

    void file_pages(std::size_t whole);
    void take_addresses(std::size_t bytes);

    std::shared_ptr<SpillFile> file_;
    std::vector<Extent> extents_;  // of the file, in order; each as long as all before it
    std::byte* base_ = nullptr;
    std::size_t space_ = 0;  // addresses
    std::size_t filed_ = 0;  // bytes in the file: whole pages
    std::size_t ready_ = 0;  // bytes of addresses with pages behind them
};

}  // namespace jounce
