// What a case from a stranger cannot do: every known way out of Lua, of its folders and of its memory, and what ends it.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <linux/landlock.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "command.hpp"

namespace jounce::test::contained_test {
namespace {

namespace fs = std::filesystem;

/// A folder with a case in it, beside a folder with a secret to which links lead.
class Stranger {
  public:
    Stranger() {
        fs::create_directories(own());
        fs::create_directories(scratch_.path() / "home");
        scratch_.write("home/key", "secret");
        fs::create_symlink("../home/key", own() / "link");
        fs::create_directory_symlink("../home", own() / "folder");
        fs::create_directories(own() / "inner");
        fs::create_symlink("../data.csv", own() / "inner" / "data");
        scratch_.write("own/data.csv", "t,x\n0,0\n1,1\n");
        scratch_.write("own/module.lua", "return { seven = 7 }\n");
        ::mkfifo((own() / "pipe").c_str(), 0600);
    }
    [[nodiscard]] fs::path own() const { return scratch_.path() / "own"; }
    [[nodiscard]] fs::path secret() const { return scratch_.path() / "home" / "key"; }
    CommandResult run(const std::string& script, const std::string& options = {}, const std::string& before = {}) const {
        scratch_.write("own/case.lua", script + "\n");
        return jounce("run --quiet " + options + " case.lua", own(), before);
    }

