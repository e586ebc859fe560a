// The files of a checkpoint: checkpoint.bin, replaced as a whole, checkpoint.series and checkpoint.events, which only grow.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/files/archive.hpp"
#include "record/files/csv.hpp"
#include "record/files/folder.hpp"
#include "record/run/run.hpp"

namespace jounce::time {
class FrictionLog;
class ImpactLog;
}  // namespace jounce::time

namespace jounce::record {

/// Digest of the System and of the settings of time integration. What is recorded does not affect the results.
[[nodiscard]] std::string result_digest(const System& system, const RunOptions& options);

/// What must be the same for a run to resume from a checkpoint.
struct RunIdentity {
    FolderOwner owner;
    std::string digest;                                        ///< of the resolved model and the values of its signals
    std::vector<std::pair<std::string, std::string>> options;  ///< name and value, as a message shows them
};

/// Signals are sampled as well: the model's digest contains only the location of a user's function or of a table in a
/// file.
[[nodiscard]] RunIdentity run_identity(const System& system, const RunOptions& options, const FolderOwner& owner);

/// Replaces the file; a reader sees the old one or the new one, even after a power failure.
/// \throws Error (computation) naming the file
void write_checkpoint(const std::filesystem::path& file, const RunIdentity& identity, const std::string& content);

/// The content, or nothing when there is no such file.
/// \throws Error (bad_case) "run: --resume: <file>: ..." when the file is not a checkpoint, has another format, is cut
/// short or damaged, or when the model or an option has changed (naming them)
[[nodiscard]] std::optional<ArchiveReader> read_checkpoint(const std::filesystem::path& file, const RunIdentity& identity);

/// How much of the other files a checkpoint refers to.
struct FilesWritten {
    FilePosition series, energy;
    std::int64_t records = 0, record_bytes = 0;  // in checkpoint.series
    std::uint64_t record_checksum = 0;
    std::int64_t impacts = 0, onsets = 0, friction_events = 0, event_bytes = 0;  // in checkpoint.events
    std::uint64_t event_checksum = 0;

    /// Is a length below zero?
    [[nodiscard]] bool impossible() const {
        return std::min({series.bytes, energy.bytes, records, record_bytes, impacts, onsets, friction_events, event_bytes}) < 0;
    }
};

template <class Archive>
void transfer(Archive& archive, Either<FilesWritten> auto& files) {
    archive(files.series.bytes, files.series.rows, files.energy.bytes, files.energy.rows, files.records, files.record_bytes,
            files.record_checksum, files.impacts, files.onsets, files.friction_events, files.event_bytes, files.event_checksum);
}

/// Removes all files of a checkpoint that exist.
void remove_checkpoint(const std::filesystem::path& folder);

/// A file that is only appended to, so that the bytes of a checkpoint stay as they are.
class GrowingFile {
  public:
    /// Creates or empties the file. \throws Error (computation)
    explicit GrowingFile(std::filesystem::path path);
    /// Appends after the first `bytes` bytes.
    /// \throws Error (bad_case) when the file is shorter, or differs from the file at the time of the checkpoint
    GrowingFile(std::filesystem::path path, std::int64_t bytes, std::uint64_t checksum);
    ~GrowingFile();
    GrowingFile(const GrowingFile&) = delete;
    GrowingFile& operator=(const GrowingFile&) = delete;

    /// \throws Error (computation)
    void append(const std::string& content);
    /// Flushes to the disk itself. \throws Error (computation)
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
class OnsetRecorder;

/// Appends the rows since the last checkpoint, in pieces of a megabyte. \param written by the last checkpoint; updated
void append_rows(GrowingFile& file, const SeriesRecorder& series, FilesWritten& written);
/// Loads all rows of a checkpoint, in pieces. \throws Error (bad_case) when they are damaged
void load_rows(const std::filesystem::path& file, SeriesRecorder& series, const FilesWritten& written);

/// The observers whose rows are in checkpoint.events.
struct EventRecorders {
    time::ImpactLog& impacts;
    time::FrictionLog& frictions;
    OnsetRecorder* onsets;  ///< null: none are kept
};
/// Appends the events since the last checkpoint, in pieces. \param written by the last checkpoint; updated
void append_events(GrowingFile& file, const EventRecorders& recorders, FilesWritten& written);
/// Loads all events of a checkpoint, in pieces. \throws Error (bad_case) when they are damaged
void load_events(const std::filesystem::path& file, const EventRecorders& recorders, const FilesWritten& written);

}  // namespace jounce::record
