// jounce.compare from the command line: what it writes and shows, how it is checked, what Ctrl-C leaves.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "command.hpp"
#include "script/progress.hpp"

namespace jounce::test::compare_test {
namespace {

namespace fs = std::filesystem;

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// A study of the block between two stops; `fields` go into its table, `after` follows it.
std::string study_case(const std::string& fields, const std::string& after = "") {
    return "local jounce = require \"jounce\"\n"
           "local newmark = jounce.method.newmark\n"
           "local model = jounce.model{ name = \"block\" }\n"
           "model:point{ name = \"block\", at = { 0, 0, 0 }, mass = 100, free = { \"ux\" } }\n"
           "model:spring{ from = \"block\", direction = { 1, 0, 0 }, stiffness = 1e6, damping = 200 }\n"
           "model:gap{ name = \"walls\", node = \"block\", direction = { 1, 0, 0 }, clearance = 5e-3,\n"
           "           law = jounce.law.hertz{ stiffness = 1.5e9 } }\n"
           "model:initial{ node = \"block\", velocity = { 8, 0, 0 } }\n"
           "local study = jounce.compare{ model = model, probes = { \"block.ux\" }, repetitions = 1,\n"
           "  reference = { method = newmark{}, step = 1e-6 }, " +
           fields + " }\n" + after;
}

std::vector<std::string> cells_of(const std::string& line) {
    std::vector<std::string> out(1);
    bool quoted = false;
    for (const char c : line) {
        if (c == '"') {
            quoted = !quoted;
        } else if (c == ',' && !quoted) {
            out.emplace_back();
        } else {
            out.back() += c;
        }
    }
    return out;
}

TEST(Compare, WritesItsFolder) {
    const Scratch scratch;
    scratch.write("case.lua", study_case("duration = 0.02, methods = { newmark{} }, steps = { 1e-4, 1e-5 }, output = 'out'",
                                         "study:print()\nstudy:plot('out/a.svg')\nstudy:plot('out/a.png')\n"));
    const CommandResult result = jounce("run case.lua", scratch.path());
    ASSERT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(without_progress(result.err), "");
    EXPECT_TRUE(contains(result.out, "work-precision study of 'block' over 0.02 s\n")) << result.out;
    EXPECT_TRUE(contains(result.out, "newmark (beta 0.25, gamma 0.5)")) << result.out;

    std::istringstream csv(read_text(scratch.path() / "out/work_precision.csv"));
    std::vector<std::vector<std::string>> rows;
    std::vector<std::string> remarks;
    for (std::string line; std::getline(csv, line);) line[0] == '#' ? remarks.push_back(line) : rows.push_back(cells_of(line));
    ASSERT_GE(remarks.size(), 5U);
    EXPECT_TRUE(remarks[0].starts_with("# jounce 0."));
    EXPECT_EQ(remarks[4], "# reference: newmark (beta 0.25, gamma 0.5), step 1e-06 s");
    ASSERT_EQ(rows.size(), 3U);
    const auto column = [&](const std::string& name) {
        const auto at = std::find(rows[0].begin(), rows[0].end(), name);
        EXPECT_NE(at, rows[0].end()) << name;
        return static_cast<std::size_t>(at - rows[0].begin());
    };
    for (const auto& row : rows) ASSERT_EQ(row.size(), rows[0].size());
    // Located events divide a few steps.
    EXPECT_NEAR(std::stod(rows[1][column("steps")]), 200, 40);
    EXPECT_NEAR(std::stod(rows[2][column("steps")]), 2000, 40);
    EXPECT_EQ(rows[1][column("tolerance")], "");
    EXPECT_EQ(rows[2][column("block.ux error (rms)")], rows[2][column("displacement error (rms)")]);
    const double coarse = std::stod(rows[1][column("displacement error (rms)")]);
    const double fine = std::stod(rows[2][column("displacement error (rms)")]);
    EXPECT_LT(fine, coarse / 10);
    EXPECT_NEAR(std::stod(rows[2][column("displacement order")]), std::log10(coarse / fine), 1e-12);
    EXPECT_EQ(rows[2][column("Pareto front")], "1");

    const std::string summary = read_text(scratch.path() / "out/summary.lua");
    EXPECT_TRUE(contains(summary, "status = \"done\"")) << summary;
    EXPECT_TRUE(contains(read_text(scratch.path() / "out/a.svg"), "Pareto front"));
    EXPECT_EQ(read_text(scratch.path() / "out/a.png").substr(1, 3), "PNG");
    for (const auto& entry : fs::directory_iterator(scratch.path() / "out")) EXPECT_NE(entry.path().extension(), ".part");

    // Another case does not write over it; the same one does.
    scratch.write("other.lua", study_case("duration = 0.02, methods = { newmark{} }, steps = { 1e-4 }, output = 'out'"));
    const CommandResult other = jounce("run other.lua", scratch.path());
    EXPECT_EQ(other.status, 1);
    EXPECT_TRUE(contains(other.first_error(), "compare: 'output' must be a folder without another case's results")) << other.err;
    EXPECT_EQ(jounce("run case.lua", scratch.path()).status, 0);
}

TEST(Compare, IsCheckedWithoutBeingComputed) {
    const Scratch scratch;
    // Computed, it would take hours.
    const std::string fields = "duration = 1e4, methods = { newmark{} }, steps = { 1e-4 }, output = 'out'";
    scratch.write("case.lua", study_case(fields, "study:print()\n"));
    const CommandResult result = jounce("check case.lua", scratch.path());
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_TRUE(contains(result.out, "stopped at case.lua:11")) << result.out;
    EXPECT_FALSE(fs::exists(scratch.path() / "out"));
    scratch.write("bad.lua", study_case("duration = 1e4, methods = { newmark{} }, steps = { -1 }"));
    const CommandResult bad = jounce("check bad.lua", scratch.path());
    EXPECT_EQ(bad.status, 1);
    EXPECT_TRUE(contains(bad.first_error(), "bad.lua:9: compare: 'steps'")) << bad.err;
}

// Linear motion without a method and a step is exact, and event_driven is what comparisons are measured against.
TEST(Compare, EventDrivenIsTheStandardWithoutAStep) {
    const Scratch scratch;
    scratch.write("case.lua",
                  "local jounce = require 'jounce'\nlocal m = jounce.model{ name = 'a' }\n"
                  "m:point{ name = 'p', at = { 0, 0, 0 }, mass = 1, free = { 'ux' } }\n"
                  "m:spring{ from = 'p', direction = { 1, 0, 0 }, stiffness = 100 }\n"
                  "m:initial{ node = 'p', velocity = { 1, 0, 0 } }\n"
                  "print(jounce.run(m, { duration = 1 }).summary.method)\n"
                  "print(jounce.run(m, { duration = 1, step = 1e-3 }).summary.method)\n"
                  "print(jounce.compare{ model = m, duration = 1, methods = { jounce.method.newmark{} }, steps = { 1e-2 },\n"
                  "  probes = { 'p.ux' } }.reference.description)\n");
    const CommandResult result = jounce("run case.lua --quiet", scratch.path());
    EXPECT_EQ(result.out, "event_driven (tolerance 1e-06)\nnewmark (beta 0.25, gamma 0.5)\nevent_driven, tolerance 1e-12\n")
        << result.err;
}

TEST(Compare, InterruptedItKeepsItsRows) {
    const Scratch scratch;
    // The first row takes milliseconds, the second one hours.
    scratch.write("case.lua",
                  study_case("duration = 0.2, samples = 10, methods = { newmark{} }, steps = { 1e-4, 1e-12 }, output = 'out'"));
    const CommandResult result = jounce_interrupted({"run", "case.lua"}, scratch.path(), {"out/work_precision.csv"});
    EXPECT_EQ(result.status, 130);
    EXPECT_EQ(result.first_error(), "case.lua:9: compare: interrupted after 1 of 2 rows; they are in out") << result.err;
    EXPECT_TRUE(contains(read_text(scratch.path() / "out/work_precision.csv"), "\n\"newmark (beta 0.25, gamma 0.5)\",0.0001,"));
    EXPECT_TRUE(contains(read_text(scratch.path() / "out/summary.lua"), "status = \"interrupted\""));
}

TEST(Compare, ProgressWords) {
    const nonlinear::StudyProgress progress{.done = 6, .total = 17, .doing = "newmark, step 1e-06 s, timing", .wall_seconds = 3};
    EXPECT_EQ(lua::progress_line(progress), "run 7 of 17 (35 %): newmark, step 1e-06 s, timing");
    EXPECT_EQ(lua::progress_bar(progress, 200), "[#######.............]  35 %  run 7 of 17: newmark, step 1e-06 s, timing");
    EXPECT_EQ(lua::progress_bar(progress, 40).size(), 40U);
}

}  // namespace
}  // namespace jounce::test::compare_test
