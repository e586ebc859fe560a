// The command line: statuses, what goes to which stream, --set, outputs that cannot be written, Ctrl-C.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>

#include "command.hpp"
#include "support/slowness.hpp"

namespace jounce::test::command_line_test {
namespace {

namespace fs = std::filesystem;

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

struct Line {
    const char* arguments;
    int status;
    const char* out;  ///< part of standard output
    const char* err;  ///< part of standard error
};

class CommandLine : public testing::TestWithParam<Line> {};

TEST_P(CommandLine, AnswersWithStatusAndText) {
    const Scratch scratch;
    scratch.write("case.lua",
                  "local p = require('jounce').parameters{ n = 40, x = 0.5, name = 'a', flag = true }\n"
                  "print(math.type(p.n), p.n, math.type(p.x), p.x, p.name, p.flag)\n");
    scratch.write("plain.lua", "print('hello')\n");
    const Line& line = GetParam();
    const CommandResult result = jounce(line.arguments, scratch.path());
    EXPECT_EQ(result.status, line.status) << result.err;
    EXPECT_TRUE(contains(result.out, line.out)) << result.out;
    EXPECT_TRUE(contains(result.err, line.err)) << result.err;
    if (line.status != 0) {
        EXPECT_EQ(result.out, line.out);
    }
    if (line.status == 0) {
        EXPECT_EQ(result.err, "");
    }
}

INSTANTIATE_TEST_SUITE_P(
    Lines, CommandLine,
    testing::Values(
        Line{"--help", 0, "run", ""}, Line{"run --help", 0, "--set", ""}, Line{"--version", 0, "jounce 0.", ""},
        Line{"version", 0, "jounce 0.", ""}, Line{"", 2, "", "subcommand"}, Line{"rum case.lua", 2, "", "jounce --help"},
        Line{"rum case.lua", 2, "",
             "jounce: there is no subcommand 'rum', known are run, sweep, merge, check, modes, view, report, kinds, cases, "
             "version; did "
             "you mean "
             "'run'?\n"},
        Line{
            "frobnicate", 2, "",
            "jounce: there is no subcommand 'frobnicate', known are run, sweep, merge, check, modes, view, report, kinds, cases, "
            "version\n"},
        Line{"case.lua", 2, "", "there is no subcommand 'case.lua'"}, Line{"run", 2, "", "CASE"},
        Line{"run case.lua --outptu x", 2, "", "--outptu"}, Line{"run --threads 0 case.lua", 2, "", "--threads"},
        Line{"run --threads 2 case.lua", 0, "", ""},
        Line{"run nowhere.lua", 1, "", "nowhere.lua: cannot be read: No such file or directory"},
        Line{"run .", 1, "", ".: is a folder, not a case"}, Line{"run plain.lua", 0, "hello\n", ""},
        Line{"run case.lua", 0, "integer\t40\tfloat\t0.5\ta\ttrue\n", ""},
        Line{"run --set n=20 --set x=2 --set name=b --set flag=false case.lua", 0, "integer\t20\tfloat\t2.0\tb\tfalse\n", ""},
        Line{"run case.lua --set n=2e3 --set x=2e-6", 0, "integer\t2000\tfloat\t2e-06\ta\ttrue\n", ""},
        Line{"run --set m=20 case.lua", 2, "", "case.lua:1: --set m=20: there is no parameter 'm'; known are flag, n, name, x\n"},
        Line{"run --set n=many case.lua", 2, "", "case.lua:1: --set n=many: must be a number, like the case's default"},
        Line{"run --set n=1e999 case.lua", 2, "", "--set n=1e999: must be a number"},
        Line{"run --set flag=yes case.lua", 2, "", "--set flag=yes: must be true or false"},
        Line{"run --set n case.lua", 2, "", "--set n: must be name=value"},
        Line{"run --set n=1 --set n=2 case.lua", 2, "", "'n' is set twice"},
        Line{"run --set n=1 plain.lua", 2, "hello\n", "--set n=1: the case declares no parameters"},
        Line{"run --output '' plain.lua", 2, "", "--output: must be a folder, got ''"},
        Line{"check --output '' plain.lua", 2, "", "--output: must be a folder, got ''"},
        Line{"run --output out plain.lua", 0, "hello\n", ""}, Line{"kinds", 0, "jounce.law.hertz", ""},
        Line{"kinds law", 0, "jounce.law.flores", ""}, Line{"kinds hertz", 0, "N/m^exponent", ""},
        Line{"cases", 0, "  cases/xu2022/hollow_shaft.lua ", ""}, Line{"kinds law.hertz", 0, "required", ""},
        Line{"kinds run", 0, "duration", ""}, Line{"kinds model.gap", 0, "clearance", ""},
        Line{"kinds hertx", 2, "", "kinds: there is no 'hertx'; did you mean 'hertz'?"}));

TEST(CommandLineErrors, NameTheCaseAsItWasTyped) {
    const Scratch scratch;
    const std::string deep = "a_folder_with_quite_a_long_name/another_folder_with_quite_a_long_name/and_a_third_one";
    fs::create_directories(scratch.path() / deep);
    scratch.write(deep + "/case.lua", "\nlocal x = nil + 1\n");
    scratch.write(deep + "/syntax.lua", "\nlocal x = = 1\n");
    EXPECT_EQ(jounce("run ./" + deep + "/case.lua", scratch.path()).first_error(),
              "./" + deep + "/case.lua:2: attempt to perform arithmetic on a nil value");
    EXPECT_EQ(jounce("run " + deep + "/syntax.lua", scratch.path()).first_error(),
              deep + "/syntax.lua:2: syntax error: unexpected symbol near '='");
}

TEST(CommandLineErrors, TracebackIsShownWhenAskedFor) {
    const Scratch scratch;
    scratch.write("case.lua", "local function inner() error('deep') end\nlocal function outer() inner() end\nouter()\n");
    const CommandResult plain = jounce("run case.lua", scratch.path());
    EXPECT_EQ(plain.err, "case.lua:1: deep\n");
    const CommandResult traced = jounce("run --traceback case.lua", scratch.path());
    EXPECT_EQ(traced.first_error(), "case.lua:1: deep");
    EXPECT_TRUE(contains(traced.err, "case.lua:3: in main chunk")) << traced.err;
}

TEST(CommandLineErrors, StandardOutputThatIsFull) {
    const Scratch scratch;
    scratch.write("case.lua", "print('hello')\n");
    const CommandResult result = jounce("run case.lua > /dev/full", scratch.path());
    EXPECT_EQ(result.status, 3);
    EXPECT_TRUE(contains(result.err, "standard output could not be written")) << result.err;
}

TEST(Outputs, FolderThatCannotBeWritten) {
    const Scratch scratch;
    scratch.write("case.lua", block_case("output = 'file/results'"));
    scratch.write("file", "");
    const CommandResult result = jounce("run case.lua", scratch.path());
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(result.first_error(),
              "case.lua:8: run: 'output' must be a folder that can be written, got 'file/results': file is a file");
    const CommandResult check = jounce("check case.lua", scratch.path());
    EXPECT_EQ(check.status, 0) << "nothing is written here";
    EXPECT_TRUE(contains(check.out, "note: run: 'output' must be a folder that can be written, got 'file/results'")) << check.out;
}

TEST(Outputs, FolderOfAnotherCaseIsRefusedUnlessForced) {
    const Scratch scratch;
    const std::string record = "output = 'out', record = { probes = { 'block.ux' } }";
    scratch.write("case.lua", block_case(record));
    scratch.write("other.lua", block_case(record));
    EXPECT_EQ(jounce("run case.lua", scratch.path()).status, 0);
    EXPECT_EQ(jounce("run case.lua", scratch.path()).status, 0) << "its own folder is taken again";
    const std::string before = read_text(scratch.path() / "out/series.csv");
    const CommandResult refused = jounce("run other.lua", scratch.path());
    EXPECT_EQ(refused.status, 1);
    EXPECT_TRUE(contains(refused.first_error(), "other.lua:8: run: 'output' must be a folder without another case's results"))
        << refused.err;
    EXPECT_EQ(read_text(scratch.path() / "out/series.csv"), before);
    EXPECT_EQ(jounce("run --force other.lua", scratch.path()).status, 0);
}

// A limit on the size of files stands for a full disk: the write that passes it fails in the middle of the run.
TEST(Outputs, DiskThatFillsUp) {
    const Scratch scratch;
    scratch.write("case.lua", block_case("output = 'out', record = { probes = { 'block.ux' } }", "1"));
    const CommandResult result = jounce("run case.lua", scratch.path(), "ulimit -f 32;");
    EXPECT_EQ(result.status, 3);
    EXPECT_TRUE(contains(result.first_error(), "case.lua:8: ")) << result.err;
    EXPECT_TRUE(contains(result.first_error(), "series.csv: cannot be written: File too large")) << result.err;
    // What was complete before is kept.
    const std::string series = read_text(scratch.path() / "out/series.csv");
    EXPECT_GT(series.size(), 10000u);
}

TEST(Interrupt, EndsAScript) {
    const Scratch scratch;
    scratch.write("case.lua",
                  "local n = 0 io.open('begun', 'w'):write('.'):close()\nwhile true do pcall(function() n = n + 1 end) end\n");
    const CommandResult result = jounce_interrupted({"run", "case.lua"}, scratch.path(), {"begun", 0.2});
    EXPECT_EQ(result.status, 130);
    EXPECT_EQ(result.first_error(), "case.lua:2: interrupted");
}

// The hook of a signal handler is one coroutine's matter: each of those that wait for each other must end.
TEST(Interrupt, EndsCoroutinesWithinCoroutines) {
    const Scratch scratch;
    scratch.write("case.lua",
                  "local function forever() while true do pcall(function() end) end end\n"
                  "local function again(f) return function() while true do pcall(coroutine.wrap(f)) end end end\n"
                  "local sleeper = coroutine.create(function() coroutine.yield() forever() end)\n"
                  "coroutine.resume(sleeper)\n"
                  "io.open('begun', 'w'):write('.'):close()\n"
                  "again(again(function() pcall(forever) coroutine.resume(sleeper) end))()\n");
    const CommandResult result = jounce_interrupted({"run", "case.lua"}, scratch.path(), {"begun", 0.2});
    EXPECT_EQ(result.status, 130);
    EXPECT_TRUE(result.first_error().ends_with(": interrupted")) << result.err;
}

TEST(Interrupt, EndsACoroutineThatAFunctionOfTimeResumes) {
    const Scratch scratch;
    std::string text = block_case("output = 'out'", "1e4");
    text.insert(text.find("model:initial"),
                "model:load{ nodes = { 'block' }, direction = { 1, 0, 0 },\n"
                "  force = function(t) if t > 1e-3 then io.open('begun', 'w'):write('.'):close() end\n"
                "    return coroutine.wrap(function() while t > 1e-3 do end return t end)() end }\n");
    scratch.write("case.lua", text);
    const CommandResult result = jounce_interrupted({"run", "case.lua"}, scratch.path(), {"begun", 0.2});
    EXPECT_EQ(result.status, 130);
    EXPECT_EQ(result.first_error(), "case.lua:9: interrupted");
}

TEST(Interrupt, EndsTheSearchForModes) {
    const Scratch scratch;
    scratch.write(
        "case.lua",
        "local jounce = require 'jounce'\nlocal model = jounce.model{ name = 'a' }\n"
        "model:beam{ name = 'a', from = { 0, 0, 0 }, to = { 1, 0, 0 }, elements = " +
            std::to_string(20000 / slowness) +
            ",\n"
            "            section = jounce.section.circle{ diameter = 0.01 },\n"
            "            material = jounce.material{ E = 2e11, nu = 0.3, density = 7850 } }\n"
            "io.open('begun', 'w'):write('.'):close() local modes = jounce.modes(model, { count = 1500 })\nprint(#modes)\n");
    // A slow build looks for signals more rarely: its model is smaller. Without lines of progress, which a busy machine brings
    // about. The search takes minutes of the processor.
    const CommandResult result =
        jounce_interrupted({"run", "case.lua", "--quiet", "--threads", "1"}, scratch.path(), {"begun", 2});
    EXPECT_LT(result.after, 2);
    EXPECT_EQ(result.status, 130);
    EXPECT_EQ(result.first_error(), "case.lua:6: interrupted");
}

TEST(Interrupt, EndsARunWithEverythingOnDisk) {
    const Scratch scratch;
    scratch.write("case.lua", block_case("output = 'out', record = { every = 1000, probes = { 'block.ux' } }", "1e4"));
    const CommandResult result = jounce_interrupted({"run", "case.lua"}, scratch.path(), {"out/series.csv", 0.5});
    EXPECT_EQ(result.status, 130);
    EXPECT_EQ(
        result.first_error(),
        "case.lua:8: run: interrupted; the results so far are in out, and jounce run case.lua --resume continues from there");
    const std::string series = read_text(scratch.path() / "out/series.csv");
    ASSERT_FALSE(series.empty());
    EXPECT_EQ(series.back(), '\n');
    EXPECT_TRUE(contains(read_text(scratch.path() / "out/summary.lua"), "interrupted"));
}

// A batch system and a closed terminal: the same, and the status tells which signal it was.
TEST(Interrupt, BySigtermAndSighupIsTheSame) {
    for (const int number : {SIGTERM, SIGHUP}) {
        const Scratch scratch;
        scratch.write("case.lua", block_case("output = 'out', record = { every = 1000, probes = { 'block.ux' } }", "1e4"));
        const CommandResult result = jounce_interrupted({"run", "case.lua"}, scratch.path(), {"out/series.csv", 0.5}, number);
        EXPECT_EQ(result.status, 128 + number);
        EXPECT_EQ(
            result.first_error(),
            "case.lua:8: run: interrupted; the results so far are in out, and jounce run case.lua --resume continues from there");
        EXPECT_TRUE(contains(read_text(scratch.path() / "out/summary.lua"), "interrupted"));
        EXPECT_TRUE(fs::exists(scratch.path() / "out/checkpoint.bin"));
        const std::string series = read_text(scratch.path() / "out/series.csv");
        ASSERT_FALSE(series.empty());
        EXPECT_EQ(series.back(), '\n');
    }
}

// Nearly all of the time of this run passes in the user's function, where the signal most likely finds it: the step under way is
// ended all the same, and the run goes on from it.
TEST(Interrupt, InAFunctionOfTimeLeavesACheckpoint) {
    const Scratch scratch;
    std::string text = block_case("output = 'out'", "1e4");
    text.insert(text.find("model:initial"),
                "model:load{ nodes = { 'block' }, direction = { 1, 0, 0 },\n"
                "  force = function(t) if t > 0.1 and t < 0.10002 then io.open('begun', 'w'):write('.'):close() end\n"
                "    local s = 0 for i = 1, 200 do s = s + math.sin(i*t) end return s end }\n");
    scratch.write("case.lua", text);
    const CommandResult result = jounce_interrupted({"run", "case.lua"}, scratch.path(), {"begun", 0.2});
    EXPECT_EQ(result.status, 130);
    EXPECT_TRUE(result.first_error().ends_with(
        "run: interrupted; the results so far are in out, and jounce run case.lua --resume continues from there"))
        << result.first_error();
    EXPECT_TRUE(std::filesystem::exists(scratch.path() / "out/checkpoint.bin"));
}

// One nominal step of a method with steps of its own may hold millions of them.
TEST(Interrupt, EndsALongStepOfEventDriven) {
    const Scratch scratch;
    scratch.write("case.lua",
                  "local jounce = require 'jounce'\nlocal m = jounce.model{ name = 'pendulum' }\n"
                  "m:body{ name = 'bob', mass = 1, inertia = 0.1, points = { O = { 0, 1 } } }\n"
                  "m:revolute{ name = 'O', between = { { 0, 0 }, 'bob.O' } }\n"
                  "m:gravity{ 0, -9.81, 0 }\nm:initial{ node = 'bob', vangle = 1 }\n"
                  "io.open('begun', 'w'):write('.'):close() jounce.run(m, { step = 1e6, duration = 3e6, output = 'out' })\n");
    const auto begin = std::chrono::steady_clock::now();
    const CommandResult result = jounce_interrupted({"run", "case.lua"}, scratch.path(), {"begun", 1});
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    EXPECT_LT(taken.count(), 20);  // a step takes a minute
    EXPECT_EQ(result.status, 130);
    EXPECT_TRUE(result.first_error().starts_with("case.lua:7: interrupted; kept in out")) << result.first_error();
    EXPECT_TRUE(contains(read_text(scratch.path() / "out/summary.lua"), "interrupted"));
}

// A contact that its preload closes from the start has no speed of impact.
TEST(Impacts, APreloadHasNoImpactSpeed) {
    const Scratch scratch;
    scratch.write("case.lua",
                  "local jounce = require 'jounce'\nlocal model = jounce.model{ name = 'a' }\n"
                  "model:point{ name = 'p', at = { 0, 0, 0 }, mass = 1, free = { 'ux' } }\n"
                  "model:spring{ from = 'p', direction = { 1, 0, 0 }, stiffness = 1e4 }\n"
                  "model:gap{ name = 'g', node = 'p', direction = { 1, 0, 0 }, interference = 1e-5,\n"
                  "           sides = 'positive', law = jounce.law.hertz{ stiffness = 1e9 } }\n"
                  "model:load{ nodes = { 'p' }, direction = { -1, 0, 0 }, force = function(t) return 100*t end }\n"
                  "local run = jounce.run(model, { step = 1e-5, duration = 0.5, output = 'out' })\n"
                  "local hits = run:impacts()\nassert(hits[1].time_in == 0 and hits[1].speed_in == nil and hits[1].speed_out)\n");
    const CommandResult result = jounce("run case.lua", scratch.path());
    ASSERT_EQ(result.status, 0) << result.err;
    const std::string csv = read_text(scratch.path() / "out/impacts.csv");
    EXPECT_TRUE(contains(csv, "g,1,positive,0,")) << csv;
    const std::string row = csv.substr(csv.find("g,1,positive,0,"));
    const std::string after_time_out = row.substr(row.find(',', std::string("g,1,positive,0,").size()));
    EXPECT_TRUE(after_time_out.starts_with(",,")) << row;
}

TEST(Check, CoversWhatComesBeforeAResult) {
    const Scratch scratch;
    scratch.write("case.lua", block_case("output = 'out'"));
    const CommandResult result = jounce("check case.lua", scratch.path());
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_TRUE(
        result.out.starts_with("case.lua: no fault found in 1 model\n"
                               "  model 'block': assembled, 1 free coordinate, 1 gap; options of 1 run\n"))
        << result.out;
    EXPECT_TRUE(result.out.ends_with(
        "stopped at case.lua:9, where the result of a run is first used; the rest of the script was not checked\n"))
        << result.out;
    EXPECT_FALSE(fs::exists(scratch.path() / "out"));
    // Control: a fault before that line is found.
    scratch.write("bad.lua", block_case("record = { probes = { 'block.uq' } }"));
    EXPECT_EQ(jounce("check bad.lua", scratch.path()).status, 1);
}

TEST(Check, CallsFunctionsOfTimeOnce) {
    const Scratch scratch;
    const auto with_force = [](const std::string& force) {
        std::string text = block_case("output = 'out'");
        text.insert(text.find("model:initial"),
                    "model:load{ nodes = { 'block' }, direction = { 1, 0, 0 }, force = function(t) return " + force + " end }\n");
        return text;
    };
    scratch.write("bad.lua", with_force("'F'"));
    for (const std::string command : {"check", "run"}) {
        const CommandResult result = jounce(command + " bad.lua", scratch.path());
        EXPECT_EQ(result.status, 1);
        EXPECT_EQ(result.first_error(),
                  "bad.lua:7: model.load: 'force': the function must return numbers, got a string (called with 0)");
        EXPECT_FALSE(fs::exists(scratch.path() / "out"));
    }
    // What fails later is not looked for.
    scratch.write("later.lua", with_force("t > 1e-3 and 'F' or 0"));
    EXPECT_EQ(jounce("check later.lua", scratch.path()).status, 0);
    EXPECT_EQ(jounce("run later.lua", scratch.path()).status, 3);
}

// A function that uses the result of an earlier run cannot be called where runs are not computed.
TEST(Check, StopsWhereAFunctionUsesAResult) {
    const Scratch scratch;
    std::string text = block_case("record = { probes = { 'block.ux' } }");
    text.erase(text.find("print("));
    text +=
        "model:load{ nodes = { 'block' }, direction = { 1, 0, 0 }, force = function(t) return run:at('block.ux', t) end }\n"
        "local second = jounce.run(model, { step = 1e-5, duration = 0.01 })\n";
    scratch.write("case.lua", text);
    const CommandResult result = jounce("check case.lua", scratch.path());
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_TRUE(contains(result.out, "stopped at case.lua:9, where the result of a run is first used")) << result.out;
}

TEST(Check, AssemblesModelsThatNoRunUses) {
    const Scratch scratch;
    scratch.write("case.lua",
                  "local jounce = require 'jounce'\nlocal model = jounce.model{ name = 'a' }\n"
                  "model:point{ name = 'p', at = { 0, 0, 0 }, mass = 1, free = { 'ux' } }\n"
                  "model:gap{ name = 'g', node = 'p', direction = { 0, 1, 0 }, clearance = 0,\n"
                  "           law = jounce.law.hertz{ stiffness = 1e8 } }\n");
    const CommandResult result = jounce("check case.lua", scratch.path());
    EXPECT_EQ(result.status, 1);
    EXPECT_TRUE(contains(result.first_error(), "case.lua:4: ")) << result.err;
}

TEST(ModesCommand, PrintsTheModesOfTheModel) {
    const Scratch scratch;
    scratch.write("case.lua", "print('not shown')\n" + block_case("output = 'out'"));
    const CommandResult result = jounce("modes case.lua", scratch.path());
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_FALSE(contains(result.out, "not shown"));
    EXPECT_TRUE(contains(result.out, "modes of 'block' with every gap open")) << result.out;
    EXPECT_TRUE(contains(result.out, "15.91549")) << result.out;  // sqrt(1e6/100)/(2 pi) = 15.91549431
}

TEST(Progress, GoesToALogInLines) {
    const Scratch scratch;
    scratch.write("case.lua", block_case("record = { every = 100000, probes = { 'block.ux' } }", "1e4"));
    const CommandResult loud = jounce_interrupted({"run", "case.lua"}, scratch.path(), {.seconds = 6});
    EXPECT_TRUE(loud.err.starts_with("t = ")) << loud.err;
    EXPECT_TRUE(contains(loud.err, "steps/s")) << loud.err;
    const CommandResult quiet = jounce_interrupted({"run", "--quiet", "case.lua"}, scratch.path(), {.seconds = 6});
    EXPECT_TRUE(quiet.err.starts_with("case.lua:")) << quiet.err;
}

}  // namespace
}  // namespace jounce::test::command_line_test
