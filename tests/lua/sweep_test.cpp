// jounce.sweep from the command line: the same bytes for any number of jobs, and after kills; failures of one point are a row;
// what the script does wrong is one error. The points here are arithmetic or a mass between stops: the physics of sweeps is
// tested by the cases.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <chrono>
#include <random>

#include "command.hpp"

namespace jounce::test::sweep_test {
namespace {

namespace fs = std::filesystem;

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// A sweep over x = 1 ... 6 whose point is `body`; `fields` go into its table, `after` follows it.
std::string sweep_case(const std::string& body, const std::string& fields = "", const std::string& after = "") {
    return "local jounce = require \"jounce\"\n"
           "local sweep = jounce.sweep{ name = \"s\", axes = { { name = \"x\", unit = \"m\", from = 1, to = 6, count = 6 } }, " +
           fields + "\n  point = function(at, before) " + body + " end }\n" + after;
}

/// A mass that bounces on a floor whose speed is swept up and down; every point begins with the end of its neighbour.
const char* const bouncing =
    "local jounce = require 'jounce'\n"
    "local sweep = jounce.sweep{ name = 'b', output = 'out', carry = 'f', direction = 'both',\n"
    "  axes = { { name = 'e', values = { 0.5, 0.8 } }, { name = 'f', unit = 'Hz', from = 1, to = 4, count = 5 } },\n"
    "  point = function(at, before)\n"
    "    local model = jounce.model{ name = 'ball' }\n"
    "    model:point{ name = 'ball', at = { 0, 0, 0 }, mass = 1, free = { 'uz' } }\n"
    "    model:spring{ from = 'ball', direction = { 0, 0, 1 }, stiffness = 400, damping = 0.2 }\n"
    "    model:gap{ name = 'floor', node = 'ball', direction = { 0, 0, 1 }, clearance = 1e-3, sides = 'negative',\n"
    "               law = jounce.law.flores{ stiffness = 1e6, restitution = at.e } }\n"
    "    model:load{ nodes = { 'ball' }, direction = { 0, 0, 1 }, force = jounce.signal.sine{ amplitude = 3, frequency = at.f } "
    "}\n"
    "    local run = jounce.run(model, { duration = 10/at.f, initial = before and before.state,\n"
    "      record = { probes = { 'ball.uz' } } })\n"
    "    return { run = run, row = { impacts = #run:impacts(), top = run:peak('ball.uz', { from = 5/at.f }),\n"
    "             was = before and before.row.top or 0 } }\n"
    "  end }\n"
    "print(#sweep, sweep.failed)\n";

TEST(Sweep, GivesTheSameBytesForAnyNumberOfJobs) {
    const Scratch scratch;
    scratch.write("case.lua", bouncing);
    std::string first;
    for (const char* jobs : {"1", "2", "7"}) {
        const CommandResult result = jounce(std::string("run case.lua --quiet --jobs ") + jobs, scratch.path());
        ASSERT_EQ(result.status, 0) << result.err;
        EXPECT_EQ(result.out, "20\t0\n");
        const std::string table = read_text(scratch.path() / "out/sweep.csv");
        if (first.empty()) first = table;
        EXPECT_TRUE(table == first) << jobs;
    }
    // A state was carried: the down branch begins from the end of the up branch, and `before` saw it.
    EXPECT_TRUE(contains(first, "number,e,f [Hz],direction,impacts,top,was,failed\n")) << first.substr(0, 400);
    EXPECT_TRUE(contains(first, "\n6,0.5,4,down,")) << first;
}

TEST(Sweep, GivesTheSameBytesAfterKills) {
    const Scratch scratch;
    scratch.write("case.lua", bouncing);
    const auto begin = std::chrono::steady_clock::now();
    ASSERT_EQ(jounce("run case.lua --quiet --output whole", scratch.path()).status, 0);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    std::mt19937 random(5);
    std::uniform_real_distribution<double> life(0, seconds);
    for (int kill = 0; kill < 8; ++kill) {
        const int signal = kill % 2 == 0 ? SIGKILL : SIGINT;
        const CommandResult result = jounce_interrupted({"run", "case.lua", "--quiet", "--resume", "--output", "killed"},
                                                        scratch.path(), {.seconds = life(random)}, signal);
        if (result.status == 0) fs::remove_all(scratch.path() / "killed");
    }
    const CommandResult last = jounce("run case.lua --quiet --resume --output killed", scratch.path());
    ASSERT_EQ(last.status, 0) << last.err;
    EXPECT_TRUE(read_text(scratch.path() / "whole/out/sweep.csv") == read_text(scratch.path() / "killed/out/sweep.csv"));
    // No stray files: a record for each point, and what names them.
    std::size_t files = 0;
    for (const fs::directory_entry& entry : fs::directory_iterator(scratch.path() / "killed/out/points")) {
        ++files;
        EXPECT_TRUE(entry.path().extension() == ".record" || entry.path().filename() == "identity" ||
                    entry.path().filename() == "plan")
            << entry.path();
    }
    EXPECT_EQ(files, 22u);
}

TEST(Sweep, IsNotDoneWhileARecordIsMissing) {
    const Scratch scratch;
    scratch.write("case.lua",
                  sweep_case("if at.x == 5 and not io.open('twice') then os.remove('out/points/000002.record') end return "
                             "{ y = at.x }",
                             "output = 'out',", "print 'after'\n"));
    const CommandResult result = jounce("run case.lua --quiet --jobs 1 --trusted", scratch.path());
    EXPECT_EQ(result.status, 3);
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(result.first_error(),
              "case.lua:2: sweep: 1 of 6 points have no record (2); 5 of 6 points are kept in out, and jounce run case.lua "
              "--trusted --jobs 1 --resume continues from there");
    EXPECT_FALSE(fs::exists(scratch.path() / "out/sweep.csv"));
    EXPECT_TRUE(contains(read_text(scratch.path() / "out/summary.lua"), "status = \"failed\""));
    scratch.write("twice", "");
    EXPECT_EQ(jounce("run case.lua --quiet --resume", scratch.path()).out, "after\n");
    EXPECT_TRUE(contains(read_text(scratch.path() / "out/sweep.csv"), "\n2,2,2,\n"));
}

TEST(Sweep, KeepsFinishedPointsOnInterrupt) {
    const Scratch scratch;
    scratch.write("case.lua", sweep_case("if at.x > 2 then while true do end end return { y = at.x }", "output = 'out',"));
    const CommandResult result =
        jounce_interrupted({"run", "case.lua", "--jobs", "1"}, scratch.path(), {.grown = "out/points/000002.record"});
    EXPECT_EQ(result.status, 130);
    EXPECT_TRUE(contains(result.err,
                         "sweep: interrupted after 2 of 6 points; 2 of 6 points are kept in out, and jounce run case.lua --jobs "
                         "1 --resume continues"))
        << result.err;
}

TEST(Sweep, TurnsTheFailureOfAPointIntoARow) {
    const Scratch scratch;
    scratch.write(
        "case.lua",
        sweep_case("if at.x == 2 then error('no luck') elseif at.x == 3 then os.exit(5) elseif at.x == 4 then\n"
                   "while true do end elseif at.x == 5 then return { y = 0/0 } end\n"
                   "print('point', at.x) return { y = at.x^2 }",
                   "output = 'out', limit = 0.5,", "for _, row in ipairs(sweep) do print(row.number, row.y, row.failed) end\n"));
    const CommandResult result = jounce("run --trusted case.lua", scratch.path());
    ASSERT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(result.out,
              "1\t1\tnil\n"
              "2\tnil\tcase.lua:3: no luck\n"
              "3\tnil\tended with exit status 5 before it returned a row\n"
              "4\tnil\ttook longer than 'limit', 0.5 s\n"
              "5\tnil\tcase.lua:3: the row's 'y' must be finite, got nan\n"
              "6\t36\tnil\n");
    EXPECT_EQ(result.err, "sweep 's': 4 of 6 points failed\n");
    EXPECT_EQ(read_text(scratch.path() / "out/points/000006.log"), "point\t6\n");
    EXPECT_FALSE(fs::exists(scratch.path() / "out/points/000002.log"));
    // They are done, unless asked for again.
    scratch.write("late.txt", "");
    const CommandResult again = jounce("run case.lua --resume", scratch.path());
    EXPECT_TRUE(contains(again.err, "sweep 's': 6 of 6 points are already there\n")) << again.err;
    const CommandResult retried = jounce("run case.lua --retry-failed", scratch.path());
    EXPECT_TRUE(contains(retried.err, "sweep 's': 2 of 6 points are already there\n")) << retried.err;
}

TEST(Sweep, ShowsPrintsWithoutAnOutput) {
    const Scratch scratch;
    // The last point ends first: the order is that of the points.
    scratch.write("case.lua",
                  sweep_case("local n = 0 for i = 1, (7 - at.x)*1e5 do n = n + i end\n"
                             "if at.x > 4 then print('point', at.x) io.stderr:write('no newline') end return { n = n }",
                             "", "print('after')\n"));
    const CommandResult result = jounce("run case.lua --quiet --jobs 6", scratch.path());
    EXPECT_EQ(result.out,
              "sweep 's' (point 5: x = 5):\npoint\t5\nno newline\nsweep 's' (point 6: x = 6):\npoint\t6\nno newline\nafter\n");
    // Also when it fails.
    scratch.write("case.lua", sweep_case("print('point', at.x) if at.x == 2 then return {} end return { n = 1 }"));
    const CommandResult failed = jounce("run case.lua --quiet --jobs 1", scratch.path());
    EXPECT_EQ(failed.status, 1);
    EXPECT_EQ(failed.out, "sweep 's' (point 1: x = 1):\npoint\t1\nsweep 's' (point 2: x = 2):\npoint\t2\n");
    // Of a point that prints without end, the last megabyte.
    scratch.write("case.lua",
                  sweep_case("if at.x == 3 then for i = 1, 40 do print(string.rep('a', 1e5)) end end return { n = 1 }"));
    const std::size_t length = jounce("run case.lua --quiet", scratch.path()).out.size();
    EXPECT_GT(length, 1u << 20);
    EXPECT_LT(length, (1u << 20) + 200);
}

TEST(Sweep, BeginsEachPointFromAFreshCopy) {
    const Scratch scratch;
    scratch.write("case.lua", "local n = 0\n" + sweep_case("n = n + 1 return { n = n }", "",
                                                           "for _, row in ipairs(sweep) do io.write(row.n, ' ') end print(n)\n"));
    EXPECT_EQ(jounce("run case.lua --quiet --jobs 1", scratch.path()).out, "1 1 1 1 1 1 0\n");
}

TEST(Sweep, RefusesAFolderOfAnother) {
    const Scratch scratch;
    scratch.write("case.lua", sweep_case("return { y = 1 }", "output = 'out',"));
    scratch.write("other.lua", sweep_case("return { y = 1 }", "output = 'out',"));
    ASSERT_EQ(jounce("run case.lua --quiet", scratch.path()).status, 0);
    const CommandResult result = jounce("run other.lua --quiet", scratch.path());
    EXPECT_EQ(result.status, 1);
    EXPECT_TRUE(
        contains(result.err,
                 "other.lua:2: sweep: 'output' must be a folder without another case's results (or use --force), got 'out', "
                 "which holds results of sweep 's' of case.lua"))
        << result.err;
    EXPECT_TRUE(contains(read_text(scratch.path() / "out/sweep.csv"), "# case: case.lua\n# sweep: s\n"));
    EXPECT_EQ(jounce("run other.lua --quiet --force", scratch.path()).status, 0);
}

TEST(Sweep, PutsOutputsOfRunsBelowThePoint) {
    const Scratch scratch;
    scratch.write("case.lua",
                  "local jounce = require 'jounce'\n"
                  "jounce.sweep{ name = 's', output = 'out', axes = { { name = 'm', unit = 'kg', values = { 1, 2 } } }, point = "
                  "function(at)\n"
                  "  local model = jounce.model{ name = 'm' }\n"
                  "  model:point{ name = 'p', at = { 0, 0, 0 }, mass = at.m, free = { 'ux' } }\n"
                  "  model:spring{ from = 'p', direction = { 1, 0, 0 }, stiffness = 1 }\n"
                  "  local run = jounce.run(model, { duration = 0.1, output = 'run', record = { probes = { 'p.ux' } } })\n"
                  "  return { folder = run.folder }\nend }\n");
    ASSERT_EQ(jounce("run case.lua --quiet", scratch.path()).status, 0);
    EXPECT_TRUE(contains(read_text(scratch.path() / "out/sweep.csv"), "\n2,2,out/points/000002/run,\n"));
    EXPECT_TRUE(fs::exists(scratch.path() / "out/points/000002/run/series.csv"));
}

TEST(Sweep, IsCheckedAtItsFirstPoint) {
    const Scratch scratch;
    scratch.write("case.lua", bouncing);
    const CommandResult result = jounce("check case.lua", scratch.path());
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_TRUE(contains(result.out, "model 'ball': assembled, 1 free coordinate, 1 gap; options of 1 run")) << result.out;
    EXPECT_FALSE(fs::exists(scratch.path() / "out"));
}

TEST(Sweep, SaysWhenTheDiskIsFull) {
    const Scratch scratch;
    scratch.write("case.lua", sweep_case("return { y = string.rep('y', at.x > 3 and 40000 or 1) }", "output = 'out',"));
    const CommandResult result = jounce("run case.lua --quiet --jobs 1", scratch.path(), "ulimit -f 8;");
    EXPECT_EQ(result.status, 3);
    EXPECT_TRUE(
        contains(result.err,
                 "000004.record: cannot be written: File too large; 3 of 6 points are kept in out, and jounce run case.lua "
                 "--jobs 1 --resume continues from there"))
        << result.err;
}

TEST(Sweep, KeepsThePointsWhenTheTableFindsNoRoom) {
    const Scratch scratch;
    // Records of 3000 bytes, of which two do not fit into a file of 4 kB.
    scratch.write("case.lua", sweep_case("return { y = string.rep('y', 3000) }", "output = 'out',"));
    const CommandResult result = jounce("run case.lua --quiet", scratch.path(), "ulimit -f 8;");
    EXPECT_EQ(result.status, 3);
    EXPECT_EQ(result.first_error(),
              "case.lua:2: out/sweep.csv: cannot be written: File too large; 6 of 6 points are kept in out, and jounce run "
              "case.lua --resume continues from there");
    EXPECT_FALSE(fs::exists(scratch.path() / "out/sweep.csv"));
    EXPECT_TRUE(contains(read_text(scratch.path() / "out/summary.lua"), "status = \"failed\""));
    EXPECT_EQ(jounce("merge out", scratch.path(), "ulimit -f 8;").first_error(),
              "merge: out/sweep.csv: cannot be written: File too large; the points remain in their folders: repeat the merge");
    EXPECT_EQ(jounce("run case.lua --quiet --resume", scratch.path()).status, 0);
}

TEST(Sweep, RefusesUnitsOfNoColumn) {
    const Scratch scratch;
    scratch.write("case.lua", sweep_case("return { force = at.x }", "units = { forse = 'N' },"));
    EXPECT_EQ(jounce("run case.lua --quiet --jobs 1", scratch.path()).first_error(),
              "case.lua:3: sweep: 'units' must have columns of the rows, got 'forse'; did you mean 'force'? (point 1: x = 1)");
    scratch.write("case.lua", sweep_case("return { force = at.x }", "units = { x = 'N' },"));
    EXPECT_TRUE(contains(jounce("run case.lua --quiet --jobs 1", scratch.path()).err,
                         "'units' must have columns of the rows, got 'x'; known are force"));
    scratch.write("case.lua", sweep_case("return { force = at.x }", "units = { force = 'N//m' },"));
    EXPECT_EQ(jounce("run case.lua --quiet", scratch.path()).first_error(),
              "case.lua:2: sweep.units: 'force' must consist of units such as m, mm, s, Hz, rad/s, N s/m or N/m^1.5, got 'N//m'");
}

TEST(Sweep, SaysThatAPointIsOutOfMemory) {
#ifdef JOUNCE_SANITIZED
    GTEST_SKIP() << "the sanitizer takes more address space than is left here";
#endif
    const Scratch scratch;
    // By Lua itself (2 GB of text), and by the library (a mesh of 9e6 points).
    const std::string limit = "ulimit -v 300000;";
    for (const char* point :
         {"return { y = #string.rep('y', at.n == 8 and 1 or 2000000000) }",
          "jounce.model{ name = 'm' }:shell{ name = 'tube', thickness = 1e-3, material = jounce.material{ E = "
          "2e11, nu = 0.3, density = 7800 },\n"
          "mesh = jounce.mesh.tube{ from = { 0, 0, 0 }, to = { 0, 0, 1 }, radius = 0.1, around = at.n, along "
          "= at.n } } return { y = 1 }"}) {
        scratch.write("case.lua", std::string("local jounce = require 'jounce'\n"
                                              "local sweep = jounce.sweep{ axes = { { name = 'n', values = { 8, 3000 } } },\n"
                                              "point = function(at) ") +
                                      point + " end }\nprint(sweep[1].failed, sweep[2].failed)\n");
        const std::string said = jounce("run case.lua --quiet", scratch.path(), limit).out;
        EXPECT_TRUE(said.starts_with("nil\tcase.lua:") && said.ends_with(": out of memory\n")) << said;
    }
}

// What ended for lack of memory may not do so with more of it.
TEST(Sweep, ComputesAgainWhatWasOutOfMemory) {
#ifdef JOUNCE_SANITIZED
    GTEST_SKIP() << "the sanitizer takes more address space than is left here";
#endif
    const Scratch scratch;
    scratch.write("case.lua",
                  "local jounce = require 'jounce'\n"
                  "local sweep = jounce.sweep{ output = 'out', axes = { { name = 'n', values = { 1, 4e8, 2 } } },\n"
                  "point = function(at) if at.n == 2 then error('never') end return { y = #string.rep('y', at.n) } end }\n"
                  "print(sweep[1].y, sweep[2].y, sweep[3].failed ~= nil)\n");
    const CommandResult first = jounce("run case.lua --memory 200M", scratch.path());
    EXPECT_EQ(first.out, "1\tnil\ttrue\n") << first.err;
    EXPECT_NE(first.err.find("2 of 3 points failed, 1 of them killed from outside or out of memory: "), std::string::npos)
        << first.err;
    const CommandResult again = jounce("run case.lua --memory 2G --resume", scratch.path());
    EXPECT_EQ(again.out, "1\t400000000\ttrue\n") << again.err;
    EXPECT_NE(again.err.find("2 of 3 points are already there"), std::string::npos)
        << "the point that fails for another reason: " << again.err;
}

// A computation that asks before it takes memory, and is refused: twice 3002 vectors of 9840 coordinates.
TEST(Sweep, ComputesAgainWhatWasRefusedMemory) {
#ifdef JOUNCE_SANITIZED
    GTEST_SKIP() << "the sanitizer takes more address space than is left here";
#endif
    const Scratch scratch;
    scratch.write(
        "case.lua",
        "local jounce = require 'jounce'\n"
        "local sweep = jounce.sweep{ output = 'out', axes = { { name = 'n', values = { 2, 3000 } } }, point = function(at)\n"
        "local model = jounce.model{ name = 'm' }\n"
        "local tube = model:shell{ name = 'tube', thickness = 1e-3,\n"
        "material = jounce.material{ E = 2e11, nu = 0.3, density = 7800 },\n"
        "mesh = jounce.mesh.tube{ from = { 0, 0, 0 }, to = { 0, 0, 1 }, radius = 0.1, around = 40, along = 40 } }\n"
        "return { y = #jounce.modes(model, { count = at.n }) } end }\n"
        "print(sweep[1].y, sweep[2].failed)\n");
    const CommandResult first = jounce("run case.lua --memory 400M", scratch.path());
    EXPECT_TRUE(
        first.out.starts_with("2\tcase.lua:7: the list of 3000 modes over 9840 coordinates needs about 708 MB of memory, "))
        << first.out;
    EXPECT_NE(first.err.find("1 of them killed from outside or out of memory: "), std::string::npos) << first.err;
    const CommandResult again = jounce("run case.lua --memory 400M --resume", scratch.path());
    EXPECT_NE(again.err.find("1 of 2 points are already there"), std::string::npos) << again.err;
}

TEST(Sweep, TakesThreadsOfThePointsOwn) {
    // The process has used its threads before it is copied: those of the copies must be their own.
    const Scratch scratch;
    scratch.write(
        "case.lua",
        "local jounce = require 'jounce'\n"
        "local function shaft()\n"
        "  local model = jounce.model{ name = 'tube' }\n"
        "  model:shell{ name = 'tube', thickness = 1e-3, material = jounce.material{ E = 2e11, nu = 0.3, density = 7800 },\n"
        "    mesh = jounce.mesh.tube{ from = { 0, 0, 0 }, to = { 0, 0, 0.2 }, radius = 0.05, around = 12, along = 8 } }\n"
        "  return model\nend\n"
        "local whole = jounce.modes(shaft(), { count = 8 })[8].frequency\n"
        "local sweep = jounce.sweep{ name = 's', axes = { { name = 'x', values = { 1, 2, 3 } } },\n"
        "  point = function(at) return { same = jounce.modes(shaft(), { count = 8 })[8].frequency == whole } end }\n"
        "for _, row in ipairs(sweep) do print(row.same, row.failed) end\n");
    for (const char* threads : {"", " --threads 2"}) {
        const CommandResult result =
            jounce(std::string("run case.lua --quiet --jobs 2") + threads, scratch.path(), "ulimit -t 100;");
        EXPECT_EQ(result.out, "true\tnil\ntrue\tnil\ntrue\tnil\n") << result.err;
    }
}

}  // namespace
}  // namespace jounce::test::sweep_test
