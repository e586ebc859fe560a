// The output folder of a sweep: points that are done are lost by no slip of the command line. Points of another sweep are refused
// with what differs, whichever way the sweep is started; hints are commands that work; what was killed is computed again.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <map>

#include "command.hpp"

namespace jounce::test::sweep_folder_test {
namespace {

namespace fs = std::filesystem;

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Every file below a folder with its bytes.
std::map<std::string, std::string> files_in(const fs::path& folder) {
    std::map<std::string, std::string> out;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file()) out[entry.path().string()] = read_text(entry.path());
    }
    return out;
}

/// k x over x = 1 ... `count`; the table is called `name`, `after` follows it.
std::string product(int count = 3, const std::string& after = "", const std::string& body = "") {
    return "local jounce = require 'jounce'\nlocal p = jounce.parameters{ k = 1 }\n"
           "jounce.sweep{ name = 's', output = 'out', axes = { { name = 'x', unit = 'm', from = 1, to = " +
           std::to_string(count) + ", count = " + std::to_string(count) + " } }, point = function(at) " + body +
           " return { y = p.k*at.x } end }\n" + after;
}

TEST(SweepFolder, OfAnotherSweepIsNotTouched) {
    const Scratch scratch;
    scratch.write("case.lua", product());
    ASSERT_EQ(jounce("run case.lua --quiet", scratch.path()).status, 0);
    const auto before = files_in(scratch.path() / "out");
    struct Change {
        std::string script, options, words, then;
    };
    const std::string removes = "; --force removes them and begins anew";
    const std::string goes_on = "; --resume --force continues with them unchanged, --force alone removes them and begins anew";
    for (const Change& change :
         {Change{product(), " --set k=2", "--set k is new (2)", removes},
          Change{product(4), "", "axis 'x' was 3 values from 1 to 3 m, and is 4 values from 1 to 4 m", removes},
          Change{product(3, "-- a remark\n"), "", "the script case.lua has changed", goes_on}}) {
        scratch.write("case.lua", change.script);
        for (const char* way : {"", " --resume", " --retry-failed", " --shard 1/2", " --shard 2/2 --resume"}) {
            const CommandResult result = jounce("run case.lua --quiet" + change.options + way, scratch.path());
            EXPECT_EQ(result.status, 1) << way;
            EXPECT_EQ(result.first_error(),
                      "case.lua:3: sweep: out holds the points of another sweep: " + change.words + change.then);
            EXPECT_TRUE(files_in(scratch.path() / "out") == before) << change.words << way;
        }
    }
    // Of the script alone the user may know better, of an axis not.
    const CommandResult counted = jounce("run case.lua --resume --force", scratch.path());
    EXPECT_EQ(counted.status, 0) << counted.err;
    EXPECT_TRUE(contains(counted.err, "3 of 3 points are already there")) << counted.err;
    EXPECT_EQ(jounce("run case.lua --quiet --resume", scratch.path()).status, 0) << "they are this script's now";
    scratch.write("case.lua", product(4));
    EXPECT_TRUE(contains(jounce("run case.lua --quiet --resume --force", scratch.path()).err,
                         "and is 4 values from 1 to 4 m; --force without --resume removes them and begins anew"));
    EXPECT_EQ(jounce("run case.lua --quiet --force", scratch.path()).status, 0);
    EXPECT_TRUE(contains(read_text(scratch.path() / "out/sweep.csv"), "\n4,4,4,\n"));
    // Without its points a table says nothing of its sweep.
    fs::remove_all(scratch.path() / "out/points");
    EXPECT_TRUE(contains(jounce("run case.lua --quiet", scratch.path()).err,
                         "out holds the table of a sweep without its points; --force removes it and begins anew"));
}

