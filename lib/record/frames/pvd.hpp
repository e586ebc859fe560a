// A ParaView collection: which .vtu files belong to which time. Readable after every frame, however the run ends.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace jounce::record {

/// Each entry overwrites the closing tags and writes them anew, so that the file is complete between any two entries.
class PvdFile {
  public:
    /// \throws Error (computation) when the file cannot be created
    explicit PvdFile(std::filesystem::path path);
    /// Continues after the entries up to `end`, as given by an earlier object.
    /// \throws Error (bad_case) when the file cannot be opened or is shorter
    PvdFile(std::filesystem::path path, std::int64_t end);
    ~PvdFile();
    PvdFile(const PvdFile&) = delete;
    PvdFile& operator=(const PvdFile&) = delete;

    /// \param name of the part, which ParaView shows; no quotes or angles
    /// \param file relative to the folder of the collection, e.g. "frames/frame_000000.vtu"
    /// \throws Error (computation) when the disk is full; the entries so far stay readable
    void add(double time, int part, std::string_view name, const std::string& file);
    /// Where the entries end, for the second constructor.
    [[nodiscard]] std::int64_t end() const { return end_; }
    /// Flushes the file to the disk itself.
    void sync() const;

  private:
    void write_at(std::int64_t offset, std::string_view text);

    std::filesystem::path path_;
    std::int64_t end_ = 0;  // where the closing tags begin
    int file_ = -1;
};

}  // namespace jounce::record
