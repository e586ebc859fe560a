// Faults of pictures, tables and plots are found before anything is computed; messages of the first hour.
//
// A script would compute for days (1e15 steps): it ends at once, with the line of the picture. Controls: what the script catches
// by itself, what it never reaches and what needs a result is no fault ahead; a right script prints and writes once.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "command.hpp"
#include "reference/generated_docs.hpp"

namespace jounce::test::look_ahead_test {
namespace {

namespace fs = std::filesystem;

/// A mass on a spring with a stop far away, recorded at `m.ux`; line 7 of the script is the first behind the run.
std::string oscillator(const std::string& behind, const std::string& duration = "1e9") {
    return "local jounce = require 'jounce'\n"
           "local m = jounce.model{ name = 'm' }\n"
           "m:point{ name = 'm', at = { 0, 0, 0 }, mass = 1, free = { 'ux' } }\n"
           "m:spring{ from = 'm', direction = { 1, 0, 0 }, stiffness = 100 } "
           "m:gap{ name = 'stop', node = 'm', direction = { 1, 0, 0 }, clearance = 10, law = jounce.law.hertz{ stiffness = 1e5 } "
           "}\n"
           "m:initial{ node = 'm', velocity = { 1, 0, 0 } }\n"
           "local run = jounce.run(m, { method = jounce.method.newmark{}, step = 1e-6, duration = " +
           duration + ", record = { every = 1000, probes = { 'm.ux' } } })\n" + behind + "\n";
}

struct Fault {
    std::string behind;
    std::string message;
};

/// By both commands; the oscillator's run of 1e15 steps does not begin before the fault is found.
void expect_faults(const std::vector<Fault>& faults) {
    for (const Fault& fault : faults) {
        const Scratch scratch;
        scratch.write("case.lua", oscillator(fault.behind));
        for (const char* command : {"check case.lua", "run case.lua --quiet"}) {
            const CommandResult result = jounce(command, scratch.path());
            EXPECT_EQ(result.status, 1) << command << ": " << fault.behind;
            EXPECT_EQ(result.err, fault.message) << command;
            EXPECT_EQ(result.out, "") << command;
        }
    }
}

TEST(LookAhead, FindsFaultsOfPictures) {
    const std::string wrong = "run:plot{ probes = { 'm.uy' }, file = 'a.svg' }";
    expect_faults(
        {{"print(run.summary)\nrun:plot{ probes = { 'm.ux' }, file = 'a.pdf' }",
          "case.lua:8: run:plot: 'file' must end in .svg or .png, got 'a.pdf'\n"},
         {"run:plot{ probes = { 'm.uy' }, file = 'a.svg' }",
          "case.lua:7: run:plot: 'm.uy' was not recorded; recorded are m.ux\n"},
         {"run:section{ probes = { 'm.ux' }, period = 0.1 }:plot{ x = 'm.ux', y = 'm.uy', file = 'a.svg' }",
          "case.lua:7: section:plot: 'm.uy' is not a column of the section; did you mean 'm.ux'?\n"},
         {"run:plot{ x = 'm.ux', y = 'm.ux_velocity', file = 'a.svg' }",
          "case.lua:7: run:plot: 'm.ux_velocity' was not recorded; recorded are m.ux\n"},
         {"local t, x = run:series 'm.ux'\nlocal s = run:section{ probes = { 'm.ux' }, period = 1 }\ns:csv 'a.txt'",
          "case.lua:9: section:csv: 'file' must end in .csv, got 'a.txt'\n"},
         {"jounce.plot{ curves = { { x = { 1 }, y = { 1 } } }, file = 'a' }",
          "case.lua:7: plot: 'file' must end in .svg or .png, got 'a'\n"},
         {"jounce.compare{ model = m, duration = 1, methods = { jounce.method.newmark{} }, steps = { 1e-3 } }:plot 'a.jpg'",
          "case.lua:7: study:plot: 'file' must end in .svg or .png, got 'a.jpg'\n"},
         {"run:plot{ probes = { 'm.ux' }, fil = 'a.svg' }",
          "case.lua:7: run:plot: unknown key 'fil'; did you mean 'file'? Known are probes, x, y, file, from, to, equal, "
          "circle\n"},
         {"run:section{ probes = { 'm.ux' }, period = 0.1 }:plot{ x = 'm.ux', y = 'm.ux', filee = 'a.svg' }",
          "case.lua:7: section:plot: unknown key 'filee'; did you mean 'file'? Known are x, y, file, equal, circle\n"},
         {"run:plot{ x = 'm.ux', file = 'a.svg' }", "case.lua:7: run:plot: 'x' and 'y' must be given together, got only 'x'\n"},
         {"print(string.format('%.3g mm', 1e3*run:peak 'm.ux'), #run:impacts() .. ' impacts', tostring(run.summary.steps))\n" +
              wrong,
          "case.lua:8: run:plot: 'm.uy' was not recorded; recorded are m.ux\n"},
         {"jounce.sweep{ axes = { { name = 'a', values = { 1, 2 } } }, point = function(at) return { x = 1 } end }:plot{ x = "
          "'a', "
          "y = 'zzz', file = 'a.svg' }",
          "case.lua:7: sweep:plot: there is no column 'zzz'; known are number, a, x, failed\n"},
         {"run:plot{ probes = { 'm.ux' }, from = 2e9, file = 'a.svg' }",
          "case.lua:7: run:plot: 'from' must be before the end of the run, 1000000000 s, got 2000000000\n"},
         {"jounce.sweep{ axes = { { name = 'f', from = 1, to = 2, count = 2 } }, point = function(at) jounce.run(m, { duration = "
          "1e9, "
          "step = 1e-6 }) return { peak = at.f } end }:plot{ y = 'peek', file = 'a.svg' }",
          "case.lua:7: sweep:plot: there is no column 'peek'; did you mean 'peak'?\n"},
         {"jounce.sweep{ axes = { { name = 'f', values = { 1, 2 } } }, point = function(at) return { peak = run:peak('m.ux') } "
          "end "
          "}:plot{ y = 'peak', titel = 'a', file = 'a.svg' }",
          "case.lua:7: sweep:plot: unknown key 'titel'; did you mean 'title'? Known are x, y, by, colour, at, x_scale, y_scale, "
          "title, "
          "file\n"},
         {"run:plot{ probes = { 'm.ux' } }", "case.lua:7: run:plot: 'file' is required (string)\n"}});
}

TEST(LookAhead, FindsUnknownAndMissingNames) {
    const std::string section_keys = "probes, period, phase, from, to, at, gap, side, after, probe, value, direction, tolerance";
    expect_faults(
        {{"run:section{ probes = { 'm.ux' }, perod = 0.1 }",
          "case.lua:7: run:section: unknown key 'perod'; did you mean 'period'? Known are " + section_keys + "\n"},
         {"run:section{ probes = { 'm.uy' }, period = 0.1 }",
          "case.lua:7: run:section: 'm.uy' was not recorded; recorded are m.ux\n"},
         {"print(run:peak 'm.uy')", "case.lua:7: run:peak: 'm.uy' was not recorded; recorded are m.ux\n"},
         {"print(run:at('m.uy', 1))", "case.lua:7: run:at: 'm.uy' was not recorded; recorded are m.ux\n"},
         {"print(run:integral 'm.uy')", "case.lua:7: run:integral: 'm.uy' was not recorded; recorded are m.ux\n"},
         {"print(run:statistics{ period = 1, probes = { 'm.uy' } })",
          "case.lua:7: run:statistics: 'm.uy' was not recorded; recorded are m.ux\n"},
         {"run:statistics{ priod = 1 }",
          "case.lua:7: run:statistics: unknown key 'priod'; did you mean 'period'? Known are period, from, to, continuous_above, "
          "probes, window\n"},
         {"run:steady{ priod = 1 }",
          "case.lua:7: run:steady: unknown key 'priod'; did you mean 'period'? Known are period, tolerance\n"},
         {"run:peak('m.ux', { form = 1 })", "case.lua:7: run:peak: unknown key 'form'; did you mean 'from'? Known are from\n"},
         {"run:impacts 'stp'", "case.lua:7: run:impacts: there is no gap 'stp'; did you mean 'stop'? Known are stop\n"},
         {"run:section{ probes = { 'm.ux' }, at = 'impacts', gap = 'stp' }",
          "case.lua:7: run:section: there is no gap 'stp'; did you mean 'stop'? Known are stop\n"},
         {"print(run.summary.impact)", "case.lua:7: summary: there is no field 'impact'; did you mean 'impacts'?\n"},
         {"run:plto{ probes = { 'm.ux' } }", "case.lua:7: run: there is no field or method 'plto'; did you mean 'plot'?\n"},
         {"print(run:series 'm.uy')", "case.lua:7: run:series: 'm.uy' was not recorded; recorded are m.ux\n"},
         {"run:statistics{ probes = { 'm.ux' } }", "case.lua:7: run:statistics: 'period' is required (number, s)\n"},
         {"run:steady{ tolerance = 1e-3 }", "case.lua:7: run:steady: 'period' is required (number, s)\n"},
         {"run:friction_events 'belt'", "case.lua:7: run:friction_events: there is no friction at 'belt'; the model has none\n"},
         {"print(run:steady{ period = 1 }.perod)", "case.lua:7: steady: there is no field 'perod'; did you mean 'period'?\n"},
         {"print(run:statistics{ period = 1 }.gaps.stop.speed.men)",
          "case.lua:7: sample_statistics: there is no field 'men'; did you mean 'mean'?\n"},
         {"print(run:impacts('stop')[1].speed_inn)",
          "case.lua:7: impact: there is no field 'speed_inn'; did you mean 'speed_in'?\n"},
         {"local hits = run:impacts()\nprint(hits[1].time_in, hits[2].time_it)",
          "case.lua:8: impact: there is no field 'time_it'; did you mean 'time_in'?\n"},
         {"print(jounce.modes(m)[1].frequncy)", "case.lua:7: mode: there is no field 'frequncy'; did you mean 'frequency'?\n"},
         {"print(jounce.compare{ model = m }.front[1].stesp)",
          "case.lua:7: study_row: there is no field 'stesp'; did you mean 'step'?\n"},
         {"print(jounce.continue{ from = 1 }[1].stabel)",
          "case.lua:7: point: there is no field or method 'stabel'; did you mean 'stable'?\n"}});
}

TEST(LookAhead, GoesOnBehindWhatOnlyPrints) {
    const std::string wrong = "run:plot{ probes = { 'm.uy' }, file = 'a.svg' }";
    expect_faults({{"for _, hit in ipairs(run:impacts 'stop') do print(hit.time_in, hit.speed_in) end\n" + wrong,
                    "case.lua:8: run:plot: 'm.uy' was not recorded; recorded are m.ux\n"},
                   {"for name, value in pairs(run:statistics{ period = 1 }.gaps) do\n"
                    "  local speed, most = value.speed, math.max(value.speed.max or 0, 0)\n"
                    "  io.write(('%g <= %g '):format(speed.mean, most), name, most >= 1 and ' hard' or '', '\\n') \nend\n" +
                        wrong,
                    "case.lua:11: run:plot: 'm.uy' was not recorded; recorded are m.ux\n"}});
}

/// Two calls that write into one folder: both lines are named, by `check` too.
TEST(LookAhead, FindsFoldersThatTwoCallsWrite) {
    const std::string run = "jounce.run(m, { step = 1e-6, duration = 1e9, output = 'out/a/' })\n";
    const Fault faults[] = {
        {"jounce.run(m, { step = 1e-6, duration = 1, output = './out/a' })\nRUN",
         "case.lua:8: run: 'output' must be a different folder for each call, got 'out/a/', into which an earlier call at "
         "case.lua:7 writes, too\n"},
        {"for i = 1, 2 do RUN end",
         "case.lua:7: run: 'output' must be a different folder for each call, got 'out/a/', into which an earlier call on the "
         "same line writes, too\n"},
        {"local function go()\nRUN end\ngo()\ngo()",
         "case.lua:8: run: 'output' must be a different folder for each call, got 'out/a/', into which the call from case.lua:10 "
         "writes as well as that from case.lua:11\n"},
        {"RUN jounce.compare{ model = m, duration = 1, methods = { jounce.method.newmark{} }, steps = { 1e-3 }, output = 'out/a' "
         "}",
         "case.lua:8: compare: 'output' must be a different folder for each call, got 'out/a', into which run at case.lua:7 "
         "writes, too\n"},
        {"jounce.static(m, { output = 'out/a' })\njounce.static(m, { output = 'out/a' })\nRUN",
         "case.lua:9: run: 'output' must be a different folder for each call, got 'out/a/', into which static at case.lua:7 "
         "writes, too\n"},
        {"jounce.sweep{ axes = { { name = 'f', values = { 1, 2 } } }, point = function(at)\nRUN RUN return {} end }",
         "case.lua:9: run: 'output' must be a different folder for each call, got 'out/a/', into which an earlier call at "
         "case.lua:8 writes, too\n"},
    };
    for (const Fault& fault : faults) {
        const Scratch scratch;
        std::string behind = fault.behind;
        for (std::size_t at = 0; (at = behind.find("RUN")) != std::string::npos;) behind.replace(at, 3, run);
        scratch.write("case.lua", oscillator(behind));
        for (const char* command : {"run case.lua --quiet", "check case.lua"}) {
            const CommandResult result = jounce(command, scratch.path());
            EXPECT_EQ(result.status, 1) << command << fault.behind;
            EXPECT_EQ(result.err, fault.message) << command << fault.behind;
            EXPECT_FALSE(fs::exists(scratch.path() / "out"));
        }
    }
}

/// Controls: each point of a sweep writes its runs below its own folder, and so does --output.
TEST(LookAhead, FoldersOfPointsAreTheirOwn) {
    const std::string point =
        "point = function(at) jounce.run(m, { step = 0.1, duration = 1, output = 'r' }) return { a = 1 } end";
    const Scratch scratch;
    scratch.write("case.lua",
                  oscillator("jounce.run(m, { step = 0.1, duration = 1, output = 'r' })\n"
                             "for _, name in ipairs{ 'one', 'two' } do jounce.sweep{ name = name, output = name, axes = "
                             "{ { name = 'f', values = { 1, 2 } } }, " +
                                 point + " } end",
                             "1"));
    const CommandResult result = jounce("run case.lua --quiet --output all", scratch.path());
    EXPECT_EQ(result.status, 0) << result.err;
    for (const char* folder : {"r", "one", "two"}) EXPECT_TRUE(fs::exists(scratch.path() / "all" / folder)) << folder;
}

TEST(LookAhead, IsNoFaultOfRightScripts) {
    const Scratch scratch;
    scratch.write("case.lua",
                  oscillator("print 'once'\n"
                             "local ok, message = pcall(run.plot, run, { probes = { 'm.uy' }, file = 'a.svg' })\n"
                             "print(ok, message)\n"
                             "local sweep = jounce.sweep{ axes = { { name = 'f', values = { 1 } } }, point = function(at)\n"
                             "  return { twice = 2*at.f, peak = 2*run:peak('m.ux') } end }\n"
                             "sweep:plot{ x = 'f', y = 'twice', file = 'sweep.svg' }\n"
                             "jounce.sweep{ axes = { { name = 'f', values = { 1 } } }, point = function(at)\n"
                             "  return { row = { twice = 2*at.f }, run = run } end }:plot{ y = 'twice', file = 'row.svg' }\n"
                             "if #run:impacts() > 0 then run:plot{ probes = { 'm.ux' }, file = 'a.pdf' } end\n"
                             "local file = io.open('a.txt', 'a')\nfile:write('once')\nfile:close()\n"
                             "run:plot{ probes = { 'm.ux' }, file = 'a.svg' }",
                             "1e-2"));
    const CommandResult result = jounce("run case.lua --quiet", scratch.path());
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(result.out.find("once"), result.out.rfind("once"));
    EXPECT_NE(result.out.find("'m.uy' was not recorded"), std::string::npos) << result.out;
    EXPECT_EQ(read_text(scratch.path() / "a.txt"), "once");
    EXPECT_TRUE(fs::exists(scratch.path() / "a.svg"));

    // A script that never ends by itself: the look ahead does, and Ctrl-C ends the run.
    scratch.write("loop.lua", "while true do end\n");
    const CommandResult stopped = jounce_interrupted({"run", "loop.lua"}, scratch.path(), {.seconds = 1.5});
    EXPECT_EQ(stopped.status, 130) << stopped.err;
}

/// What a script decides by a value of a result is not known ahead: neither side of the decision is followed, whatever its form.
TEST(LookAhead, IsNoFaultBehindADecision) {
    const std::string wrong = "run:plot{ probes = { 'm.uy' }, file = 'a.svg' }";
    const std::string decisions[] = {
        "if run.summary.status ~= 'done' then " + wrong + " end",
        "if run.summary.message then " + wrong + " end",
        "local small = run.summary.steps == 1\nif not small then run:plot{ probes = { 'm.ux' }, file = 'b.svg' } else " + wrong +
            " end",
        "local steady = run:steady{ period = 1e-3 }\nif steady.period ~= 0\nthen " + wrong + " end",
        "if type(run:peak 'm.ux') ~= 'number' then " + wrong + " end",
        "local function choose(x)\n  return x ~= 10000\nend\nlocal x = choose(run.summary.steps)\nlocal _ = x and " + wrong,
        "local folder = run.summary.steps ~= 10000 and 'b' or 'a'\n"
        "jounce.run(m, { step = 1e-3, duration = 0.01, output = folder })\n"
        "jounce.run(m, { step = 1e-3, duration = 0.01, output = 'b' })"};
    for (const std::string& decision : decisions) {
        const Scratch scratch;
        scratch.write("case.lua", oscillator(decision, "1e-2"));
        for (const char* command : {"check case.lua", "run case.lua --quiet"}) {
            const CommandResult result = jounce(command, scratch.path());
            EXPECT_EQ(result.status, 0) << command << ": " << decision << ": " << result.err;
        }
    }
    const Scratch scratch;  // control: without a decision the fault is found
    scratch.write("case.lua",
                  oscillator("local a = run.summary.steps -- if == and\nlocal b = 'if ~=', [[ not\n == ]]\n" + wrong));
    EXPECT_EQ(jounce("run case.lua --quiet", scratch.path()).err,
              "case.lua:10: run:plot: 'm.uy' was not recorded; recorded are m.ux\n");
}

/// A loop over results is left out only where the script is the same behind it for any number of elements; `check` finds no fault
/// behind other loops. Control: the loops that only print, above.
TEST(LookAhead, EndsAtALoopWithEffects) {
    const std::string loops[] = {"local file = 'b.svg'\nfor _, hit in ipairs(run:impacts 'stop') do file = hit.gap end\n",
                                 "local hits = {}\nfor _, hit in ipairs(run:impacts()) do hits[#hits + 1] = hit end\n",
                                 "local hits = {}\nfor _, hit in ipairs(run:impacts()) do table.insert(hits, hit) end\n",
                                 "local n = 0\nfor _ in ipairs(run:impacts()) do local one; n = n + 1 end\n",
                                 "local print = error\nfor _ in pairs(run:impacts()) do print() end\n",
                                 "for _ in ipairs(run:impacts()) do if true then os.exit(0) end end\n",
                                 "for _ in ipairs(run:impacts()) do for _ = 1, 2 do print() end os.exit(0) end\n"};
    for (const std::string& loop : loops) {
        const Scratch scratch;
        scratch.write("case.lua", oscillator(loop + "run:plot{ probes = { 'm.uy' }, file = 'a.svg' }", "1e5"));
        const CommandResult result = jounce("check case.lua", scratch.path());
        EXPECT_EQ(result.status, 0) << loop << ": " << result.err;
    }
}

// Status 1 is promised for what the case has wrong; runs before the fault keep what they wrote.
TEST(Messages, HelpPromisesWhatStatusOneMeans) {
    const Scratch scratch;
    const std::string help = jounce("run --help", scratch.path()).out;
    EXPECT_NE(help.find("1 the case is invalid (outputs of its earlier runs remain)"), std::string::npos) << help;
    EXPECT_EQ(help.find("nothing written"), std::string::npos);
}

TEST(Messages, CountOnePeriod) {
    const Scratch scratch;
    scratch.write("case.lua", oscillator("print(run:section{ probes = { 'm.ux' }, period = math.pi/5 })", "2"));
    const CommandResult result = jounce("run case.lua --quiet", scratch.path());
    EXPECT_NE(result.out.find("\nrepeats after 1 period, 1 distinct point\n"), std::string::npos) << result.out << result.err;
}

TEST(Messages, TimesAreRounded) {
    const Scratch scratch;
    // 0.001 + ... + 0.001 = 0.009000000000000001
    scratch.write("case.lua", oscillator("print(jounce.static(m, { time = 0.001*9 + 1e-18 }))\n"
                                         "local t = 0 for _ = 1, 9 do t = t + 0.001 end\nprint(jounce.static(m, { time = t }))",
                                         "1e-3"));
    const CommandResult result = jounce("run case.lua --quiet", scratch.path());
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_NE(result.out.find("at t = 0.009 s"), std::string::npos) << result.out;
    EXPECT_EQ(result.out.find("0.0090"), std::string::npos) << result.out;
}

/// Work done is what the summary's remainder is relative to: said where the word stands.
TEST(Messages, WorkDoneIsDefined) {
    const std::string page = lua::generated_docs().at("docs/reference/outputs.md");
    EXPECT_NE(page.find("| `work_done` | number | J | Energy at the start plus all positive work"), std::string::npos);
    EXPECT_NE(read_text(fs::path(JOUNCE_SOURCE_DIR) / "docs/guide/results.md").find("*work done* is the energy at the start"),
              std::string::npos);
}

TEST(Messages, HelpFitsTheTerminal) {
    const Scratch scratch;
    for (const char* command : {"", "run", "check", "sweep", "view", "modes", "merge", "report", "kinds"}) {
        const CommandResult help = jounce(std::string(command) + " --help", scratch.path(), "COLUMNS=80");
        ASSERT_EQ(help.status, 0) << command;
        std::istringstream in(help.out);
        for (std::string line; std::getline(in, line);) EXPECT_LE(line.size(), 80U) << command << ": " << line;
    }
}

TEST(Messages, TablesOfComparisonsFitTheTerminal) {
    const Scratch scratch;
    scratch.write("case.lua", oscillator("jounce.compare{ model = m, duration = 0.1, methods = { jounce.method.newmark{}, "
                                         "jounce.method.generalized_alpha{ spectral_radius = 0.8 } }, steps = { 1e-3, 5e-4 },\n  "
                                         "reference = { method = jounce.method.newmark{}, step = 1e-4 }, probes = { 'm.ux', "
                                         "'m.ux_velocity' }, repetitions = 1 }:print()",
                                         "1e-3"));
    const CommandResult result = jounce("run case.lua --quiet", scratch.path(), "COLUMNS=100");
    ASSERT_EQ(result.status, 0) << result.err;
    std::istringstream in(result.out);
    int rules = 0;
    for (std::string line; std::getline(in, line);) {
        if (line.find("----") == std::string::npos) continue;
        ++rules;
        EXPECT_LE(line.size(), 100U) << line;
    }
    EXPECT_GT(rules, 0) << result.out;
}

}  // namespace
}  // namespace jounce::test::look_ahead_test