// Nothing is lost with points that have no row: the corrected script begins anew. Control: one row is enough to keep the folder.
TEST(SweepFolder, OfFailuresAloneIsUsedAgain) {
    const Scratch scratch;
    scratch.write("case.lua", product(3, "", "error('slip')"));
    EXPECT_NE(jounce("run case.lua --quiet", scratch.path()).status, 0);
    scratch.write("case.lua", product());
    const CommandResult corrected = jounce("run case.lua", scratch.path());
    EXPECT_EQ(corrected.status, 0) << corrected.err;
    EXPECT_TRUE(contains(corrected.err, "all points in out had failed, it begins anew")) << corrected.err;
    EXPECT_TRUE(contains(read_text(scratch.path() / "out/sweep.csv"), "\n3,3,3,\n"));

    scratch.write("case.lua", product(3, "", "if at.x > 1 then error('slip') end"));
    (void)jounce("run case.lua --quiet --force", scratch.path());
    scratch.write("case.lua", product());
    const CommandResult refused = jounce("run case.lua", scratch.path());
    EXPECT_EQ(refused.status, 1);
    EXPECT_TRUE(contains(refused.err, "holds the points of another sweep: the script case.lua has changed")) << refused.err;
}

TEST(SweepFolder, NamesTheModuleThatHasChanged) {
    const Scratch scratch;
    scratch.write("part.lua", "return 1\n");
    scratch.write("first.lua", "require 'part'\n" + product(3));
    scratch.write("alone.lua",
                  "local jounce = require 'jounce'\nlocal p = jounce.parameters{ k = 1 }\n"
                  "jounce.result{ y = p.k*require 'part' }\n");
    ASSERT_EQ(jounce("run first.lua --quiet", scratch.path()).status, 0);
    ASSERT_EQ(jounce("sweep alone.lua --quiet --over k=1,2", scratch.path()).status, 0);
    scratch.write("part.lua", "return 2\n");
    for (const char* command : {"run first.lua", "sweep alone.lua --over k=1,2"}) {
        EXPECT_TRUE(contains(jounce(command + std::string(" --quiet --resume"), scratch.path()).err,
                             "holds the points of another sweep: the module 'part' has changed; --resume --force"))
            << command;
    }
}

TEST(SweepFolder, BeginsAnewWhereNothingIsDone) {
    // A sweep that ended before its first point left nothing to lose: the mended script needs no --force.
    const Scratch scratch;
    scratch.write("case.lua", product(3, "", "if true then return end"));
    ASSERT_EQ(jounce("run case.lua --quiet", scratch.path()).status, 1);
    scratch.write("case.lua", product(3));
    EXPECT_EQ(jounce("run case.lua --quiet", scratch.path()).status, 0);
}

const char* const any_case =
    "local jounce = require 'jounce'\n"
    "local p = jounce.parameters{ f = 1, word = 'a', on = true }\n"
    "if p.f > 2 and not io.open('go') then while true do end end\n"
    "jounce.result{ y = p.f^2, is = p.word }\n";

TEST(SweepFolder, SurvivesAMisspeltName) {
    const Scratch scratch;
    scratch.write("case.lua", any_case);
    scratch.write("go", "");
    ASSERT_EQ(jounce("sweep case.lua --quiet --over f=1:3:3", scratch.path()).status, 0);
    const auto before = files_in(scratch.path() / "out");
    struct Slip {
        std::string options, words;
    };
    for (const Slip& slip :
         {Slip{"--over g=1:3:3", "--over g=1:3:3: there is no parameter 'g'; known are f, on, word"},
          Slip{"--over f=1:3:3 --set wort=b", "case.lua:2: --set wort=b: there is no parameter 'wort'; did you mean 'word'?"},
          Slip{"--over f=a,b", "--over f=a,b: 'f' must be a number, like the case's default, got 'a'"},
          Slip{"--over on=true,maybe", "--over on=true,maybe: 'on' must be true or false, like the case's default, got 'maybe'"},
          Slip{"--over f=1:3:3 --set f=2", "--over f=1:3:3: 'f' is set by --set"},
          Slip{"--over number=1:3:3", "--over number=1:3:3: sweep: 'NAME' must not be 'number', a column of every sweep"}}) {
        for (const char* way : {"", " --force", " --resume"}) {
            const CommandResult result = jounce("sweep case.lua --quiet " + slip.options + way, scratch.path());
            EXPECT_EQ(result.status, 2) << slip.options;
            EXPECT_EQ(result.first_error(), slip.words);
            EXPECT_TRUE(files_in(scratch.path() / "out") == before) << slip.options << way;
        }
    }
    scratch.write("case.lua", "local = 1\n");
    EXPECT_EQ(jounce("sweep case.lua --quiet --over f=1:3:3 --force", scratch.path()).status, 1);
    EXPECT_TRUE(files_in(scratch.path() / "out") == before) << "a syntax error";
}

