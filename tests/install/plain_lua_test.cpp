// The module in a plain lua5.4, whose C library ends functions by jumps: the same cases give the same bytes, errors have the
// user's line, functions of the script are called, Ctrl-C ends a run, and nothing is lost by errors.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <regex>
#include <string>

#include "install/shell.hpp"
#include "install/use.hpp"
#include "lua/command.hpp"

namespace jounce::test::plain_lua_test {
namespace {

namespace fs = std::filesystem;

const std::string environment = "LUA_CPATH='" JOUNCE_BINARY_DIR "/lib/lua/5.4/?.so' ", interpreter = "'" JOUNCE_LUA "' ";

class PlainLua : public ::testing::Test {
  protected:
    void SetUp() override {
        if (!fs::exists(JOUNCE_LUA)) GTEST_SKIP() << "there is no lua5.4 on this machine";
    }
    /// Writes case.lua and runs it by lua5.4.
    [[nodiscard]] CommandResult run(const std::string& text) const {
        static_cast<void>(scratch.write("case.lua", text));
        return shell(environment + interpreter + "case.lua", scratch.path());
    }
    Scratch scratch;
};

class SameBytes : public PlainLua, public ::testing::WithParamInterface<Shortened> {};

TEST_P(SameBytes, AsTheProgram) { expect_same_bytes({"'" JOUNCE_EXECUTABLE "' ", environment + interpreter}, GetParam()); }

INSTANTIATE_TEST_SUITE_P(Cases, SameBytes, ::testing::ValuesIn(shortened_cases()), [](const auto& about) {
    return std::regex_replace(std::string(about.param.name), std::regex("[^a-z0-9]"), "_");
});

TEST_F(PlainLua, ErrorsHaveTheUsersLine) {
    const std::string head = "local jounce = require 'jounce'\n";
    const CommandResult value = run(head + "\njounce.law.flores{ stiffness = 1, restitution = 1.3 }\n");
    EXPECT_EQ(value.status, 1);
    EXPECT_NE(value.out.find("case.lua:3: law.flores: 'restitution' must be in (0, 1], got 1.3\n"), std::string::npos)
        << value.out;
    const CommandResult later =
        run(head + "local m = jounce.model{ name = 'm' }\nm:beam{ name = 'b' }\njounce.run(m, { duration = 1 })\n");
    EXPECT_NE(later.out.find("case.lua:3: model.beam: 'from'"), std::string::npos) << later.out;
    const CommandResult caught = run(head +
                                     "local good, text = pcall(jounce.material, { E = -1 })\nprint(good, "
                                     "text)\nprint(jounce.material{ E = 1, nu = 0.3, density = 1 }.E)\n");
    EXPECT_EQ(caught.status, 0) << caught.out;
    EXPECT_NE(caught.out.find("false\tcase.lua:2: material"), std::string::npos) << caught.out;
}

/// A mass under a load that is a function of the script's.
std::string loaded(const std::string& function, const std::string& duration = "1e-3") {
    return "local jounce = require 'jounce'\n"
           "local model = jounce.model{ name = 'm' }\n"
           "model:point{ name = 'mass', at = { 0, 0, 0 }, mass = 1, free = { 'ux' } }\n"
           "model:spring{ from = 'mass', direction = { 1, 0, 0 }, stiffness = 1e4 }\n"
           "model:load{ nodes = { 'mass' }, direction = { 1, 0, 0 }, force = " +
           function +
           " }\n"
           "local function go() return jounce.run(model, { method = jounce.method.newmark{}, step = 1e-5, duration = " +
           duration + ", record = { probes = { 'mass.ux' } }, output = 'out' }) end\n";
}

TEST_F(PlainLua, FunctionsOfTheScriptAreCalledAndTheirErrorsReported) {
    const CommandResult good = run(loaded("function(t) return 1e4*t end") + "print(go():at('mass.ux', 1e-3) > 0)\n");
    EXPECT_NE(good.out.find("true\n"), std::string::npos) << good.out;
    const CommandResult raised = run(loaded("function(t)\n if t > 5e-4 then error 'too late' end\n return 1\nend") + "go()\n");
    EXPECT_EQ(raised.status, 1);
    EXPECT_NE(raised.out.find("case.lua:6: too late (called with 0.0005"), std::string::npos) << raised.out;
    const CommandResult none = run(loaded("function(t) if t < 5e-4 then return 1 end end") + "go()\n");
    EXPECT_NE(none.out.find("must return 1 number, got none (called with 0.0005"), std::string::npos) << none.out;
    const CommandResult yields = run(loaded("function(t) coroutine.yield(1) end") + "print(pcall(coroutine.wrap(go)))\n");
    EXPECT_EQ(yields.status, 0) << yields.out;
    EXPECT_NE(yields.out.find("yield"), std::string::npos) << yields.out;
}

// Every kind of error, hundreds of times: what each of them left behind would be seen in the memory of the process. Control: four
// kilobytes kept each time are noticed.
TEST_F(PlainLua, ErrorsLoseNoMemory) {
    const std::string loop =
        loaded("function(t) error 'no' end") +
        "local kept = {}\n"
        "local function pages() local f = io.open '/proc/self/statm'; local _, n = f:read('n', 'n'); f:close(); return n end\n"
        "local text = string.rep('x', 5000)\n"
        "local function fail()\n"
        "  assert(not pcall(jounce.law.flores, { stiffness = 1, restitution = 1.3, [text] = 1 }))\n"
        "  assert(not pcall(jounce.material, { E = { 1, 2, { text } } }))\n"
        "  assert(not pcall(function() return jounce.model{ name = text .. '/' }:beam{ name = text } end))\n"
        "  assert(not pcall(function() return jounce.lawn end))\n"
        "  if KEEP then kept[#kept + 1] = string.rep('x', 4096) .. #kept end\n"
        "end\n"
        "for _ = 1, 200 do fail() end\n"
        "for _ = 1, 5 do assert(not pcall(go)) end\ncollectgarbage()\n"
        "local before = pages()\n"
        "for _ = 1, 600 do fail() end\n"
        "for _ = 1, 50 do assert(not pcall(go)) end\ncollectgarbage()\n"
        "print(pages() - before < 256)\n";  // a megabyte; each error carries five kilobytes
    EXPECT_EQ(run(loop).out.substr(0, 5), "true\n");
    EXPECT_EQ(run("KEEP = true\n" + loop).out.substr(0, 6), "false\n");
}

// What was recorded is on disk, the script may go on, and the interpreter's own answer to signals is back: the second run of the
// script is ended by SIGTERM, as the interpreter would be.
TEST_F(PlainLua, SignalsEndARun) {
    setenv("LUA_CPATH", JOUNCE_BINARY_DIR "/lib/lua/5.4/?.so", 1);
    static_cast<void>(scratch.write("case.lua", loaded("function(t) return 1 end", "1e4") +
                                                    "print(pcall(go))\n"
                                                    "print(pcall(jounce.modes, model, { count = 1 }))\n"));
    const CommandResult stopped = interrupted({JOUNCE_LUA, "case.lua"}, scratch.path(), {.grown = "out/series.csv"});
    EXPECT_EQ(stopped.status, 0) << stopped.err;
    EXPECT_NE(stopped.out.find("false\tcase.lua:6: run: interrupted; the results so far are in out"), std::string::npos)
        << stopped.out;
    EXPECT_NE(stopped.out.find("true\t"), std::string::npos) << stopped.out;
    EXPECT_NE(read_text(scratch.path() / "out/summary.lua").find("interrupted"), std::string::npos);

    static_cast<void>(scratch.write("case.lua", loaded("function(t) return 1 end", "1e4") + "go()\n"));
    fs::remove_all(scratch.path() / "out");
    const CommandResult ended = interrupted({JOUNCE_LUA, "case.lua"}, scratch.path(), {.grown = "out/series.csv"}, SIGTERM);
    EXPECT_EQ(ended.status, 128 + SIGTERM) << ended.err;
    EXPECT_NE(read_text(scratch.path() / "out/summary.lua").find("interrupted"), std::string::npos);

    // Without a run the interpreter's own handler works.
    static_cast<void>(
        scratch.write("case.lua", "require 'jounce'\nio.open('begun', 'w'):write('x'):close()\nwhile true do end\n"));
    const CommandResult loop = interrupted({JOUNCE_LUA, "case.lua"}, scratch.path(), {.grown = "begun"});
    EXPECT_EQ(loop.status, 1);
    EXPECT_NE(loop.err.find("interrupted!"), std::string::npos) << loop.err;
}

}  // namespace
}  // namespace jounce::test::plain_lua_test
