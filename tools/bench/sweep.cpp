// Sweeps from the command line.
// SPDX-License-Identifier: BSD-3-Clause
#include "sweep.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "command.hpp"
#include "sweep/plan.hpp"
#include "sweep/store.hpp"

namespace jounce::bench {

namespace {

namespace fs = std::filesystem;

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
    run_jounce("run busy.lua --quiet --jobs 1 --set rounds=1e6 --set count=20", folder);
    const std::string points = fmt::format("--set count=200 --set rounds={:.0f}", 0.1 / (computed() / 20) * 1e6);
    const Command alone = run_jounce("run busy.lua --quiet --jobs 1 " + points, folder);
    const double serial = computed();
    const Command both = run_jounce("run busy.lua --quiet --jobs 2 " + points, folder);
    out.push_back(line(fmt::format("one process, processor {:.2f} s", alone.processor), 200, alone.wall, alone.wall / serial));
    out.push_back(line(fmt::format("two processes, processor {:.2f} s; ratio to half of {:.2f} s", both.processor, serial), 200,
                       both.wall, both.wall / (serial / 2)));
}

void add_start(std::vector<Measurement>& out, const fs::path& folder, int repeats) {
    Command least;
    least.wall = 1e300;
    for (int i = 0; i < repeats; ++i) {
        const Command now = run_jounce("run busy.lua --quiet --jobs 1 --set count=500 --set rounds=0", folder);
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
        const Command now = run_jounce("merge table", folder);
        if (now.wall < least.wall) least = now;
    }
    out.push_back(line(fmt::format("row of a table of 100 000, processor {:.2f} s, {:.0f} MB", least.processor, least.memory),
                       rows, least.wall));
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