/// What stands between "and " and " continues from there", without "jounce ".
std::string hint_of(const std::string& message) {
    const std::size_t end = message.find(" continues from there"), begin = message.rfind("and jounce ", end);
    return end == std::string::npos || begin == std::string::npos ? "" : message.substr(begin + 11, end - begin - 11);
}

TEST(SweepFolder, HintsAreCommandsThatWork) {
    const Scratch scratch;
    scratch.write("the case.lua", any_case);
    const std::vector<std::string> command = {"sweep", "the case.lua", "--over", "f=1:4:4", "--set", "word=it's $HOME", "--jobs",
                                              "1",     "--output",     "my out", "--limit", "100"};
    const CommandResult stopped = jounce_interrupted(command, scratch.path(), {.grown = "my out/points/000002.record"});
    EXPECT_EQ(stopped.status, 130);
    EXPECT_EQ(
        hint_of(stopped.err),
        R"(sweep 'the case.lua' --over f=1:4:4 --set 'word=it'\''s $HOME' --output 'my out' --limit 100 --jobs 1 --resume)");
    scratch.write("go", "");
    const CommandResult resumed = jounce(hint_of(stopped.err), scratch.path());
    EXPECT_EQ(resumed.status, 0) << resumed.err;
    EXPECT_TRUE(contains(resumed.err, "2 of 4 points are already there")) << resumed.err;
    EXPECT_TRUE(contains(read_text(scratch.path() / "my out/sweep.csv"), "\n4,4,it's $HOME,16,\n"));
    // What the script does wrong is mended first, which changes it.
    scratch.write("case.lua", product(3, "", "if at.x == 3 then return { z = 1 } end"));
    const CommandResult wrong = jounce("run case.lua --jobs 1 --output a", scratch.path());
    EXPECT_EQ(wrong.status, 1);
    EXPECT_TRUE(contains(wrong.err,
                         "; 2 of 3 points are kept in a/out, and after correcting the script, jounce run case.lua --output "
                         "a --jobs 1 --resume --force continues from there"))
        << wrong.err;
    scratch.write("case.lua", product(3));
    EXPECT_EQ(jounce("run case.lua --output a --jobs 1 --resume --force", scratch.path()).status, 0);
}

TEST(SweepFolder, KeepsThePointsWhenFailedOnesAreRetried) {
    const Scratch scratch;
    // The first attempt at 2 fails; every point counts its attempts.
    scratch.write("case.lua", product(3, "",
                                      "io.open('tried', 'a'):write(at.number, ' '):close() if at.x == 2 and not "
                                      "io.open('go') then error('no') end"));
    ASSERT_EQ(jounce("run case.lua --quiet --jobs 1", scratch.path()).status, 0);
    scratch.write("go", "");
    const CommandResult result = jounce("run case.lua --jobs 1 --retry-failed", scratch.path());
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(read_text(scratch.path() / "tried"), "1 2 3 2 ");
    EXPECT_TRUE(contains(read_text(scratch.path() / "out/sweep.csv"), "\n2,2,2,\n"));
}

TEST(SweepFolder, HasATableOnlyWhileAllPointsAreDone) {
    const Scratch scratch;
    scratch.write("case.lua", product(3, "", "if at.x == 2 then if io.open('go') then while true do end end error('no') end"));
    ASSERT_EQ(jounce("run case.lua --quiet", scratch.path()).status, 0);
    ASSERT_TRUE(fs::exists(scratch.path() / "out/sweep.csv"));
    scratch.write("go", "");
    EXPECT_EQ(jounce_interrupted({"run", "case.lua", "--quiet", "--retry-failed"}, scratch.path(), {.seconds = 1}).status, 130);
    EXPECT_FALSE(fs::exists(scratch.path() / "out/sweep.csv")) << "it would show a point that is not done";
    EXPECT_TRUE(contains(read_text(scratch.path() / "out/summary.lua"), "points_done = 2"));
}

