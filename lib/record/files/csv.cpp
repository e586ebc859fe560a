// One CSV file of a run: comment lines, a header with units, rows of full precision, only complete rows on disk.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/files/csv.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <utility>

#include "base/messages/error.hpp"
#include "base/messages/version.hpp"

namespace jounce::record {

namespace {
constexpr std::size_t piece = 1 << 16;  // bytes gathered before they are written
constexpr std::size_t page = 1 << 12;

/// A file cannot be written: the system's reason, and separately what is kept of the file.
class NotWritten : public Error {
  public:
    NotWritten(const std::filesystem::path& file, const char* why, const std::string& kept = {})
        : Error(computation_failed(file.string() + ": cannot be written: " + why + kept)), reason(why) {}
    std::string reason;
};

std::string one_line(std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
    return text;
}
}  // namespace

std::size_t bytes_at_once(std::string_view rows, std::size_t size) {
    const std::size_t last = rows.substr(0, page - size % page).rfind('\n');
    return (last != std::string_view::npos ? last : std::min(rows.find('\n'), rows.size() - 1)) + 1;
}

void append_number(std::string& to, double value) {
    std::array<char, 32> digits;
    // The same characters as printf's %.17g, in a third of its time.
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::general, 17).ptr;
    to.append(digits.data(), end);
}

std::string csv_text(std::string_view value) {
    if (value.find_first_of(",\"\n\r") == std::string_view::npos) return std::string(value);
    std::string out = "\"";
    for (const char c : value) {
        if (c == '"') out += '"';
        out += c;
    }
    return out + '"';
}

int open_at(const std::filesystem::path& path, std::int64_t bytes) {
    const int file = ::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    struct stat status {};
    if (file >= 0 && ::fstat(file, &status) == 0 && status.st_size < bytes) {
        ::close(file);
        throw bad_case(path.string() + ": is shorter (" + std::to_string(status.st_size) + " bytes) than its checkpoint says (" +
                       std::to_string(bytes) + ")");
    }
    if (file >= 0 && ::ftruncate(file, bytes) == 0 && ::lseek(file, bytes, SEEK_SET) == bytes) return file;
    const int reason = errno;
    if (file >= 0) ::close(file);
    throw bad_case(path.string() + ": cannot be continued: " + std::strerror(reason));
}

void sync_file(int file, const std::filesystem::path& path) {
    // Some file systems cannot sync, which is no failure of the write.
    if (::fdatasync(file) == 0 || errno == EINVAL || errno == ENOTSUP) return;
    throw computation_failed(path.string() + ": cannot be written: " + std::strerror(errno));
}

CsvFile::CsvFile(std::filesystem::path path, const FileHead& head, std::vector<std::string> columns)
    : path_(std::move(path)), columns_(std::move(columns)) {
    file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK | O_CLOEXEC, 0666);
    if (file_ < 0) throw bad_case(path_.string() + ": cannot be written: " + std::strerror(errno));
    buffer_.reserve(piece + (1 << 12));
    buffer_ += "# jounce " + std::string(version) + "\n";
    buffer_ += "# case: " + one_line(head.case_file) + "\n";
    buffer_ += "# " + head.noun + ": " + one_line(head.model) + "\n";
    buffer_ += "# digest: " + one_line(head.digest) + "\n";
    for (const std::string& remark : head.remarks) buffer_ += "# " + one_line(remark) + "\n";
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        if (i > 0) buffer_ += ',';
        buffer_ += csv_text(columns_[i]);
    }
    buffer_ += '\n';
    row_start_ = buffer_.size();
    try {
        flush();
    } catch (...) {
        ::close(file_);
        throw;
    }
}

CsvFile::CsvFile(std::filesystem::path path, FilePosition position, std::vector<std::string> columns)
    : path_(std::move(path)), columns_(std::move(columns)), rows_(position.rows), size_(position.bytes) {
    file_ = open_at(path_, size_);
    buffer_.reserve(piece + (1 << 12));
}

