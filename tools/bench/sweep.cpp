// Sweeps from the command line.
// SPDX-License-Identifier: BSD-3-Clause
#include "sweep.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include "sweep/plan.hpp"
#include "sweep/store.hpp"

namespace jounce::bench {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// The work is a number of rounds and no span of time, so that a second process that takes from the first one shows.
const char* const busy_script =
    "local jounce = require 'jounce'\n"
    "local p = jounce.parameters{ rounds = 1e6, count = 10 }\n"
    "local sweep = jounce.sweep{ name = 'busy', axes = { { name = 'i', from = 1, to = p.count, count = p.count } },\n"
    "  point = function()\n"
    "    local begin, sum = os.clock(), 0\n"
    "    for i = 1, p.rounds do sum = sum + i % 7 end\n"
    "    return { seconds = os.clock() - begin, sum = sum }\n"
    "  end, output = 'busy' }\n"
    "local seconds = 0\n"
    "for _, row in ipairs(sweep) do seconds = seconds + row.seconds end\n"
    "io.open('seconds', 'w'):write(seconds):close()\n";

struct Scratch {
    fs::path path = fs::temp_directory_path() / fmt::format("jounce_bench_{}", ::getpid());
    Scratch() { fs::create_directories(path); }
    ~Scratch() {
        std::error_code ignored;
        fs::remove_all(path, ignored);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
};

struct Command {
    double wall = 0;       ///< [s]
    double processor = 0;  ///< of the program and its points [s]
    double memory = 0;     ///< largest of one process [MB]
};

Command jounce(const std::string& arguments, const fs::path& folder) {
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
        throw std::runtime_error("bench sweep: this failed: " + line);
    Command out;
    out.wall = std::chrono::duration<double>(Clock::now() - begin).count();
    const auto seconds = [](const timeval& t) { return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec); };
    out.processor = seconds(usage.ru_utime) + seconds(usage.ru_stime);
    out.memory = static_cast<double>(usage.ru_maxrss) / 1024;
    return out;
}

Measurement line(const std::string& variant, int points, double seconds, double ratio = 0) {
    return {"sweep", variant, 0, points, seconds / points, ratio};
}

void add_points(std::vector<Measurement>& out, const fs::path& folder) {
    std::ofstream(folder / "busy.lua") << busy_script;
    const auto computed = [&] {
        double seconds = 0;
        std::ifstream(folder / "seconds") >> seconds;
        return seconds;
    };
    jounce("run busy.lua --quiet --jobs 1 --set rounds=1e6 --set count=20", folder);
    const std::string points = fmt::format("--set count=200 --set rounds={:.0f}", 0.1 / (computed() / 20) * 1e6);
    const Command alone = jounce("run busy.lua --quiet --jobs 1 " + points, folder);
    const double serial = computed();
    const Command both = jounce("run busy.lua --quiet --jobs 2 " + points, folder);
    out.push_back(line(fmt::format("one process, processor {:.2f} s", alone.processor), 200, alone.wall, alone.wall / serial));
    out.push_back(line(fmt::format("two processes, processor {:.2f} s; ratio to half of {:.2f} s", both.processor, serial), 200,
                       both.wall, both.wall / (serial / 2)));
}

void add_start(std::vector<Measurement>& out, const fs::path& folder, int repeats) {
    Command least;
    least.wall = 1e300;
    for (int i = 0; i < repeats; ++i) {
        const Command now = jounce("run busy.lua --quiet --jobs 1 --set count=500 --set rounds=0", folder);
        if (now.wall < least.wall) least = now;
    }
    out.push_back(line(fmt::format("start of a point, processor {:.2f} s", least.processor), 500, least.wall));
}

void add_table(std::vector<Measurement>& out, const fs::path& folder, int repeats) {
    constexpr int rows = 100'000;
    sweep::Axis axis{"i", "", {}};
    for (int i = 0; i < rows; ++i) axis.values.emplace_back(static_cast<double>(i));
    const sweep::Plan plan = sweep::grid({axis}, "", "up");
    const sweep::Store store(folder / "table");
    store.begin(sweep::identity_of(plan), to_bytes(sweep::Described{"table", "bench", "", plan, false, {}}));
    for (int i = 0; i < rows; ++i) {
        sweep::Result result;
        for (const char* column : {"a", "b", "c"}) result.row.emplace_back(column, 1.0 / (i + 3.0));
        store.write(static_cast<std::size_t>(i), to_bytes(result));
    }
    Command least;
    least.wall = 1e300;
    for (int i = 0; i < repeats; ++i) {
        const Command now = jounce("merge table", folder);
        if (now.wall < least.wall) least = now;
    }
    out.push_back(line(fmt::format("row of a table of 100 000, processor {:.2f} s, {:.0f} MB", least.processor, least.memory),
                       count, least.wall));
}

}  // namespace

std::vector<Measurement> measure_sweep(int repeats) {
    const Scratch scratch;
    std::vector<Measurement> out;
    add_points(out, scratch.path);
    add_start(out, scratch.path, repeats);
    add_table(out, scratch.path, repeats);
    return out;
}

}  // namespace jounce::bench
