// Files of a folder that another person may have made.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/files/unlinked_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace jounce::record {

std::optional<std::string> unlinked_content(const std::filesystem::path& file) {
    const int in = ::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (in < 0) return std::nullopt;
    struct stat status {};
    bool readable = ::fstat(in, &status) == 0 && S_ISREG(status.st_mode);
    std::string out;
    constexpr std::size_t piece = std::size_t{1} << 16U;
    for (std::size_t size = 0; readable;) {
        out.resize(size + piece);
        const ssize_t n = ::read(in, out.data() + size, piece);
        if (n < 0 && errno == EINTR) continue;
        readable = n >= 0;
        if (n > 0) size += static_cast<std::size_t>(n);
        out.resize(size);
        if (n <= 0) break;
    }
    (void)::close(in);
    return readable ? std::optional(std::move(out)) : std::nullopt;
}

}  // namespace jounce::record
