// The output folder of a run: its path, its owner, and the removal of an earlier run's files.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/files/folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <exception>
#include <optional>
#include <vector>

#include "base/files/input_file.hpp"
#include "base/messages/error.hpp"
#include "base/messages/text.hpp"
#include "record/files/lua_text.hpp"

namespace jounce::record {

namespace fs = std::filesystem;

namespace {
constexpr std::array own_files = {
    "summary.lua",        "series.csv",     "impacts.csv",       "friction_events.csv", "energy.csv", "frames.pvd",
    "work_precision.csv", "checkpoint.bin", "checkpoint.series", "checkpoint.events",   "sweep.csv",  "sections.csv",
    "branch.csv",         "branch.state",   "view.py",           "report.html"};

bool is_frame(const fs::path& file) {
    const std::string name = file.filename().string();
    constexpr std::array stems = {"frame_", "gaps_", "nodes_", "shells_", "bodies_", "stops_", "guides_"};
    return (name.ends_with(".vtu") || name.ends_with(".pvtu")) &&
           std::ranges::any_of(stems, [&](const char* stem) { return name.starts_with(stem); });
}

/// The value of ` <key> = "...",` in a summary.lua of Jounce.
std::optional<std::string> quoted_value(const std::string& line, const std::string& key) {
    const std::string start = "  " + key + " = ";
    if (!line.starts_with(start)) return std::nullopt;
    return read_lua_string(std::string_view(line).substr(start.size()));
}

/// The first value of a key in a folder's summary.
std::optional<std::string> in_summary(const fs::path& folder, const std::string& key) {
    InputFile in(folder / "summary.lua");
    for (std::string line; std::getline(in, line);) {
        if (auto value = quoted_value(line, key)) return value;
    }
    return std::nullopt;
}

/// The owner of the results in a folder, if any. Files of Jounce without a readable summary have an owner without a
/// name.
std::optional<FolderOwner> owner_of(const fs::path& folder) {
    std::error_code ignored;
    bool any = false;
    for (const char* name : own_files) any = any || fs::exists(folder / name, ignored);
    if (!any) return std::nullopt;
    const std::optional<std::string> sweep = in_summary(folder, "sweep");
    return FolderOwner{in_summary(folder, "case").value_or(""), sweep ? *sweep : in_summary(folder, "model").value_or(""),
                       sweep ? "sweep" : "model"};
}

std::string whose(const FolderOwner& owner) {
    if (owner.case_file.empty() && owner.model.empty()) return "results without a readable summary.lua";
    return "results of " + owner_words(owner);
}

Error cannot_write(const std::string& field, const fs::path& folder, const std::string& why) {
    return bad_case(field + " must be a folder that can be written, got '" + folder.string() + "': " + why);
}

constexpr const char* in_progress = "running";

std::string mark(const FolderOwner& owner, const std::string& status, const std::string& message = {}) {
    Table summary;
    summary.set("case", owner.case_file);
    summary.set(owner.noun, owner.model);
    summary.set("status", status);
    if (!message.empty()) summary.set("message", message);
    return lua_file("the summary of a run.", summary);
}

/// Marks the folder as this owner's, with a run in progress.
void mark_folder(const fs::path& folder, const FolderOwner& owner, const Session& session, const std::string& field) {
    try {
        replace_file(folder / "summary.lua", mark(owner, in_progress));
    } catch (const Error& e) {
        throw cannot_write(field, folder, e.message());
    }
    if (session.outputs) session.outputs->insert(folder_key(folder));
}

}  // namespace

std::string folder_key(const fs::path& folder) {
    std::error_code failed;
    const fs::path whole = fs::weakly_canonical(folder, failed);
    return (failed ? fs::absolute(folder).lexically_normal() : whole).string();
}

std::string owner_words(const FolderOwner& owner) {
    return owner.noun + " '" + owner.model + "' of " + (owner.case_file.empty() ? "an unnamed case" : owner.case_file);
}

std::string case_identity(const std::string& case_file) {
    if (case_file.empty()) return {};
    const fs::path file = fs::path(case_file).lexically_normal();
    if (!file.is_absolute()) return file.generic_string();
    const fs::path relative = file.lexically_relative(fs::current_path());
    return (relative.empty() || *relative.begin() == ".." ? file : relative).generic_string();
}

fs::path output_path(const std::string& output, const std::string& root, const std::string& field) {
    if (output.find('\0') != std::string::npos)
        throw bad_case(field + " must be a path without a zero byte, got '" + in_one_line(output) + "'");
    fs::path path = fs::path(output).lexically_normal();
    if (!path.has_filename()) path = path.parent_path();  // "out/" is "out"
    if (root.empty()) return path;
    // `run.folder` and paths made from it are below the root already.
    const fs::path below = path.lexically_relative(fs::path(root).lexically_normal() / "");
    if (!below.empty() && *below.begin() != ".." && *below.begin() != ".") return path;
    if (path.is_absolute() || (!path.empty() && *path.begin() == "..")) {
        throw bad_case(field + " must be a path that stays below --output " + root + ", got '" + output + "'");
    }
    return fs::path(root) / path;
}

void check_folder(const fs::path& folder, const FolderOwner& owner, const Session& session, const std::string& field) {
    if (session.outputs && session.outputs->contains(folder_key(folder))) {
        throw bad_case(field + " must be a different folder for each run, got '" + folder.string() +
                       "', which an earlier run of this script has written");
    }
    std::error_code failed;
    for (fs::path p = folder; !p.empty(); p = p.parent_path()) {
        const fs::file_status status = fs::status(p, failed);
        if (fs::exists(status) && !fs::is_directory(status)) {
            throw cannot_write(field, folder, p == folder ? "it is a file" : p.string() + " is a file");
        }
        if (fs::exists(status)) {
            if (::access(p.c_str(), W_OK | X_OK) != 0) throw cannot_write(field, folder, std::strerror(errno));
            break;
        }
        if (p == p.parent_path()) break;
    }
    const std::optional<FolderOwner> other = owner_of(folder);
    if (other && *other != owner && !session.force) {
        throw bad_case(field + " must be a folder without another case's results (or use --force), got '" + folder.string() +
                       "', which holds " + whose(*other));
    }
}

void take_folder(const fs::path& folder, const FolderOwner& owner, const Session& session, const std::string& field) {
    check_folder(folder, owner, session, field);
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed) throw cannot_write(field, folder, failed.message());
    lock_folder(folder, session, field);
    check_folder(folder, owner, session, field);  // another run may have taken it in between
    const auto remove = [&](const fs::path& file) {
        fs::remove(file, failed);
        if (failed) throw cannot_write(field, folder, failed.message());
    };
    // In this order: if the program is killed in between, it leaves neither a checkpoint without its files nor results
    // without an owner.
    remove(folder / "checkpoint.bin");
    mark_folder(folder, owner, session, field);
    for (const std::string_view name : own_files) {
        if (name != "summary.lua") remove(folder / name);
    }
    std::vector<fs::path> frames;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder / "frames", failed)) {
        if (is_frame(entry.path())) frames.push_back(entry.path());
    }
    for (const fs::path& frame : frames) remove(frame);
    if (!frames.empty()) fs::remove(folder / "frames", failed);  // kept if it contains other files
}

