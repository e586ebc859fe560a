// Shards of a sweep and their merger: the table of the shards is that of the whole sweep, byte by byte; what is missing, and what
// does not belong together, is named.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <csignal>
#include <thread>
#include <vector>

#include "command.hpp"

namespace jounce::test::shard_test {
namespace {

namespace fs = std::filesystem;

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Lines of three points along y, one for each of five x; `after` follows the sweep.
std::string lines_case(int count = 5) {
    return "local jounce = require 'jounce'\n"
           "local sweep = jounce.sweep{ name = 's', output = 'out', carry = 'y', units = { z = 'N' },\n"
           "  axes = { { name = 'x', unit = 'm', from = 0, to = 1, count = " +
           std::to_string(count) +
           " }, { name = 'y', values = { 1, 2, 3 } } },\n"
           "  point = function(at, before)\n"
           "    if at.x == 0.5 and at.y == 2 then error('here') end\n"
           "    return { z = at.x + at.y + (before and before.row.z or 0), word = 'a, b' }\n"
           "  end }\n"
           "print(#sweep)\n";
}

TEST(Shards, MergeIntoTheTableOfTheWhole) {
    const Scratch scratch;
    scratch.write("case.lua", lines_case());
    ASSERT_EQ(jounce("run case.lua --quiet --output whole", scratch.path()).out, "15\n");
    const std::string whole = read_text(scratch.path() / "whole/out/sweep.csv");
    // At the same time, into one folder.
    std::vector<std::thread> shards;
    for (const char* shard : {"1/3", "2/3", "3/3"}) {
        shards.emplace_back([&scratch, shard] {
            const CommandResult result = jounce(std::string("run case.lua --output shared --shard ") + shard, scratch.path());
            EXPECT_EQ(result.status, 0) << result.err;
            EXPECT_EQ(result.out, "");  // the script has no table to go on with
            EXPECT_TRUE(
                contains(result.err, std::string("shard ") + shard[0] +
                                         " of 3 is done; when all shards are done, jounce merge shared/out makes the table"))
                << result.err;
        });
    }
    for (std::thread& shard : shards) shard.join();
    const CommandResult merged = jounce("merge shared/out", scratch.path());
    EXPECT_EQ(merged.status, 0) << merged.err;
    EXPECT_EQ(merged.out, "shared/out/sweep.csv: 15 points, 1 failed\n");
    EXPECT_EQ(read_text(scratch.path() / "shared/out/sweep.csv"), whole);
    EXPECT_TRUE(contains(read_text(scratch.path() / "shared/out/summary.lua"), "status = \"done\""));
    // The script continues from there.
    EXPECT_EQ(jounce("run case.lua --quiet --output shared --resume", scratch.path()).out, "15\n");

    // In folders of their own, one of them killed and run again.
    for (const char* shard : {"1", "2"})
        jounce(std::string("run case.lua --quiet --output own") + shard + " --shard " + shard + "/2", scratch.path());
    for (const char* file : {"000004.record", "000005.record", "000006.record"})
        fs::remove(scratch.path() / "own2/out/points" / file);
    EXPECT_EQ(jounce("merge own1/out own2/out", scratch.path()).first_error(),
              "merge: 3 of 15 points are missing (4, 5, 6): run their shards again");
    jounce("run case.lua --quiet --output own2 --shard 2/2", scratch.path());
    EXPECT_EQ(jounce("merge own1/out own2/out", scratch.path()).status, 0);
    EXPECT_EQ(read_text(scratch.path() / "own1/out/sweep.csv"), whole);
}

/// Whichever folder comes first: a point that has a row in one of them has it in the table, with its prints and outputs.
TEST(Shards, MergeRowsBeforeFailures) {
    const Scratch scratch;
    scratch.write("case.lua",
                  "local jounce = require 'jounce'\n"
                  "jounce.sweep{ name = 's', output = 'out', axes = { { name = 'x', values = { 1, 2 } } }, point = function(at)\n"
                  "  print('point', at.x)\n"
                  "  if at.x == 2 and not io.open('go') then error('no') end\n"
                  "  local model = jounce.model{ name = 'm' }\n"
                  "  model:point{ name = 'p', at = { 0, 0, 0 }, mass = 1, free = { 'ux' } }\n"
                  "  jounce.run(model, { duration = 0.1, step = 0.01, output = 'run', record = { probes = { 'p.ux' } } })\n"
                  "  return { y = at.x } end }\n");
    const auto run = [&](const std::string& folder, const std::string& options) {
        ASSERT_EQ(jounce("run case.lua --quiet --output " + folder + options, scratch.path()).status, 0);
    };
    run("failed", "");
    run("failed_too", "");
    run("first", " --shard 1/2");
    scratch.write("go", "");
    run("whole", "");
    run("second", " --shard 2/2");
    const std::string whole = read_text(scratch.path() / "whole/out/sweep.csv");
    for (const char* folders : {"failed/out second/out", "second/out failed_too/out", "first/out second/out"}) {
        const CommandResult merged = jounce(std::string("merge ") + folders, scratch.path());
        EXPECT_EQ(merged.status, 0) << merged.err;
        const fs::path target = scratch.path() / std::string(folders).substr(0, std::string(folders).find(' '));
        EXPECT_EQ(read_text(target / "sweep.csv"), whole) << folders;
        for (const char* point : {"000001", "000002"}) {
            EXPECT_EQ(read_text(target / "points" / (std::string(point) + ".log")), std::string("point\t") + point[5] + "\n");
            EXPECT_TRUE(fs::exists(target / "points" / point / "run/series.csv")) << folders << " " << point;
        }
    }
}

/// Along a line that carries a state, what follows a failed point began elsewhere: the line is taken whole from one folder.
TEST(Shards, MergeALineFromOneFolder) {
    const Scratch scratch;
    scratch.write("case.lua",
                  "local jounce = require 'jounce'\n"
                  "jounce.sweep{ name = 's', output = 'out', carry = 'y', axes = { { name = 'y', values = { 1, 2, 3 } } },\n"
                  "  point = function(at, before)\n"
                  "    if at.y == 2 and not io.open('go') then error('no') end\n"
                  "    return { sum = at.y + (before and before.row.sum or 0) } end }\n");
    ASSERT_EQ(jounce("run case.lua --quiet --output failed", scratch.path()).status, 0);
    EXPECT_TRUE(contains(read_text(scratch.path() / "failed/out/sweep.csv"), "\n3,3,up,4,\n"));
    scratch.write("go", "");
    ASSERT_EQ(jounce("run case.lua --quiet --output whole", scratch.path()).status, 0);
    EXPECT_EQ(jounce("merge failed/out whole/out", scratch.path()).status, 0);
    EXPECT_TRUE(contains(read_text(scratch.path() / "failed/out/sweep.csv"), "\n1,1,up,1,\n2,2,up,3,\n3,3,up,6,\n"));
}

TEST(Shards, AreTheTasksOfASlurmArray) {
    const Scratch scratch;
    scratch.write("case.lua", lines_case());
    for (const char* task : {"10", "11"}) {
        const CommandResult result =
            jounce("run case.lua --quiet --shard slurm", scratch.path(),
                   std::string("export SLURM_ARRAY_TASK_ID=") + task + " SLURM_ARRAY_TASK_MIN=10 SLURM_ARRAY_TASK_COUNT=2;");
        EXPECT_EQ(result.status, 0) << result.err;
    }
    EXPECT_EQ(jounce("merge out", scratch.path()).status, 0);
    // --array=0-20:5 has five tasks: 0, 5, 10, 15, 20.
    const auto task = [&](const char* id, const char* last, const char* step) {
        return jounce("run case.lua --quiet --output steps --shard slurm", scratch.path(),
                      std::string("export SLURM_ARRAY_TASK_ID=") + id + " SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_MAX=" + last +
                          " SLURM_ARRAY_TASK_STEP=" + step + " SLURM_ARRAY_TASK_COUNT=5;");
    };
    for (const char* id : {"0", "5", "10", "15", "20"}) EXPECT_EQ(task(id, "20", "5").status, 0) << id;
    EXPECT_EQ(jounce("merge steps/out", scratch.path()).status, 0);
    EXPECT_EQ(read_text(scratch.path() / "steps/out/sweep.csv"), read_text(scratch.path() / "out/sweep.csv"));
    EXPECT_EQ(task("7", "20", "1").first_error(),
              "--shard slurm: the array must be a range, such as --array=1-8 or --array=0-20:5, got task 7 of 5 from 0 to 20 in "
              "steps of 1");
    EXPECT_EQ(jounce("run case.lua --shard slurm", scratch.path(), "unset SLURM_ARRAY_TASK_ID;").first_error(),
              "--shard slurm: SLURM_ARRAY_TASK_ID must be a whole number, got ''; it is set in a job of sbatch --array");
}

TEST(Shards, RefuseWhatDoesNotBelongTogether) {
    const Scratch scratch;
    scratch.write("case.lua", lines_case());
    for (const char* shard : {"0/2", "3/2", "2", "a/b"}) {
        EXPECT_EQ(jounce(std::string("run case.lua --shard ") + shard, scratch.path()).first_error(),
                  std::string("--shard ") + shard + ": must be I/N with 1 <= I <= N, or 'slurm'");
    }
    jounce("run case.lua --quiet --output a --shard 1/2", scratch.path());
    scratch.write("case.lua", lines_case(7));
    jounce("run case.lua --quiet --output b --shard 2/2", scratch.path());
    EXPECT_TRUE(jounce("merge a/out b/out", scratch.path())
                    .first_error()
                    .starts_with("merge: b/out holds the points of another sweep than a/out: axis 'x' was 5 values"))
        << jounce("merge a/out b/out", scratch.path()).err;
    EXPECT_EQ(jounce("merge .", scratch.path()).first_error(),
              "merge: . must be the output folder of a sweep, but has no points/plan");
    scratch.write("none.lua",
                  "local jounce = require 'jounce'\njounce.sweep{ axes = { { name = 'x', values = { 1 } } }, point = function() "
                  "return { y = 1 } end }\n");
    EXPECT_EQ(jounce("run none.lua --shard 1/2", scratch.path()).first_error(),
              "none.lua:2: sweep: --shard requires an 'output', which collects the points of all shards");
}

TEST(Shards, KeepAStrangerOut) {
    const Scratch scratch;
    const auto waiting = [](const char* more) {
        return std::string("local jounce = require 'jounce'\n") + more +
               "jounce.sweep{ name = 's', output = 'out', axes = { { name = 'x', values = { 1, 2, 3 } } }, point = function(at)\n"
               "  if at.x == 3 then io.open('taken', 'w'):write('x'):close() while not io.open('go') do end end return { y = 1 } "
               "end }\n";
    };
    const std::string text = waiting("");
    scratch.write("case.lua", text);
    std::thread first([&] { EXPECT_EQ(jounce("run case.lua --quiet --shard 1/2", scratch.path()).status, 0); });
    while (!fs::exists(scratch.path() / "taken")) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    // Another shard may come in, the whole sweep and another sweep may not.
    EXPECT_EQ(jounce("run case.lua --quiet --shard 2/2", scratch.path()).status, 0);
    EXPECT_TRUE(contains(jounce("run case.lua --quiet --resume", scratch.path()).err,
                         "must be a folder that no other run is writing, got 'out'"));
    scratch.write("case.lua", text + "-- changed\n");
    EXPECT_TRUE(contains(jounce("run case.lua --quiet --shard 2/2", scratch.path()).err,
                         "out is in use by shards of another sweep: the script case.lua has changed"));
    scratch.write("go", "");
    first.join();
}

}  // namespace
}  // namespace jounce::test::shard_test
