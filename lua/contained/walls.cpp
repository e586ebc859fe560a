// Landlock (Linux 5.13) and a memory limit.
// SPDX-License-Identifier: BSD-3-Clause
#include "contained/walls.hpp"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace jounce::lua {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t looks = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
constexpr std::uint64_t changes_of_first =
    LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
    LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK |
    LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;
// Debian 12 has the headers of Linux 6.1.
constexpr std::uint64_t renaming_over_folders = 1ULL << 13;  // version 2
constexpr std::uint64_t truncating = 1ULL << 14;             // version 3
constexpr std::uint64_t of_files =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | truncating;

/// Places of programs, libraries, fonts and machine data. Of /etc only files without secrets.
constexpr std::array system_places = {"/usr",           "/lib",
                                      "/lib32",         "/lib64",
                                      "/bin",           "/sbin",
                                      "/opt",           "/proc",
                                      "/sys",           "/etc/ld.so.cache",
                                      "/etc/fonts",     "/etc/alternatives",
                                      "/etc/localtime", "/etc/locale.alias",
                                      "/etc/openmpi",   "/var/cache/fontconfig",
                                      "/dev/null",      "/dev/zero",
                                      "/dev/urandom",   "/dev/random"};
constexpr const char* shared_memory = "/dev/shm";  // of all programs of the machine

std::uint64_t changes(int version) {
    return changes_of_first | (version >= 2 ? renaming_over_folders : 0) | (version >= 3 ? truncating : 0);
}

class Rules {
  public:
    explicit Rules(int version) : known_(looks | changes(version)) {
        landlock_ruleset_attr attributes = {};
        attributes.handled_access_fs = known_;
        descriptor_ = static_cast<int>(::syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0));
    }
    ~Rules() {
        if (descriptor_ >= 0) ::close(descriptor_);
    }
    Rules(const Rules&) = delete;
    Rules& operator=(const Rules&) = delete;

    /// \returns false when the place does not exist or cannot be opened
    bool allow(const std::string& place, std::uint64_t what) {
        const int at = ::open(place.c_str(), O_PATH | O_CLOEXEC);
        if (at < 0) return false;
        struct stat about = {};
        ::fstat(at, &about);
        landlock_path_beneath_attr attributes = {};
        attributes.allowed_access = what & known_ & (S_ISDIR(about.st_mode) ? ~0ULL : of_files);
        attributes.parent_fd = at;
        const bool done = ::syscall(SYS_landlock_add_rule, descriptor_, LANDLOCK_RULE_PATH_BENEATH, &attributes, 0) == 0;
        ::close(at);
        return done;
    }
    bool enforce() {
        return descriptor_ >= 0 && ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
               ::syscall(SYS_landlock_restrict_self, descriptor_, 0) == 0;
    }

  private:
    std::uint64_t known_;
    int descriptor_ = -1;
};

// A sanitizer maps terabytes for its own records: with any bound its next request for memory fails.
#ifdef JOUNCE_SANITIZED
constexpr bool memory_can_be_bounded = false;
#else
constexpr bool memory_can_be_bounded = true;
#endif

void bound_memory(std::uint64_t bytes) {
    if (bytes == 0 || !memory_can_be_bounded) return;
    rlimit limit = {};
    ::getrlimit(RLIMIT_DATA, &limit);
    limit.rlim_cur = limit.rlim_max == RLIM_INFINITY ? bytes : std::min<rlim_t>(bytes, limit.rlim_max);
    ::setrlimit(RLIMIT_DATA, &limit);
}

/// The user's fonts, for pictures.
void allow_fonts(Rules& rules) {
    const char* home = std::getenv("HOME");
    if (home == nullptr || home[0] != '/') return;
    for (const char* place : {"/.fonts", "/.local/share/fonts", "/.cache/fontconfig", "/.config/fontconfig"})
        rules.allow(std::string(home) + place, looks);
}

}  // namespace

MadeFolder::MadeFolder(const std::string& path) {
    std::error_code failed;
    if (path.empty()) return;
    const fs::path whole = fs::weakly_canonical(path, failed);
    const fs::path within = whole.lexically_relative(fs::current_path(failed));
    if (failed || whole.empty() || (!within.empty() && *within.begin() != "..")) return;
    std::vector<fs::path> missing;
    for (fs::path at = whole; !fs::exists(at, failed) && at.has_relative_path(); at = at.parent_path()) missing.push_back(at);
    for (auto at = missing.rbegin(); at != missing.rend(); ++at) {
        if (!fs::create_directory(*at, failed)) return;  // the first write into it reports the reason
        made_.push_back(*at);
    }
}

MadeFolder::~MadeFolder() {
    for (auto at = made_.rbegin(); at != made_.rend(); ++at) {
        if (::rmdir(at->c_str()) != 0) return;  // it is not empty
    }
}

std::string MadeFolder::above() const { return made_.empty() ? std::string() : made_.front().parent_path().string(); }

std::string raise_walls(const Permissions& permissions, const MadeFolder& output) {
    bound_memory(permissions.memory);
    if (permissions.trusted) return {};
    const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1) return std::string("this kernel has no Landlock (") + std::strerror(errno) + ")";
    const std::uint64_t all = looks | changes(static_cast<int>(version));
    Rules rules(static_cast<int>(version));
    for (const char* place : system_places) rules.allow(place, looks);
    allow_fonts(rules);
    rules.allow("/dev/null", all);
    // The ranks of Open MPI exchange their messages there.
    if (std::getenv("OMPI_COMM_WORLD_SIZE") != nullptr) rules.allow(shared_memory, all);
    rules.allow(permissions.script, looks);
    for (const std::string& folder : permissions.read) rules.allow(folder, looks);
    for (const std::string& folder : permissions.write) rules.allow(folder, all);
    if (const std::string above = output.above(); !above.empty()) rules.allow(above, LANDLOCK_ACCESS_FS_REMOVE_DIR);
    return rules.enforce() ? std::string() : std::string("Landlock cannot be used (") + std::strerror(errno) + ")";
}

}  // namespace jounce::lua
