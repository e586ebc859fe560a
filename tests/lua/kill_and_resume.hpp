// Kills the built executable at random moments of one run, resumes it every time, and looks at what is left.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <random>
#include <sstream>

#include "lua/command.hpp"

namespace jounce::test {

/// The last row of a file of the form that rows are written in: only complete rows, each beginning with a time. Only where the
/// row lies across a border of pages (4096 bytes) may Linux, killing the process, leave its first part.
struct LastRow {
    double time = -1;
    bool complete = true;
    explicit LastRow(const std::filesystem::path& file) {
        const std::string text = read_text(file);
        if (text.empty()) return;
        complete = text.back() == '\n' || text.size() % 4096 == 0;
        const std::size_t end = text.rfind('\n');
        if (end == std::string::npos) return;
        const std::size_t begin = end == 0 ? 0 : text.rfind('\n', end - 1) + 1;
        double value = 0;
        if (std::from_chars(text.data() + begin, text.data() + end, value).ec == std::errc{}) time = value;
    }
};

/// A summary, as a file or as it is printed, without what the run cost.
inline std::string results_of(const std::string& summary) {
    std::istringstream in(summary);
    std::string out;
    for (std::string line; std::getline(in, line);) {
        if (line.find("_seconds") == std::string::npos && line.find("nanoseconds") == std::string::npos &&
            line.find("wall time") == std::string::npos)
            out += line + "\n";
    }
    return out;
}

/// One case, run without and with kills.
class KillAndResume {
  public:
    /// \param duration simulated [s]
    explicit KillAndResume(double duration) : duration_(duration) {
        scratch_.write("case.lua", block_case("output = 'out', record = { every = 20, probes = { 'block.ux', 'walls.force' } }, "
                                              "checkpoint = { every_steps = " +
                                                  std::to_string(every_steps) + " }, vtk = { every = 50000 }",
                                              std::to_string(duration)));
        const auto begin = std::chrono::steady_clock::now();
        EXPECT_EQ(jounce("run case.lua --quiet --output whole", scratch_.path()).status, 0);
        seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    }

    /// \param resumptions how many of the lives begin at a checkpoint; each ends at a random moment of the time that the whole
    ///        run took, so that about one in three does on machines of any speed
    void run(int resumptions, unsigned seed) {
        std::mt19937 random(seed);
        std::uniform_real_distribution<double> life(0.0, seconds_);
        int resumed = 0;
        for (int lives = 0; resumed < resumptions && !testing::Test::HasFailure(); ++lives) {
            ASSERT_LT(lives, 20 * resumptions) << resumed << " of them resumed";
            const CommandResult result = jounce_interrupted({"run", "case.lua", "--quiet", "--resume", "--output", "killed"},
                                                            scratch_.path(), {.seconds = life(random)}, SIGKILL);
            resumed += look_at(result) ? 1 : 0;
            EXPECT_TRUE(result.status == 0 || result.status == 128 + SIGKILL) << result.status << ": " << result.err;
            // Came to its end before, be it only the end of its writing: once more from the start.
            if (result.status == 0 || (reached_ > 0.999 * duration_ && !std::filesystem::exists(out_ / "checkpoint.bin"))) {
                compare();
                std::filesystem::remove_all(scratch_.path() / "killed");
                reached_ = 0;
            }
        }
        const bool has_checkpoint = std::filesystem::exists(out_ / "checkpoint.bin");
        const CommandResult last = jounce("run case.lua --quiet --resume --output killed", scratch_.path());
        EXPECT_EQ(last.status, 0) << last.err;
        EXPECT_EQ(look_at(last), has_checkpoint) << last.err;
        compare();
    }

  private:
    static constexpr double step = 1e-5;
    static constexpr int every_steps = 10000;

    /// "resumes at t = 0.02 s from ...": never further back than one interval behind what was on disk before.
    bool look_at(const CommandResult& result) {
        const std::string words = "resumes at t = ";
        const std::size_t at = result.err.find(words);
        if (at != std::string::npos) {
            EXPECT_GE(std::stod(result.err.substr(at + words.size())), reached_ - every_steps * step * 1.001);
        }
        EXPECT_EQ(result.err.find("run: "), std::string::npos) << result.err;
        for (const char* name : {"series.csv", "energy.csv"}) EXPECT_TRUE(LastRow(out_ / name).complete) << name;
        reached_ = std::max(reached_, LastRow(out_ / "series.csv").time);
        return at != std::string::npos;
    }

    void compare() const {
        namespace fs = std::filesystem;
        const fs::path whole = scratch_.path() / "whole/out";
        std::size_t files = 0;
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(whole)) {
            const fs::path name = fs::relative(entry.path(), whole);
            if (entry.is_directory() || name == "summary.lua") continue;
            ++files;
            EXPECT_TRUE(read_text(entry.path()) == read_text(out_ / name)) << name;
        }
        EXPECT_GE(files, 10u);
        EXPECT_EQ(results_of(read_text(out_ / "summary.lua")), results_of(read_text(whole / "summary.lua")));
        EXPECT_FALSE(fs::exists(out_ / "checkpoint.bin"));
    }

    Scratch scratch_;
    double duration_;
    double seconds_ = 0;  // that the whole run took
    std::filesystem::path out_ = scratch_.path() / "killed/out";
    double reached_ = 0;  // the last time on disk
};

}  // namespace jounce::test
