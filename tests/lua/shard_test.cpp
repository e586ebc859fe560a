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
            EXPECT_TRUE(contains(result.err, std::string("shard ") + shard[0] +
                                                 " of 3 is done; when all are, jounce merge shared/out makes the table"))
                << result.err;
        });
    }
    for (std::thread& shard : shards) shard.join();
    const CommandResult merged = jounce("merge shared/out", scratch.path());
    EXPECT_EQ(merged.status, 0) << merged.err;
    EXPECT_EQ(merged.out, "shared/out/sweep.csv: 15 points, 1 failed\n");
    EXPECT_EQ(read_text(scratch.path() / "shared/out/sweep.csv"), whole);
    EXPECT_TRUE(contains(read_text(scratch.path() / "shared/out/summary.lua"), "status = \"done\""));
    // The script goes on from there.
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
                    .starts_with("merge: b/out holds the points of another sweep than a/out: its axis 'x' was 7 values"))
        << jounce("merge a/out b/out", scratch.path()).err;
    EXPECT_EQ(jounce("merge .", scratch.path()).first_error(),
              "merge: . must be the output folder of a sweep, and has no points/plan");
    scratch.write("none.lua",
                  "local jounce = require 'jounce'\njounce.sweep{ axes = { { name = 'x', values = { 1 } } }, point = function() "
                  "return { y = 1 } end }\n");
    EXPECT_EQ(jounce("run none.lua --shard 1/2", scratch.path()).first_error(),
              "none.lua:2: sweep: --shard needs an 'output', where the shards' points come together");
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
                         "out is in use by shards of another sweep: the script was "));
    scratch.write("go", "");
    first.join();
}

}  // namespace
}  // namespace jounce::test::shard_test
