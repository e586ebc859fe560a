// A file opened for reading.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/files/input_file.hpp"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <iterator>
#include <utility>

namespace jounce {

namespace {

/// Empty for a file of data.
std::string fault(int descriptor) {
    struct stat about = {};
    if (::fstat(descriptor, &about) != 0) return std::strerror(errno);
    if (S_ISDIR(about.st_mode)) return "it is a folder";
    if (!S_ISREG(about.st_mode)) return "it is a pipe or a device, not a file";
    struct statfs system = {};
    if (::fstatfs(descriptor, &system) != 0) return std::strerror(errno);
    if (system.f_type == PROC_SUPER_MAGIC || system.f_type == SYSFS_MAGIC) return "it is about the machine, not a file of data";
    return {};
}

}  // namespace

InputFile::InputFile(const std::filesystem::path& path, Links links) : InputFile() { open(path, links); }

void InputFile::open(const std::filesystem::path& path, Links links) {
    const std::string& name = path.native();
    const bool whole = name.find('\0') == std::string::npos;
    // A pipe without a writer opens at once, and is refused below.
    const int flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | (links == Links::refuse ? O_NOFOLLOW : 0);
    const int descriptor = whole ? ::open(name.c_str(), flags) : -1;
    take(descriptor, whole ? std::strerror(errno) : "its name contains a zero byte");
}

void InputFile::take(int descriptor, const std::string& why_not) {
    if (descriptor < 0) {
        reason_ = why_not;
    } else if (reason_ = fault(descriptor); reason_.empty()) {
        buffer_ = __gnu_cxx::stdio_filebuf<char>(descriptor, std::ios::in | std::ios::binary);
    } else {
        ::close(descriptor);
    }
    rdbuf(&buffer_);
    if (!buffer_.is_open()) setstate(std::ios::failbit);
}

std::string why_no_folder(const std::filesystem::path& folder) {
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor >= 0) {
        ::close(descriptor);
        return {};
    }
    const int problem = errno;
    const std::string name = "folder '" + folder.string() + "'";
    return problem == ENOENT || problem == ENOTDIR ? "there is no " + name
                                                   : "the " + name + " cannot be read: " + std::strerror(problem);
}

std::optional<std::string> bytes_of_file(const std::filesystem::path& path, Links links) {
    InputFile in(path, links);
    if (!in) return std::nullopt;
    std::string out(std::istreambuf_iterator<char>(in), {});
    return in.bad() ? std::nullopt : std::optional(std::move(out));
}

}  // namespace jounce
