// The files of a checkpoint: checkpoint.bin, replaced as a whole, and checkpoint.series, which only grows.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/archive.hpp"
#include "record/csv.hpp"
#include "record/folder.hpp"
#include "record/run.hpp"

namespace jounce::record {

/// Of the System and of how it is marched; what is recorded decides no result.
[[nodiscard]] std::string result_digest(const System& system, const RunOptions& options);

/// What must be the same for a checkpoint to be gone on from.
struct RunIdentity {
    FolderOwner owner;
    std::string digest;                                        ///< of the resolved model and of what its signals give
    std::vector<std::pair<std::string, std::string>> options;  ///< name and value, as a message shows them
};

/// Signals are sampled as well: of a user's function, or of a table in a file, the model's digest knows no more than the place.
[[nodiscard]] RunIdentity run_identity(const System& system, const RunOptions& options, const FolderOwner& owner);

/// Replaces the file; whoever reads it finds the old one or the new one, also after a power failure.
/// \throws Error (computation) naming the file
void write_checkpoint(const std::filesystem::path& file, const RunIdentity& identity, const std::string& content);

/// The content, or nothing when there is no such file.
/// \throws Error (bad_case) "run: --resume: <file>: ..." when it is no checkpoint, of another format, cut short, damaged, or
/// when the model or an option has changed (naming them)
[[nodiscard]] std::optional<ArchiveReader> read_checkpoint(const std::filesystem::path& file, const RunIdentity& identity);

/// How much of the other files belongs to a checkpoint.
struct FilesWritten {
    FilePosition series, energy;
    std::int64_t records = 0, record_bytes = 0;  // in checkpoint.series
    std::uint64_t record_checksum = 0;
};

template <class Archive>
void transfer(Archive& archive, Either<FilesWritten> auto& files) {
    archive(files.series.bytes, files.series.rows, files.energy.bytes, files.energy.rows, files.records, files.record_bytes,
            files.record_checksum);
}

/// Both files, if they are there.
void remove_checkpoint(const std::filesystem::path& folder);

/// Bytes that a checkpoint counts on and that are never written again.
class GrowingFile {
  public:
    /// Creates or empties the file. \throws Error (computation)
    explicit GrowingFile(std::filesystem::path path);
    /// Goes on behind the first `bytes`.
    /// \throws Error (bad_case) when there are fewer, or others than at the time of the checkpoint
    GrowingFile(std::filesystem::path path, std::int64_t bytes, std::uint64_t checksum);
    ~GrowingFile();
    GrowingFile(const GrowingFile&) = delete;
    GrowingFile& operator=(const GrowingFile&) = delete;

    /// \throws Error (computation)
    void append(const std::string& content);
    /// Puts them on the disk itself. \throws Error (computation)
    void sync() const;
    [[nodiscard]] std::int64_t bytes() const { return bytes_; }
    [[nodiscard]] std::uint64_t checksum() const { return checksum_.value(); }

  private:
    std::filesystem::path path_;
    std::int64_t bytes_ = 0;
    Checksum checksum_;
    int file_ = -1;
};

class SeriesRecorder;

/// The rows since the last checkpoint, in pieces of a megabyte. \param written of the last one; says how far they go then
void append_rows(GrowingFile& file, const SeriesRecorder& series, FilesWritten& written);
/// All rows of a checkpoint, in pieces. \throws Error (bad_case) when they are damaged
void load_rows(const std::filesystem::path& file, SeriesRecorder& series, const FilesWritten& written);

}  // namespace jounce::record
