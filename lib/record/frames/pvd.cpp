// A ParaView collection: which .vtu files belong to which time. Readable after every frame, however the run ends.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/frames/pvd.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/messages/error.hpp"
#include "record/files/csv.hpp"

namespace jounce::record {

namespace {
constexpr std::string_view head =
    "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\" byte_order=\"LittleEndian\">\n  <Collection>\n";
constexpr std::string_view tail = "  </Collection>\n</VTKFile>\n";
}  // namespace

PvdFile::PvdFile(std::filesystem::path path) : path_(std::move(path)) {
    file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK | O_CLOEXEC, 0666);
    if (file_ < 0) throw computation_failed(path_.string() + ": cannot be written: " + std::strerror(errno));
    write_at(0, std::string(head) + std::string(tail));
    end_ = static_cast<std::int64_t>(head.size());
}

PvdFile::PvdFile(std::filesystem::path path, std::int64_t end) : path_(std::move(path)), end_(end), file_(open_at(path_, end)) {
    write_at(end_, tail);
}

PvdFile::~PvdFile() {
    if (file_ >= 0) ::close(file_);
}

void PvdFile::add(double time, int part, std::string_view name, const std::string& file) {
    std::string entry = "    <DataSet timestep=\"";
    append_number(entry, time);
    entry += "\" part=\"" + std::to_string(part) + "\" name=\"" + std::string(name) + "\" file=\"" + file + "\"/>\n";
    try {
        write_at(end_, entry + std::string(tail));
    } catch (...) {
        // The closing tags fit where they were before.
        if (::ftruncate(file_, end_) == 0) write_at(end_, tail);
        throw;
    }
    end_ += static_cast<std::int64_t>(entry.size());
}

void PvdFile::sync() const { sync_file(file_, path_); }

void PvdFile::write_at(std::int64_t offset, std::string_view text) {
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t n = ::pwrite(file_, text.data() + done, text.size() - done, offset + static_cast<std::int64_t>(done));
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) throw computation_failed(path_.string() + ": cannot be written: " + std::strerror(n < 0 ? errno : ENOSPC));
        done += static_cast<std::size_t>(n);
    }
}

}  // namespace jounce::record
