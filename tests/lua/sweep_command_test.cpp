// `jounce sweep CASE --over ...`, jounce.result, and the lock of an output folder.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <sstream>
#include <thread>
#include <vector>

#include "command.hpp"

namespace jounce::test::sweep_command_test {
namespace {

namespace fs = std::filesystem;

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

const char* const case_with_result =
    "local jounce = require 'jounce'\n"
    "local p = jounce.parameters{ f = 10, law = 'hertz', on = true }\n"
    "if p.f == 4 then error('four') end\n"
    "jounce.result{ y = p.f^2, word = p.law, on = p.on }\n";

TEST(SweepCommand, MakesARowOfEachResult) {
    const Scratch scratch;
    scratch.write("case.lua", case_with_result);
    EXPECT_EQ(jounce("run case.lua --set f=3", scratch.path()).out, "on    true\nword  hertz\ny     9\n");
    const CommandResult result = jounce("sweep case.lua --over f=1:4:4 --over law=hertz,flores --set on=false", scratch.path());
    ASSERT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(result.err, "sweep 'case': 2 of 8 points failed\n");
    const std::string table = read_text(scratch.path() / "out/case_sweep/sweep.csv");
    EXPECT_TRUE(contains(
        table, "number,f,law,on,word,y,failed\n1,1,hertz,false,hertz,1,\n2,1,flores,false,flores,1,\n3,2,hertz,false,hertz,4,\n"))
        << table;
    EXPECT_TRUE(contains(table, "\n7,4,hertz,,,,case.lua:3: four\n")) << table;
    // The same bytes for one job, and from what is on disk.
    ASSERT_EQ(jounce("sweep case.lua --over f=1:4:4 --over law=hertz,flores --set on=false --jobs 1 --output one", scratch.path())
                  .status,
              0);
    EXPECT_EQ(read_text(scratch.path() / "one/sweep.csv"), table);
    EXPECT_TRUE(
        contains(jounce("sweep case.lua --over f=1:4:4 --over law=hertz,flores --set on=false --resume", scratch.path()).err,
                 "8 of 8 points are already there"));
}

/// The case of the guide: the free deflection at 15 Hz (0.0107 m at most, its head says why) decides which snubbers are struck,
/// and a row is what the case alone prints.
TEST(SweepCommand, SweepsTheCaseOfTheGuide) {
    const Scratch scratch;
    const std::string file = JOUNCE_SOURCE_DIR "/cases/sweeps/shock_on_snubber.lua";
    const CommandResult result =
        jounce("sweep " + file + " --quiet --over frequency=15,40 --over clearance=4e-3,12e-3 --output out", scratch.path());
    ASSERT_EQ(result.status, 0) << result.err;
    std::istringstream table(read_text(scratch.path() / "out/sweep.csv"));
    std::vector<std::string> rows;
    for (std::string line; std::getline(table, line);)
        if (!line.starts_with('#')) rows.push_back(line);
    ASSERT_EQ(rows.size(), 5u);
    EXPECT_EQ(rows[0], "number,frequency,clearance,deflection,force,impacts,failed");
    const auto impacts = [](const std::string& row) {
        const std::size_t end = row.rfind(',');
        return row.substr(row.rfind(',', end - 1) + 1, end - row.rfind(',', end - 1) - 1);
    };
    EXPECT_NE(impacts(rows[1]), "0");
    for (const std::size_t free : {2, 3, 4}) EXPECT_EQ(impacts(rows[free]), "0") << rows[free];
    const CommandResult alone = jounce("run " + file + " --quiet --set frequency=15 --set clearance=4e-3", scratch.path());
    EXPECT_TRUE(contains(alone.out, "\nimpacts     " + impacts(rows[1]) + "\n")) << alone.out;
    const auto number = [](const std::string& text, const std::string& behind) {
        return std::stod(text.substr(text.find(behind) + behind.size()));
    };
    EXPECT_EQ(number(alone.out, "deflection  "), number(rows[1], "1,15,0.0040000000000000001,"));
}

TEST(SweepCommand, RefusesWhatCannotBeVaried) {
    const Scratch scratch;
    scratch.write("case.lua", case_with_result);
    scratch.write("without.lua", "local jounce = require 'jounce'\nlocal p = jounce.parameters{ f = 1 }\nprint(p.f)\n");
    const auto said = [&](const std::string& arguments) {
        const CommandResult result = jounce("sweep " + arguments, scratch.path());
        EXPECT_NE(result.status, 0) << arguments;
        return result.first_error();
    };
    EXPECT_EQ(said("case.lua --over f=1:4"), "--over f=1:4: a range must be FROM:TO:COUNT, three numbers");
    EXPECT_EQ(said("case.lua --over f"), "--over f: must be NAME=FROM:TO:COUNT or NAME=VALUE,VALUE,...");
    EXPECT_EQ(said("case.lua --over f=1,1"), "--over f=1,1: the value 1 is given twice");
    EXPECT_EQ(said("case.lua --over f=1 --set f=2"), "--over f=1: 'f' is set by --set");
    EXPECT_EQ(said("case.lua --over f=1 --over f=2"), "--over f=2: 'f' is varied twice");
    EXPECT_EQ(said("case.lua --over g=1"), "--over g=1: there is no parameter 'g'; known are f, law, on");
    EXPECT_EQ(said("case.lua --over f=1,1.0"), "--over f=1,1.0: the value 1.0 is given twice");
    EXPECT_EQ(said("case.lua --over f=1:1:4"), "--over f=1:1:4: the ends of a range must differ");
    EXPECT_EQ(said("case.lua --over f=1:2:1"), "--over f=1:2:1: a range needs a whole number of values, at least 2, got 1");
    EXPECT_EQ(said("case.lua --over f=1:2:1e8"), "--over f=1:2:1e8: an axis has at most 10000000 values, got 1e8");
    EXPECT_EQ(said("case.lua --over speed=1"), "--over speed=1: there is no parameter 'speed'; known are f, law, on");
    for (const char* limit : {"0", "-1", "inf", "nan", "x"}) {
        EXPECT_EQ(said("case.lua --over f=1 --limit " + std::string(limit)),
                  "jounce: --limit: must be a number of seconds above zero, got '" + std::string(limit) + "'");
    }
    scratch.write("same.lua",
                  "local jounce = require 'jounce'\nlocal p = jounce.parameters{ f = 1 }\njounce.result{ f = p.f }\n");
    EXPECT_EQ(said("same.lua --over f=1,2 --jobs 1"),
              "sweep: jounce.result of same.lua must not have a column 'f', which is an axis (point 1: f = 1)");
    scratch.write("word.lua",
                  "local jounce = require 'jounce'\nlocal p = jounce.parameters{ f = 1 }\njounce.result{ failed = p.f }\n");
    EXPECT_EQ(said("word.lua --over f=1,2 --jobs 1"),
              "word.lua:3: result: 'failed' must not be 'failed', a column of every sweep (point 1: f = 1)");
    EXPECT_EQ(said("without.lua --over f=1"),
              "sweep: without.lua has no jounce.result{ name = value, ... }, which gives the row of a point (point 1: f = 1)");
    scratch.write("twice.lua", "local jounce = require 'jounce'\njounce.result{ a = 1 }\njounce.result{ a = 1 }\n");
    EXPECT_EQ(jounce("run twice.lua", scratch.path()).first_error(),
              "twice.lua:3: result: the result is already given at twice.lua:2");
}

/// A case that waits, with its output folder taken, until the file `go` is there.
const char* const waiting_run =
    "local jounce = require 'jounce'\n"
    "local model = jounce.model{ name = 'm' }\n"
    "model:point{ name = 'p', at = { 0, 0, 0 }, mass = 1, free = { 'ux' } }\n"
    "model:spring{ from = 'p', direction = { 1, 0, 0 }, stiffness = 1 }\n"
    "jounce.run(model, { duration = 1, output = 'out', record = { probes = { 'p.ux' } } })\n"
    "io.open('taken', 'w'):write('x'):close()\n"
    "while not io.open('go') do end\n";

TEST(FolderLock, KeepsASecondRunOut) {
    const Scratch scratch;
    scratch.write("case.lua", waiting_run);
    std::thread first([&] { EXPECT_EQ(jounce("run case.lua --quiet", scratch.path()).status, 0); });
    while (!fs::exists(scratch.path() / "taken")) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const CommandResult second = jounce("run case.lua --quiet", scratch.path());
    EXPECT_EQ(second.status, 1);
    EXPECT_EQ(
        second.first_error(),
        "case.lua:5: run: 'output' must be a folder that no other run is writing, got 'out', where another run is in progress");
    scratch.write("go", "");
    first.join();
    // No file is left, and the folder is free.
    for (const fs::directory_entry& entry : fs::directory_iterator(scratch.path() / "out"))
        EXPECT_FALSE(contains(entry.path().string(), "lock"));
    EXPECT_EQ(jounce("run case.lua --quiet", scratch.path()).status, 0);
}

TEST(FolderLock, OfAKilledSweepIsFree) {
    const Scratch scratch;
    scratch.write(
        "case.lua",
        "local jounce = require 'jounce'\n"
        "jounce.sweep{ name = 's', output = 'out', axes = { { name = 'x', values = { 1, 2, 3, 4 } } },\n"
        "  point = function(at) if at.x > 2 and not io.open('go') then while true do end end return { y = at.x } end }\n");
    EXPECT_EQ(jounce_interrupted({"run", "case.lua", "--quiet", "--jobs", "2"}, scratch.path(),
                                 {.grown = "out/points/000002.record"}, SIGKILL)
                  .status,
              128 + SIGKILL);
    scratch.write("go", "");
    // The points of the killed sweep die with it, a moment later at most.
    CommandResult again;
    for (int attempt = 0; attempt < 100 && again.status != 0; ++attempt)
        again = jounce("run case.lua --quiet --resume", scratch.path());
    EXPECT_EQ(again.status, 0) << again.err;
    EXPECT_TRUE(contains(read_text(scratch.path() / "out/sweep.csv"), "\n4,4,4,\n"));
}

}  // namespace
}  // namespace jounce::test::sweep_command_test
