// One CSV file of a run: comment lines, a header with units, rows of full precision, only complete rows on disk.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace jounce::record {

/// The first lines of every file of a run: its case and model.
struct FileHead {
    std::string case_file;
    std::string model;
    std::string digest;                     ///< of everything that affects the result
    std::vector<std::string> remarks = {};  ///< further lines, each "key: value"
    std::string noun = "model";             ///< what `model` names: "sweep" in the files of a sweep
};

/// How much of a file is written.
struct FilePosition {
    std::int64_t bytes = 0;
    std::int64_t rows = 0;  ///< of a table; entries of a collection of frames
};

/// How many bytes of complete rows (not empty) to write at once after the first `size` bytes of a file. If a process is
/// killed, Linux ends its write at a page boundary (4096 bytes). Rows up to the next boundary therefore cannot be cut;
/// a row across a boundary is written alone, so that only this row can be cut.
[[nodiscard]] std::size_t bytes_at_once(std::string_view rows, std::size_t size);

/// Rows are gathered in memory and written in large pieces; `flush` and `close` put everything on disk. When the disk is full,
/// what was written is cut back to its last complete row. Cells of a row are given in the order of the columns.
class CsvFile {
  public:
    /// Creates or empties the file and writes its head.
    /// \throws Error (bad_case) when it cannot be created
    CsvFile(std::filesystem::path path, const FileHead& head, std::vector<std::string> columns);
    /// Continues a file that was written up to `position`: the rest of the file is cut off.
    /// \throws Error (bad_case) when it cannot be opened or is shorter
    CsvFile(std::filesystem::path path, FilePosition position, std::vector<std::string> columns);
    ~CsvFile();
    CsvFile(const CsvFile&) = delete;
    CsvFile& operator=(const CsvFile&) = delete;

    /// 17 significant digits. \throws Error (computation) naming file and column when `value` is not finite; the row is dropped.
    void number(double value);
    void integer(std::int64_t value);
    void text(std::string_view value);
    void empty();
    /// \throws Error (computation) naming the file when it cannot be written
    void end_row();
    void flush();
    /// Flushes to the disk itself.
    FilePosition sync();
    void close();

    /// Complete rows, without head; after a failed write those that are on disk.
    [[nodiscard]] std::int64_t rows() const { return rows_; }
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  private:
    void separate();
    [[noreturn]] void cut_back(std::int64_t written, int error_number);

    std::filesystem::path path_;
    std::vector<std::string> columns_;
    std::string buffer_;
    std::size_t row_start_ = 0;  // where the current row begins in the buffer
    std::size_t cell_ = 0;       // cells of the current row
    std::int64_t rows_ = 0;
    std::int64_t size_ = 0;  // bytes on disk
    int file_ = -1;
};

/// A file that is complete or absent: `fill` writes it under a temporary name, then it is renamed; missing folders are
/// created.
/// \throws Error (computation) when it cannot be written, and what `fill` throws
void write_whole_csv(const std::filesystem::path& file, const FileHead& head, std::vector<std::string> columns,
                     const std::function<void(CsvFile&)>& fill);

/// Opens an existing file, cuts it to `bytes` and moves to its end. \returns the descriptor
/// \throws Error (bad_case) when it cannot be opened or is shorter
[[nodiscard]] int open_at(const std::filesystem::path& path, std::int64_t bytes);

/// \throws Error (computation) naming the file when it cannot be written to the disk
void sync_file(int file, const std::filesystem::path& path);

/// Appends `value` in the format "%.17g".
void append_number(std::string& to, double value);

/// A text as one cell: quoted if it contains a comma, a quote or a line break.
[[nodiscard]] std::string csv_text(std::string_view value);

}  // namespace jounce::record