TEST(SweepFolder, ComputesAgainWhatWasKilled) {
    const Scratch scratch;
    for (const char* signal : {"KILL", "TERM"}) {
        fs::remove(scratch.path() / "go");
        scratch.write("case.lua", product(3, "",
                                          std::string("if at.x == 2 and not io.open('go') then os.execute('kill -") + signal +
                                              " $PPID') while true do end end"));
        const std::string output = std::string(" --output ") + signal + " --trusted";
        const CommandResult first = jounce("run case.lua" + output, scratch.path());
        EXPECT_EQ(first.status, 0) << first.err;
        EXPECT_TRUE(contains(
            first.err, "sweep 's': 1 of 3 points failed, 1 of them killed from outside or out of memory: jounce run case.lua" +
                           output + " --resume computes it again\n"))
            << first.err;
        const fs::path out = scratch.path() / signal / "out";
        EXPECT_TRUE(contains(read_text(out / "sweep.csv"), "was killed (signal ")) << read_text(out / "sweep.csv");
        EXPECT_FALSE(fs::exists(out / "points/000002.record"));
        scratch.write("go", "");
        const CommandResult again = jounce("run case.lua --resume" + output, scratch.path());
        EXPECT_TRUE(contains(again.err, "2 of 3 points are already there")) << again.err;
        EXPECT_TRUE(contains(read_text(out / "sweep.csv"), "\n1,1,1,\n2,2,2,\n3,3,3,\n"));
    }
}

/// On a line, what follows a point that failed began with the state before it: its runs must not go on from there.
TEST(SweepFolder, ComputesALineAgainBehindWhatFailed) {
    const Scratch scratch;
    scratch.write(
        "case.lua",
        "local jounce = require 'jounce'\n"
        "local sweep = jounce.sweep{ name = 's', output = 'out', carry = 'f', axes = { { name = 'f', values = { 1, 2, 3, 4 } } "
        "},\n"
        "  point = function(at, before)\n"
        "    if at.f == 2 and not io.open('go') then error('no') end\n"
        "    local model = jounce.model{ name = 'm' }\n"
        "    model:point{ name = 'p', at = { 0, 0, 0 }, mass = 1, free = { 'ux' } }\n"
        "    model:load{ nodes = { 'p' }, direction = { 1, 0, 0 }, force = at.f }\n"
        "    local run = jounce.run(model, { duration = 1, step = 0.01, output = 'run', initial = before and before.state,\n"
        "      record = { probes = { 'p.ux' } } })\n"
        "    return { run = run, row = { x = run:peak 'p.ux' } } end }\n"
        "for _, row in ipairs(sweep) do assert(not row.failed or row.f == 2, row.failed) end\n");
    ASSERT_EQ(jounce("run case.lua --quiet", scratch.path()).status, 0);
    scratch.write("go", "");
    const CommandResult again = jounce("run case.lua --quiet --retry-failed", scratch.path());
    EXPECT_EQ(again.status, 0) << again.err;
    ASSERT_EQ(jounce("run case.lua --quiet --output whole", scratch.path()).status, 0);
    EXPECT_EQ(read_text(scratch.path() / "out/sweep.csv"), read_text(scratch.path() / "whole/out/sweep.csv"));
}

TEST(SweepFolder, OfFailedPointsEndsWithStatus3) {
    const Scratch scratch;
    scratch.write("case.lua", product(3, "print 'after'\n", "error('no luck')"));
    const CommandResult result = jounce("run case.lua --quiet", scratch.path());
    EXPECT_EQ(result.status, 3);
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(result.first_error(), "case.lua:3: sweep: all 3 points failed, the first one with: case.lua:3: no luck");
    EXPECT_TRUE(contains(read_text(scratch.path() / "out/sweep.csv"), "\n3,3,case.lua:3: no luck\n"));
    EXPECT_TRUE(contains(read_text(scratch.path() / "out/summary.lua"), "status = \"failed\""));
    EXPECT_EQ(jounce("merge out", scratch.path()).status, 3);
    scratch.write("any.lua",
                  "local jounce = require 'jounce'\nlocal p = jounce.parameters{ k = 1 }\n"
                  "if p.k > 0 then error('no') end\njounce.result{ y = 1 }\n");
    EXPECT_EQ(jounce("sweep any.lua --quiet --over k=1,2", scratch.path()).status, 3);
    EXPECT_EQ(jounce("sweep any.lua --quiet --over k=0,2 --output b", scratch.path()).status, 0) << "one has a row";
}

}  // namespace
}  // namespace jounce::test::sweep_folder_test