CsvFile::~CsvFile() {
    try {
        close();
    } catch (...) {  // close reports errors to those who call it
        if (file_ >= 0) ::close(file_);
    }
}

void CsvFile::separate() {
    if (cell_++ > 0) buffer_ += ',';
}

void CsvFile::number(double value) {
    if (!std::isfinite(value)) {
        const std::string column = cell_ < columns_.size() ? columns_[cell_] : "?";
        buffer_.resize(row_start_);
        cell_ = 0;
        throw computation_failed(path_.string() + ": '" + column + "' is not finite after " + std::to_string(rows_) + " rows");
    }
    separate();
    append_number(buffer_, value);
}

void CsvFile::integer(std::int64_t value) {
    separate();
    buffer_ += std::to_string(value);
}

void CsvFile::text(std::string_view value) {
    separate();
    buffer_ += csv_text(value);
}

void CsvFile::empty() { separate(); }

void CsvFile::end_row() {
    buffer_ += '\n';
    row_start_ = buffer_.size();
    cell_ = 0;
    ++rows_;
    if (buffer_.size() >= piece) flush();
}

void CsvFile::flush() {
    std::size_t done = 0;
    while (file_ >= 0 && done < row_start_) {
        const std::string_view rows(buffer_.data() + done, row_start_ - done);
        const ssize_t n = ::write(file_, rows.data(), bytes_at_once(rows, static_cast<std::size_t>(size_) + done));
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) cut_back(static_cast<std::int64_t>(done), n < 0 ? errno : ENOSPC);
        done += static_cast<std::size_t>(n);
    }
    size_ += static_cast<std::int64_t>(done);
    buffer_.erase(0, done);
    row_start_ = buffer_.size();
}

FilePosition CsvFile::sync() {
    flush();
    sync_file(file_, path_);
    return {size_, rows_};
}

void CsvFile::cut_back(std::int64_t written, int error_number) {
    const std::string_view lost(buffer_.data(), row_start_);
    const std::size_t last = lost.substr(0, static_cast<std::size_t>(written)).rfind('\n');
    const std::size_t kept = last == std::string_view::npos ? 0 : last + 1;
    // Rows that were counted but are not on disk; the head is not a row.
    rows_ = std::max<std::int64_t>(0, rows_ - std::count(lost.begin() + static_cast<std::ptrdiff_t>(kept), lost.end(), '\n'));
    size_ += static_cast<std::int64_t>(kept);
    if (::ftruncate(file_, size_) == 0) ::lseek(file_, size_, SEEK_SET);
    buffer_.clear();
    row_start_ = 0;
    cell_ = 0;
    ::close(file_);
    file_ = -1;
    throw NotWritten(path_, std::strerror(error_number), "; " + std::to_string(rows_) + " complete rows are kept");
}

void CsvFile::close() {
    if (file_ < 0) return;
    flush();
    // Some file systems report a full disk only here.
    const int result = ::close(file_);
    file_ = -1;
    if (result != 0) throw NotWritten(path_, std::strerror(errno));
}

void write_whole_csv(const std::filesystem::path& file, const FileHead& head, std::vector<std::string> columns,
                     const std::function<void(CsvFile&)>& fill) {
    namespace fs = std::filesystem;
    std::error_code failed;
    if (file.has_parent_path()) fs::create_directories(file.parent_path(), failed);
    const fs::path part = file.string() + ".part";
    try {
        CsvFile out(part, head, std::move(columns));
        fill(out);
        out.close();
        fs::rename(part, file);
    } catch (const fs::filesystem_error& error) {
        fs::remove(part, failed);
        throw computation_failed(file.string() + ": cannot be written: " + error.code().message());
    } catch (const NotWritten& error) {
        fs::remove(part, failed);
        throw NotWritten(file, error.reason.c_str());
    } catch (...) {
        fs::remove(part, failed);
        throw;
    }
}

}  // namespace jounce::record