void lock_folder(const fs::path& folder, const Session& session, const std::string& field, Sharing sharing) {
    if (!session.locks || session.locks->contains(folder_key(folder))) return;
    const auto lock = session.locks->emplace(folder_key(folder), FolderLock(folder, sharing, field)).first;
    if (const std::string& why = lock->second.missing(); !why.empty() && session.log)
        session.log(folder.string() + ": cannot be locked (" + why +
                    "): do not start another run that writes there, it would not be refused");
}

void share_folder(const fs::path& folder, const Session& session) {
    if (!session.locks) return;
    const auto lock = session.locks->find(folder_key(folder));
    if (lock != session.locks->end()) lock->second.share();
}

void leave_folder(const fs::path& folder, const Session& session) {
    if (session.outputs) session.outputs->erase(folder_key(folder));
}

void mark_end(const fs::path& folder, const FolderOwner& owner, const std::string& status, const std::string& message) noexcept {
    try {
        if (in_summary(folder, "status") != in_progress) return;
        const int out = ::open((folder / "summary.lua").c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
        if (out < 0) return;
        struct stat about {};
        constexpr std::int64_t unit = 512;  // bytes, of st_blocks
        const bool known = ::fstat(out, &about) == 0;
        std::string text = mark(owner, status, message);
        if (!known || static_cast<std::int64_t>(text.size()) > unit * about.st_blocks) text = mark(owner, status);
        const auto size = static_cast<ssize_t>(text.size());
        if (::pwrite(out, text.data(), text.size(), 0) == size) (void)!::ftruncate(out, size);
        ::close(out);
    } catch (const std::exception&) {  // the run's own failure is reported
    }
}

void require_unchanged(const fs::path& folder, const std::string& digest) {
    const std::optional<std::string> written = in_summary(folder, "digest");
    if (!written || *written == digest) return;
    throw OtherOptions(bad_case("run: --resume: " + folder.string() +
                                " contains results of an earlier version of this model (digest " + *written + ", now " + digest +
                                "): its entries, the method or the steps have changed; run without --resume to begin anew"));
}

void keep_folder(const fs::path& folder, const FolderOwner& owner, const Session& session, const std::string& field) {
    check_folder(folder, owner, session, field);
    lock_folder(folder, session, field);
    mark_folder(folder, owner, session, field);
}

namespace {

/// An empty file that no other process writes until it is closed: shards of a sweep write the summary of one folder. The lock of
/// a process that was killed is gone with it. \returns -1 on failure, with errno
int open_alone(const fs::path& file) {
    while (true) {
        const int out = ::open(file.c_str(), O_WRONLY | O_CREAT | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (out < 0) return -1;
        int locked = 0;
        do locked = ::flock(out, LOCK_EX);
        while (locked != 0 && errno == EINTR);
        // The other process has renamed the file while this one waited: what is locked now is the result of that process.
        struct stat mine {
        }, named{};
        const bool renamed = locked == 0 && (::fstat(out, &mine) != 0 || ::stat(file.c_str(), &named) != 0 ||
                                             mine.st_ino != named.st_ino || mine.st_dev != named.st_dev);
        if (!renamed && ::ftruncate(out, 0) == 0) return out;
        const int why = errno;
        ::close(out);
        errno = why;
        if (!renamed) return -1;
    }
}

}  // namespace

void replace_file(const fs::path& file, std::string_view content, bool durable) {
    const fs::path part = file.string() + ".part";
    const auto fail = [&](const char* why) {
        ::unlink(part.c_str());
        throw computation_failed(file.string() + ": cannot be written: " + why);
    };
    const int out = open_alone(part);
    if (out < 0) fail(std::strerror(errno));
    for (std::size_t done = 0; done < content.size();) {
        const ssize_t n = ::write(out, content.data() + done, content.size() - done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) {
            const char* why = std::strerror(n < 0 ? errno : ENOSPC);
            ::close(out);
            fail(why);
        }
        done += static_cast<std::size_t>(n);
    }
    if (durable && ::fsync(out) != 0 && errno != EINVAL && errno != ENOTSUP) {
        const char* why = std::strerror(errno);
        ::close(out);
        fail(why);
    }
    const int locked = ::dup(out);  // keeps the lock until the file has its name
    const int why = ::close(out) != 0 || ::rename(part.c_str(), file.c_str()) != 0 ? errno : 0;
    if (locked >= 0) ::close(locked);
    if (why != 0) fail(std::strerror(why));
    if (!durable) return;
    // Writes the new directory entry to the disk.
    const int folder = ::open(file.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return;
    ::fsync(folder);
    ::close(folder);
}

}  // namespace jounce::record
