// Files of a contained case.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/files/open_below.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <deque>
#include <filesystem>
#include <optional>
#include <utility>

namespace jounce {

namespace {

namespace fs = std::filesystem;

class Descriptor {
  public:
    explicit Descriptor(int number) : number_(number) {}
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    [[nodiscard]] int get() const { return number_; }
    int release() { return std::exchange(number_, -1); }

  private:
    int number_;
};

/// The rest of the path below the folder, with the folder as written or with its real path.
std::optional<fs::path> below(const std::string& folder, const fs::path& absolute) {
    std::error_code failed;
    const fs::path real = fs::canonical(folder, failed);
    for (const fs::path& base : {fs::absolute(folder).lexically_normal(), real}) {
        if (base.empty()) continue;
        const fs::path rest = absolute.lexically_relative(base);
        if (!rest.empty() && *rest.begin() != ".." && rest != ".") return rest;
    }
    return std::nullopt;
}

/// Without openat2: opens component by component and refuses symbolic links.
int open_without_links(int folder, const fs::path& rest, int flags, mode_t mode) {
    Descriptor at(::fcntl(folder, F_DUPFD_CLOEXEC, 0));
    for (auto part = rest.begin(); part != rest.end(); ++part) {
        const bool last = std::next(part) == rest.end();
        const int how = last ? flags | O_NOFOLLOW : O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
        Descriptor next(::openat(at.get(), part->c_str(), how, mode));
        if (next.get() < 0) {
            if (errno == ELOOP) errno = EXDEV;
            return -1;
        }
        at = std::move(next);
    }
    return at.release();
}

int open_beneath(int folder, const fs::path& rest, int flags) {
    open_how how = {};
    how.flags = static_cast<std::uint64_t>(flags);
    how.mode = (flags & O_CREAT) != 0 ? 0666 : 0;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
    const long opened = ::syscall(SYS_openat2, folder, rest.c_str(), &how, sizeof how);
    if (opened >= 0 || (errno != ENOSYS && errno != EPERM)) return static_cast<int>(opened);
    return open_without_links(folder, rest, flags, 0666);
}

/// Where the symbolic links of an absolute path lead, also those to files that do not exist yet. A cycle of links ends at one of
/// them, which cannot be opened.
fs::path destination(const fs::path& path) {
    constexpr int most_links = 40;  // as the kernel
    std::deque<fs::path> rest(path.begin(), path.end());
    fs::path out;
    for (int links = 0; !rest.empty();) {
        const fs::path part = rest.front();
        rest.pop_front();
        std::error_code failed;
        const fs::path target = links < most_links ? fs::read_symlink(out / part, failed) : fs::path();
        if (!target.empty()) {
            ++links;
            rest.insert(rest.begin(), target.begin(), target.end());
        } else if (part == "..") {
            out = out.parent_path();
        } else if (!part.empty() && part != ".") {
            out /= part;
        }
    }
    return out;
}

}  // namespace

Opened open_below(const std::vector<std::string>& folders, const std::string& path, int flags) {
    if (path.empty() || path.find('\0') != std::string::npos) return {-1, NotOpened::failed, ENOENT};
    const fs::path absolute = fs::absolute(path).lexically_normal();
    Opened out{-1, NotOpened::outside, 0};
    for (const std::string& folder : folders) {
        const std::optional<fs::path> rest = below(folder, absolute);
        if (!rest) continue;
        const Descriptor base(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
        if (base.get() < 0) {
            if (out.refusal == NotOpened::outside) out = {-1, NotOpened::failed, errno};
            continue;
        }
        // Opening a pipe without another end would block forever.
        Descriptor file(open_beneath(base.get(), *rest, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
        if (file.get() < 0) {
            if (errno != EXDEV) out = {-1, errno == ENXIO ? NotOpened::no_file : NotOpened::failed, errno};
            if (errno == EXDEV || errno == ENOENT) continue;  // it may be in another folder
            return out;
        }
        struct stat about = {};
        if (::fstat(file.get(), &about) != 0 || !S_ISREG(about.st_mode))
            return {-1, NotOpened::no_file, S_ISDIR(about.st_mode) ? EISDIR : 0};
        return {file.release(), NotOpened::none, 0};
    }
    return out;
}

bool is_below(const std::string& folder, const fs::path& path) {
    if (path.empty()) return false;
    const fs::path real = destination(fs::absolute(path));
    std::error_code failed;
    return below(folder, real).has_value() || real == fs::canonical(folder, failed);
}

}  // namespace jounce
