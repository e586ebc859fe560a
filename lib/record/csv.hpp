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

/// What the first lines of every file of a run say: which case and model it came from.
struct FileHead {
    std::string case_file;
    std::string model;
    std::string digest;                     ///< of everything that decides the result
    std::vector<std::string> remarks = {};  ///< further lines, each "key: value"
    std::string noun = "model";             ///< what `model` names: "sweep" in the files of a sweep
};

/// How far a file has come.
struct FilePosition {
    std::int64_t bytes = 0;
    std::int64_t rows = 0;  ///< of a table; of a collection of frames its entries
};

/// How many bytes of complete rows (not empty) to write at once behind the first `size` bytes of a file. Linux ends the write of
/// a process that is killed at a border of pages of 4096 bytes: rows up to the next border cannot be cut, and the one across it
/// is at risk only by itself.
[[nodiscard]] std::size_t bytes_at_once(std::string_view rows, std::size_t size);

/// Rows are gathered in memory and written in large pieces; `flush` and `close` put everything on disk. When the disk is full,
/// what was written is cut back to its last complete row. Cells of a row are given in the order of the columns.
class CsvFile {
  public:
    /// Creates or empties the file and writes its head.
    /// \throws Error (bad_case) when it cannot be created
    CsvFile(std::filesystem::path path, const FileHead& head, std::vector<std::string> columns);
    /// Goes on with a file that was written up to `position`: what lies behind it is cut off.
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
    /// Flushes through to the disk itself.
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
    std::size_t row_start_ = 0;  // where the row under way begins in the buffer
    std::size_t cell_ = 0;       // cells of the row under way
    std::int64_t rows_ = 0;
    std::int64_t size_ = 0;  // bytes on disk
    int file_ = -1;
};

/// A file that is complete or not there: written beside its place by `fill`, then renamed; folders are made.
/// \throws Error (computation) when it cannot be written, and what `fill` throws
void write_whole_csv(const std::filesystem::path& file, const FileHead& head, std::vector<std::string> columns,
                     const std::function<void(CsvFile&)>& fill);

/// Opens a file that is there, cuts it to `bytes` and stands at its end. \returns the descriptor
/// \throws Error (bad_case) when it cannot be opened or is shorter
[[nodiscard]] int open_at(const std::filesystem::path& path, std::int64_t bytes);

/// \throws Error (computation) naming the file when the disk does not take it
void sync_file(int file, const std::filesystem::path& path);

/// `value` as "%.17g" has it, appended.
void append_number(std::string& to, double value);

/// A text as one cell: quoted where it holds a comma, a quote or a line break.
[[nodiscard]] std::string csv_text(std::string_view value);

}  // namespace jounce::record