  private:
    Scratch scratch_;
};

struct Attempt {
    const char* script;
    const char* answer;  ///< part of the first line on standard error, behind the place
};

constexpr const char* no_data = "a case reads files below the working folder; --read DIR adds a folder";

class Refused : public testing::TestWithParam<Attempt> {};

/// Linux has it from 5.13 on, and can be built or started without.
bool kernel_has_landlock() { return ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION) > 0; }

TEST_P(Refused, WithOneErrorAtItsLine) {
    const Stranger stranger;
    const CommandResult result = stranger.run(GetParam().script);
    EXPECT_EQ(result.status, 1) << result.out << result.err;
    EXPECT_EQ(result.first_error().substr(0, 11), "case.lua:1:") << result.err;
    EXPECT_NE(result.first_error().find(GetParam().answer), std::string::npos) << result.err;
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(read_text(stranger.secret()), "secret");
}

constexpr const char* trusted = "--trusted allows it to a case that you trust";
INSTANTIATE_TEST_SUITE_P(
    Scripts, Refused,
    testing::Values(
        // Processes and native code.
        Attempt{"io.popen('id')", "io.popen: a case starts no processes"}, Attempt{"os.execute('id')", trusted},
        Attempt{"package.loadlib('/usr/lib/x86_64-linux-gnu/libc.so.6', '*')", "package.loadlib: a case loads no native modules"},
        Attempt{"package.cpath = '/tmp/?.so' require 'evil'", "module 'evil' not found"},
        Attempt{"assert(io.open(''))", "No such file or directory"},
        Attempt{"package.searchers[3]('evil')", "attempt to call a nil value"},
        Attempt{"local j = require 'jounce' local m = j.model{ name = 'm' } m:point{ name = 'p', at = { 0, 0, 0 }, mass = 1, "
                "free = { 'ux' } } "
                "m:spring{ from = 'p', direction = { 1, 0, 0 }, stiffness = 1 } j.modes(m, { count = 1 }):vtk ''",
                "modes:vtk: 'folder' must be below the working folder, got ''"},
        Attempt{
            "local j = require 'jounce' local m = j.model{ name = 'm' } m:point{ name = 'p', at = { 0, 0, 0 }, mass = 1, free = "
            "{ 'ux' } } "
            "m:spring{ from = 'p', direction = { 1, 0, 0 }, stiffness = 1 } j.reduce(m, { method = 'modal', modes = 1 }):save ''",
            "reduced:save: 'file' must be below the working folder, got ''"},
        Attempt{"require('jounce').reduced ''", "reduced: 'file' must be the name of a file, got ''"},
        Attempt{"require 'a\\0b'", "require: the name of a module must be text without zero bytes, got 'a\\0b'"},
        // Bytecode.
        Attempt{"assert(load(string.dump(function() end)))", "attempt to load a binary chunk (mode is 't')"},
        Attempt{"load(string.dump(function() end), 'x', 'b')", "load: a case loads no bytecode"},
        Attempt{"local f = io.open('b.lua', 'wb') f:write(string.dump(function() end)) f:close() dofile 'b.lua'",
                "attempt to load a binary chunk (mode is 't')"},
        Attempt{"loadfile('module.lua', 'b')", "loadfile: a case loads no bytecode"},
        // The program and its files.
        Attempt{"os.exit(0)", "os.exit: a case does not end the program"}, Attempt{"os.remove('data.csv')", "os.remove: "},
        Attempt{"os.rename('data.csv', 'x')", "os.rename: "}, Attempt{"os.tmpname()", "os.tmpname: "},
        Attempt{"io.tmpfile()", "io.tmpfile: "}, Attempt{"os.setlocale('C')", "os.setlocale: "},
        // What belongs to the program's own functions.
        Attempt{"debug.setmetatable('', {})", "debug.setmetatable: a case has only debug.traceback of the debug library"},
        Attempt{"debug.sethook()", trusted}, Attempt{"debug.getregistry()", trusted},
        Attempt{"debug.getupvalue(io.open, 1)", trusted},
        Attempt{"coroutine.wrap(function() os.execute('id') end)()", "os.execute: "},
        Attempt{"string.gsub('id', '.+', os.execute)", "os.execute: "},
        // Files outside.
        Attempt{"io.open('../home/key')", "io.open: a case reads files below the working folder, got '../home/key'; --read DIR"},
        Attempt{"io.open('link')", "io.open: a case reads files below"}, Attempt{"io.open('folder/key')", "io.open: "},
        Attempt{"io.open('link', 'w')", "io.open: a case writes files below the working folder, got 'link'; --write DIR"},
        Attempt{"io.open('inner/../../home/key', 'a')", "io.open: a case writes"}, Attempt{"io.open('/etc/passwd')", "io.open: "},
        Attempt{"for l in io.lines('folder/key') do end", "io.lines: "}, Attempt{"io.input('link')", "io.input: "},
        Attempt{"io.output('../home/new')", "io.output: "}, Attempt{"dofile('../home/key')", "dofile: cannot open ../home/key"},
        Attempt{"assert(loadfile('link'))", "cannot open link: is not below"},
        Attempt{"package.path = '../home/?' require 'key'", "module 'key' not found"},
        // Files of data that the library opens, also where the kernel lets the program read: below /usr lie its libraries.
        Attempt{"require('jounce').signal.table{ file = 'link' }", no_data}, Attempt{"require('jounce').reduced 'link'", no_data},
        Attempt{"require('jounce').signal.table{ file = '/etc/passwd' }", no_data},
        Attempt{"require('jounce').signal.table{ file = '/usr/lib/os-release' }", no_data},
        Attempt{"require('jounce').signal.table{ file = '../../../../../../usr/lib/os-release' }", no_data},
        Attempt{"require('jounce').mesh.gmsh{ file = '/usr/lib/os-release' }", no_data},
        Attempt{"require('jounce').mesh.abaqus{ file = 'folder/key' }", no_data},
        Attempt{"require('jounce').reduced '/usr/lib/os-release'", no_data},
        Attempt{
            "local j = require 'jounce' local m = j.model{ name = 'm' } m:point{ name = 'p', at = { 0, 0, 0 }, mass = 1, free = "
            "{ "
            "'ux' } } m:load{ node = 'p', direction = { 1, 0, 0 }, force = { kind = 'table', file = '/usr/lib/os-release' } }",
            no_data},
        // They are data: a pipe would block the program, and files of /proc are about it.
        Attempt{"require('jounce').signal.table{ file = 'pipe' }", "(it is a pipe or a device, not a file"},
        Attempt{"require('jounce').mesh.gmsh{ file = 'pipe' }", "(it is a pipe or a device, not a file"},
        Attempt{"require('jounce').reduced 'pipe'", "it is a pipe or a device, not a file"},
        Attempt{"require('jounce').signal.table{ file = '/proc/self/environ' }", no_data},
        Attempt{"require('jounce').signal.table{ file = 'inner' }", "(it is a folder"},
        Attempt{"require('jounce').signal.table{ file = 'data.csv\\0.txt' }", "'file' must be a string without zero bytes"},
        Attempt{"local j = require 'jounce' local m = j.model{ name = 'm' } m:point{ name = 'p', at = { 0, 0, 0 }, mass = 1 } "
                "m:spring{ from = 'p', direction = { 1, 0, 0 }, stiffness = 1 } j.run(m, { step = 0.1, duration = 1, output = "
                "'../home/out' })",
                "run: 'output' must be below the working folder, got '../home/out'; --write DIR adds a folder"},
        Attempt{"local j = require 'jounce' local m = j.model{ name = 'm' } m:point{ name = 'p', at = { 0, 0, 0 }, mass = 1 } "
                "m:spring{ from = 'p', direction = { 1, 0, 0 }, stiffness = 1 } j.run(m, { step = 0.1, duration = 1, output = "
                "'/dev/shm/jounce-attempt' })",
                "run: 'output' must be below the working folder, got '/dev/shm/jounce-attempt'"},
        Attempt{"local j = require 'jounce' local m = j.model{ name = 'm' } m:point{ name = 'p', at = { 0, 0, 0 }, mass = 1 } "
                "m:spring{ from = 'p', direction = { 1, 0, 0 }, stiffness = 1 } j.run(m, { step = 0.1, duration = 1, output = "
                "'out\\0x' })",
                "'output' must be a string without zero bytes"},
        // Numbers beyond what can be computed.
        Attempt{"local j = require 'jounce' local m = j.model{ name = 'm' } m:point{ name = 'p', at = { 0, 0, 0 }, mass = 1, "
                "free = { 'ux' } } "
                "m:spring{ from = 'p', direction = { 1, 0, 0 }, stiffness = 1 } j.run(m, { method = j.method.newmark{}, step = "
                "1e305, duration = 1e308 })",
                "run: 'duration' must be between 1e-100 and 1e+100 s, got 1e+308"},
        Attempt{"local j = require 'jounce' local m = j.model{ name = 'm' } m:point{ name = 'p', at = { 0, 0, 0 }, mass = 1, "
                "free = { 'ux' } } "
                "m:spring{ from = 'p', direction = { 1, 0, 0 }, stiffness = 1 } j.run(m, { method = j.method.hht{}, step = "
                "1e-320, duration = 1e-90 })",
                "run: 'step' must be between 1e-100 and 1e+100 s, got "},
        Attempt{"local j = require 'jounce' local m = j.model{ name = 'm' } m:point{ name = 'p', at = { 0, 0, 0 }, mass = 1, "
                "free = { 'ux' } } "
                "m:spring{ from = 'p', direction = { 1, 0, 0 }, stiffness = 1 } j.run(m, { step = 0.1, duration = 1, tolerance = "
                "1e-17 })",
                "run: 'tolerance' must be at least 1e-14, got 1e-17"},
        Attempt{"local j = require 'jounce' local m = j.model{ name = 'm' } m:point{ name = 'p', at = { 0, 0, 0 }, mass = 1, "
                "free = { 'ux' } } "
                "m:spring{ from = 'p', direction = { 1, 0, 0 }, stiffness = 1 } j.compare{ model = m, duration = 1e308, methods "
                "= { j.method.newmark{} }, steps = { 1e307 }, probes = { 'p.ux' } }",
                "compare: 'duration' must be between 1e-100 and 1e+100 s, got 1e+308"},
        Attempt{"require('jounce').sweep{ axes = { { name = 'a', from = 0, to = 1, count = 1e7 }, { name = 'b', from = 0, to = "
                "1, count "
                "= 1e7 } }, point = function() return { c = 1 } end }",
                "sweep: 'axes' must give at most 10000000 points, got 100000000000000"}));

// The look ahead finds it, so that no branch is computed for a file that cannot be written.
TEST(Contained, RefusesFilesOutsideBeforeTheComputation) {
    const Stranger stranger;
    const std::string branch =
        "local j = require 'jounce' local function f(w) local m = j.model{ name = 'm' } m:point{ name = 'p', at = { 0, 0, 0 }, "
        "mass = 1, free = { 'ux' } } m:spring{ from = 'p', direction = { 1, 0, 0 }, stiffness = 1, damping = 0.1 } m:load{ nodes "
        "= { 'p' }, direction = { 1, 0, 0 }, force = j.signal.sine{ amplitude = 1, frequency = w/(2*math.pi) } } return m end "
        "local branch = j.continue{ from = 2, to = 2.1, orbit = j.orbit{ model = f, parameter = 2, period = function(w) return "
        "2*math.pi/w end } } print 'computed' branch:";
    const std::string outside = " must be below the working folder, got '../home/x.";
    const CommandResult inside = stranger.run(branch + "plot{ y = 'period', file = 'inner/x.svg' }");
    EXPECT_EQ(inside.out, "computed\n") << inside.err;
    EXPECT_TRUE(fs::exists(stranger.own() / "inner/x.svg"));
    for (const std::string call : {"plot{ y = 'period', file = '../home/x.svg' }", "csv '../home/x.csv'"}) {
        const CommandResult refused = stranger.run(branch + call);
        EXPECT_EQ(refused.status, 1);
        EXPECT_EQ(refused.out, "") << call;
        EXPECT_NE(refused.err.find(outside), std::string::npos) << refused.err;
        EXPECT_EQ(stranger.run(branch + call, "--write ../home").status, 0) << call;
    }
    fs::create_directory_symlink("../home", stranger.own() / "leads_out");
    const CommandResult by_a_link = stranger.run(branch + "plot{ y = 'period', file = 'leads_out/x.svg' }");
    EXPECT_EQ(by_a_link.out, "");
    EXPECT_NE(by_a_link.err.find(" must be below the working folder, got 'leads_out/x.svg'"), std::string::npos) << by_a_link.err;
}

/// Every function that writes, behind a run that prints; OUT is the place. The control writes inside.
TEST(Contained, RefusesOutputsOutsideBeforeTheComputation) {
    const Stranger stranger;
    const fs::path home = stranger.secret().parent_path();
    fs::create_directory_symlink("../home", stranger.own() / "leads_out");
    fs::create_symlink("../home/none", stranger.own() / "leads_nowhere");
    const std::string model =
        "local j = require 'jounce' local m = j.model{ name = 'm' } m:point{ name = 'p', at = { 0, 0, 0 }, mass = 1, free = { "
        "'ux' } } m:spring{ from = 'p', direction = { 1, 0, 0 }, stiffness = 1 } m:load{ node = 'p', direction = { 1, 0, 0 }, "
        "force = 1 } print(j.run(m, { step = 0.1, duration = 1 }).summary.steps) ";
    struct Call {
        std::string subject, script;
    };
    const std::string loaded =
        "orbit = j.orbit{ model = function(k) local s = j.model{ name = 's' } s:point{ name = 'p', at = { 0, 0, 0 }, mass = 1, "
        "free = { 'ux' } } s:spring{ from = 'p', direction = { 1, 0, 0 }, stiffness = k, damping = 0.1 } s:load{ node = 'p', "
        "direction = { 1, 0, 0 }, force = j.signal.sine{ amplitude = 1, frequency = 1 } } return s end, parameter = 2, period = "
        "1 "
        "}";
    const Call calls[] = {
        {"run: 'output'", "j.run(m, { step = 0.1, duration = 1, output = OUT })"},
        {"compare: 'output'",
         "j.compare{ model = m, duration = 1, methods = { j.method.newmark{} }, steps = { 0.01 }, probes = { 'p.ux' }, output = "
         "OUT }"},
        {"static: 'output'", "j.static(m, { output = OUT })"},
        {"sweep: 'output'",
         "j.sweep{ name = 's', axes = { { name = 'a', values = { 1 } } }, point = function(at) return { b = at.a } end, output = "
         "OUT }"},
        {"modes:vtk: 'folder'", "j.modes(m):vtk(OUT)"},
        {"reduced:save: 'file'", "j.reduce(m, { method = 'modal', modes = 1 }):save(OUT)"},
        {"continue: 'output'", "j.continue{ from = 2, to = 2.1, " + loaded + ", output = OUT }"},
        {"write_mesh: 'file'", "j.write_mesh(m, OUT)"},
    };
    for (const Call& call : calls) {
        for (const std::string out : {"../home/x", "leads_out/x", "leads_nowhere"}) {
            std::string script = model + call.script;
            script.replace(script.find("OUT"), 3, "'" + out + "'");
            const std::string refused =
                "case.lua:1: " + call.subject + " must be below the working folder, got '" + out + "'; --write DIR adds a folder";
            const CommandResult result = stranger.run(script);
            EXPECT_EQ(result.first_error(), refused);
            EXPECT_EQ(result.out, "") << call.subject << ": nothing is computed";
            EXPECT_EQ(jounce("check case.lua", stranger.own()).first_error(), refused);
            EXPECT_EQ(jounce("modes case.lua", stranger.own()).err, "") << call.subject << ": modes writes nothing";
        }
        if (call.subject.starts_with("write_mesh")) continue;  // the model has no shells
        std::string script = model + call.script;
        script.replace(script.find("OUT"), 3, "'inner/x'");
        const CommandResult inside = stranger.run(script, "--force");
        EXPECT_EQ(inside.status, 0) << call.subject << inside.err;
        EXPECT_TRUE(fs::exists(stranger.own() / "inner/x")) << call.subject;
        fs::remove_all(stranger.own() / "inner/x");
    }
    EXPECT_EQ(std::distance(fs::directory_iterator(home), {}), 1) << "only the secret";
    // The working folder itself is one of the folders.
    const CommandResult here = stranger.run(model + "j.run(m, { step = 0.1, duration = 1, output = '.' })");
    EXPECT_EQ(here.status, 0) << here.err;
    EXPECT_TRUE(fs::exists(stranger.own() / "summary.lua"));
}

TEST(Contained, DoesWhatACaseNeeds) {
    const Stranger stranger;
    const CommandResult result = stranger.run(
        "local file = io.open('new.txt', 'w') file:write('one\\ntwo\\n') file:close()\n"
        "local n = 0 for line in io.lines('new.txt') do n = n + #line end print(n)\n"
        "print(io.open('nothing'))\nprint(io.open('pipe'))\nprint(io.type(io.open('inner/data')))\n"
        "print(require('module').seven, dofile('module.lua').seven, loadfile('module.lua')().seven, load('return 7')())\n"
        "print(load('return x', 'n', 't', { x = 8 })(), loadfile('module.lua', 't', {})().seven)\n"
        "io.output('out.txt') io.write('x') io.output():close() io.input('out.txt') print(io.read())\n"
        "print(package.searchpath('module', './?.lua'), os.time() > 0, type(os.getenv 'PATH'), debug.traceback('t'):sub(1, 1))\n"
        "print(pcall(os.execute, 'id'))\n");
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(result.out.substr(0, result.out.find("false\t")),
              "6\nnil\tnothing: No such file or directory\t2\nnil\tpipe: is not a regular file\t0\nfile\n7\t7\t7\t7\n8\t7\nx\n"
              "./module.lua\ttrue\tstring\tt\n");
}

/// What a case is told about a file outside does not depend on whether it exists.
TEST(Contained, DoesNotTellWhatExistsOutside) {
    const Stranger stranger;
    const std::string calls[] = {"io.open(FILE)",
                                 "io.open(FILE, 'w')",
                                 "io.lines(FILE)",
                                 "dofile(FILE)",
                                 "assert(loadfile(FILE))",
                                 "assert(package.searchpath('x', FILE))",
                                 "require('jounce').signal.table{ file = FILE }",
                                 "require('jounce').mesh.gmsh{ file = FILE }",
                                 "require('jounce').mesh.abaqus{ file = FILE }",
                                 "require('jounce').reduced(FILE)"};
    const auto answer = [&](std::string call, const std::string& file) {
        call.replace(call.find("FILE"), 4, "'" + file + "'");
        const CommandResult result = stranger.run(call);
        EXPECT_EQ(result.status, 1) << call << result.err;
        std::string out = result.err;
        for (std::size_t at = 0; (at = out.find(file, at)) != std::string::npos;) out.replace(at, file.size(), "FILE");
        return out;
    };
    for (const std::string& call : calls) {
        const std::string none = answer(call, "../home/none");
        EXPECT_EQ(none.find("No such file"), std::string::npos) << none;
        for (const char* other : {"../home/key", "../home/key/x", "../home", "../none/x", "/etc/passwd", "/usr/lib/os-release"})
            EXPECT_EQ(answer(call, other), none) << call << other;
    }
    EXPECT_NE(answer("io.open(FILE) error(select(2, io.open('none')))", "none").find("No such file"), std::string::npos)
        << "inside it is told";
}

TEST(Contained, FilesOfDataInAnAddedFolderAreRead) {
    const Stranger stranger;
    const std::string reads = "print(require('jounce').signal.table{ file = '../home/data.csv', columns = { 1, 2 } }.kind)";
    std::ofstream(stranger.secret().parent_path() / "data.csv") << "t,x\n0,0\n1,1\n";
    EXPECT_EQ(stranger.run(reads).status, 1);
    EXPECT_EQ(stranger.run(reads, "--read ../home").out, "table\n");
    EXPECT_EQ(stranger.run(reads, "--write ../home").out, "table\n");
    EXPECT_EQ(stranger.run(reads, "--trusted").out, "table\n");
}

TEST(Contained, FoldersAreAddedAndAllIsAllowedWhenTrusted) {
    const Stranger stranger;
    const std::string reads = "print(io.open('../home/key'):read())";
    EXPECT_EQ(stranger.run(reads, "--read ../home").out, "secret\n");
    EXPECT_EQ(stranger.run("print(io.open('link'):read())", "--read ../home").status, 1)
        << "a link still leads out of its folder";
    EXPECT_EQ(stranger.run("io.open('../home/new', 'w'):write('x')", "--read ../home").status, 1);
    EXPECT_EQ(stranger.run("io.open('../home/new', 'w'):write('x')", "--write ../home").status, 0);
    EXPECT_EQ(stranger.run("os.remove('../home/new') print(io.popen('echo a'):read())", "--trusted").out, "a\n");
    EXPECT_EQ(stranger.run(reads, "--read ../nothing").status, 2);
    EXPECT_EQ(stranger.run("print(1)", "--memory 3").status, 2);
}

TEST(Contained, LeavesNoFolderBehindWhereNothingIsWritten) {
    const Stranger stranger;
    const fs::path outside = stranger.secret().parent_path() / "a" / "b";
    const std::string output = "--output ../home/a/b";
    const auto left = [&] { return fs::exists(outside.parent_path()); };
    EXPECT_EQ(stranger.run("error('no')", output).status, 1);
    EXPECT_FALSE(left()) << "a wrong case writes nothing";
    EXPECT_EQ(jounce("check case.lua " + output, stranger.own()).status, 1);
    EXPECT_EQ(jounce("run nowhere.lua " + output, stranger.own()).status, 1);
    EXPECT_FALSE(left());
    const CommandResult missing = jounce("run nowhere/x.lua", stranger.own());
    EXPECT_EQ(missing.status, 1);
    EXPECT_EQ(missing.first_error(), "nowhere/x.lua: cannot be read: No such file or directory");
    EXPECT_EQ(stranger.run(block_case("output = 'out'"), output).status, 0);
    EXPECT_TRUE(fs::exists(outside / "out" / "summary.lua"));
}

/// Links that lie in an output folder, as an unpacked archive may bring them.
TEST(Contained, ResultsDoNotFollowLinksOutOfTheFolder) {
    if (!kernel_has_landlock()) GTEST_SKIP() << "this kernel has no Landlock";
    const Stranger stranger;
    fs::create_directories(stranger.own() / "out");
    fs::create_symlink("../../home/key", stranger.own() / "out" / "series.csv");
    fs::create_directory_symlink("../../home", stranger.own() / "out" / "frames");
    const CommandResult result =
        stranger.run(block_case("output = 'out', vtk = { every = 10 }, record = { probes = { 'block.ux' } }"));
    EXPECT_EQ(read_text(stranger.secret()), "secret");
    EXPECT_EQ(std::distance(fs::directory_iterator(stranger.secret().parent_path()), fs::directory_iterator()), 1) << result.err;
}

TEST(Contained, MemoryEndsWithAnError) {
#ifdef JOUNCE_SANITIZED
    GTEST_SKIP() << "the address sanitizer reserves terabytes of addresses, so that no limit can be set, and the script would "
                    "take all memory of the machine";
#endif
    const Stranger stranger;
    const CommandResult lua = stranger.run("local t = {} for i = 1, 1e9 do t[i] = ('x'):rep(1e6) .. i end", "--memory 200M");
    EXPECT_EQ(lua.status, 3) << lua.err;
    EXPECT_EQ(lua.err, "case.lua:1: out of memory\n");
    const CommandResult table = stranger.run("local t = {}\nfor i = 1, 1e9 do\n  t[i] = i\nend", "--memory 200M");
    EXPECT_EQ(table.err, "case.lua:3: out of memory\n") << "an array that grows";
    const CommandResult inside = stranger.run(
        "local function f(n)\n  return ('x'):rep(n)\nend\ncoroutine.wrap(function()\n  f(1e9)\nend)()", "--memory 200M");
    EXPECT_EQ(inside.err, "case.lua:4: out of memory\n") << "the line that resumes the coroutine";
    const CommandResult rows = stranger.run(block_case("record = { every = 1, probes = { 'block.ux' } }", "1e6"));
    EXPECT_NE(rows.err.find("a case may have at most 100000000"), std::string::npos) << rows.err;
    EXPECT_EQ(rows.status, 1);
}

struct Endless {
    const char* script;
    const char* options;
    int signal;
};

class Ends : public testing::TestWithParam<Endless> {};

/// Two seconds are promised on a quiet machine, here those of the processor; the test would hang without an end.
TEST_P(Ends, WhenToldOnce) {
    const Stranger stranger;
    const fs::path script = stranger.own() / "case.lua";
    (void)stranger.run("print(1)");  // writes the file
    std::ofstream(script) << "io.open('begun', 'w'):write('.'):close()\n" << GetParam().script << "\n";
    std::vector<std::string> arguments = {"run", "--quiet", "case.lua"};
    if (GetParam().options[0] != '\0') arguments.emplace_back(GetParam().options);
    const CommandResult result =
        jounce_interrupted(arguments, stranger.own(), {stranger.own() / "begun", 0.1}, GetParam().signal);
    EXPECT_EQ(result.status, 128 + GetParam().signal) << result.err;
    EXPECT_LT(result.after, 2) << "seconds of the processor";
}

// Opened, it would wait for a writer and hear no signal.
TEST(Stranger, APipeIsNoCase) {
    const Stranger stranger;
    for (const char* command : {"run", "check"}) {
        const CommandResult result = jounce(std::string(command) + " pipe", stranger.own());
        EXPECT_EQ(result.status, 1) << command;
        EXPECT_NE(result.err.find("pipe: cannot be read: it is a pipe or a device, not a file"), std::string::npos) << result.err;
    }
}

constexpr const char* pattern = "string.find(('a'):rep(30000), '.-.-.-.-b')";
INSTANTIATE_TEST_SUITE_P(
    Scripts, Ends,
    testing::Values(
        Endless{"while true do end", "", SIGTERM}, Endless{pattern, "", SIGINT}, Endless{pattern, "", SIGTERM},
        Endless{pattern, "", SIGHUP}, Endless{"while true do pcall(error) end", "", SIGHUP},
        Endless{"package.searchpath('zz', ('?;'):rep(3e6))", "", SIGTERM},
        Endless{"package.path = ('?;'):rep(3e6) pcall(require, 'zz')", "", SIGTERM},
        Endless{"require('jounce').sweep{ axes = { { name = 'a', from = 0, to = 1, count = 1e7 } }, point = function() "
                "return { b = 1 } end }",
                "", SIGTERM},
        Endless{"require('jounce').sweep{ axes = { { name = 'a', from = 1, to = 2, scale = 'logarithmic', count = 1e7 } "
                "}, point = function() return { b = 1 } end }",
                "", SIGTERM},
        Endless{"require('jounce').sweep{ axes = { { name = 'a', from = 1, to = 2 } }, samples = { count = 1e7 }, point = "
                "function() return { b = 1 } end }",
                "", SIGTERM},
        Endless{"local c = {} for i = 1, 20000 do c[i] = { x = { 1, 2 }, y = { i, i + 1 }, name = ('n'):rep(1000) .. i } "
                "end while true do require('jounce').plot{ curves = c, file = 'p.svg' } end",
                "", SIGTERM},
        Endless{"debug.sethook() while true do end", "--trusted", SIGTERM},
        Endless{"debug.sethook() string.find(('a'):rep(30000), '.-.-.-.-b')", "--trusted", SIGTERM},
        Endless{"io.open('pipe')", "--trusted", SIGTERM}));

}  // namespace
}  // namespace jounce::test::contained_test
