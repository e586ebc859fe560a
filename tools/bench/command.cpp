// SPDX-License-Identifier: BSD-3-Clause
#include "command.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <stdexcept>
#include <system_error>

namespace jounce::bench {

namespace fs = std::filesystem;

Scratch::Scratch() : path(fs::temp_directory_path() / fmt::format("jounce_bench_{}", ::getpid())) {
    fs::create_directories(path);
}

Scratch::~Scratch() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
}

Command run_jounce(const std::string& arguments, const fs::path& folder) {
    using Clock = std::chrono::steady_clock;
    const std::string program = (fs::read_symlink("/proc/self/exe").parent_path() / "jounce").string();
    const std::string line = fmt::format("cd '{}' && exec '{}' {} >/dev/null", folder.string(), program, arguments);
    const Clock::time_point begin = Clock::now();
    const pid_t process = ::fork();
    if (process == 0) {
        ::execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
        ::_exit(127);
    }
    int status = 0;
    rusage usage{};
    if (process < 0 || ::wait4(process, &status, 0, &usage) < 0 || status != 0)
        throw std::runtime_error("bench: this failed: " + line);
    Command out;
    out.wall = std::chrono::duration<double>(Clock::now() - begin).count();
    const auto seconds = [](const timeval& t) { return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec); };
    out.processor = seconds(usage.ru_utime) + seconds(usage.ru_stime);
    out.memory = static_cast<double>(usage.ru_maxrss) / 1024;
    return out;
}

}  // namespace jounce::bench
