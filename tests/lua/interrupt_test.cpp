// Ctrl-C during the assembly, the modes, the reduction and the equilibrium of a model that takes seconds: they end without a
// result, within two seconds, and name the line of the script.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <lua.hpp>
#include <thread>

#include "lua/command.hpp"
#include "values/interrupt.hpp"

namespace jounce::test::interrupt_test {
namespace {

/// A tube of 60 000 dofs. `begun` is written before the work, "complete" behind it.
std::string tube(const std::string& work) {
    return "local jounce = require 'jounce'\n"
           "local model = jounce.model{ name = 'tube' }\n"
           "local shaft = model:shell{ name = 'shaft', thickness = 5e-3,\n"
           "  mesh = jounce.mesh.tube{ from = { 0, 0, 0 }, to = { 0, 0, 1 }, radius = 0.0925, around = 100, along = 99 },\n"
           "  material = jounce.material{ E = 207e9, nu = 0.3, density = 7850 } }\n"
           "model:gap{ name = 'stop', node = shaft.nodes[1], direction = { 1, 0, 0 }, clearance = 1e-3, law = jounce.law.hertz{ "
           "stiffness = 1e9 } }\n"
           "local file = io.open('begun', 'w') file:write('x') file:close()\n" +
           work + "\nprint 'complete'\n";
}

/// The work takes seconds, so that a process that computed on would print "complete" and end with status 0. The two seconds are
/// those of the processor, of one thread: a machine at work takes any time for them.
void ends_early(const std::string& work, double seconds) {
    const Scratch scratch;
    scratch.write("case.lua", tube(work));
    const CommandResult stopped =
        jounce_interrupted({"run", "case.lua", "--quiet", "--threads", "1"}, scratch.path(), {"begun", seconds});
    EXPECT_EQ(stopped.status, 130) << work << " after " << seconds << " s\n" << stopped.err;
    EXPECT_EQ(stopped.out.find("complete"), std::string::npos) << stopped.out;
    EXPECT_TRUE(stopped.err.starts_with("case.lua:") && stopped.err.ends_with(": interrupted\n")) << stopped.err;
    EXPECT_LT(stopped.after, 2) << work << " after " << seconds << " s";
}

/// The negative control: a shell that ignores the signal and counts on.
TEST(Interrupt, TheTimeAfterTheSignalIsThatOfTheProcess) {
    const Scratch scratch;
    const CommandResult counted = interrupted(
        {"/bin/sh", "-c", "trap '' INT; echo x > begun; i=0; while [ $i -lt 300000 ]; do i=$((i + 1)); done; echo complete"},
        scratch.path(), {"begun", 0});
    EXPECT_EQ(counted.out, "complete\n");
    EXPECT_GT(counted.after, 0.01);
}

TEST(Interrupt, EndsTheAssemblyOfALargeModel) { ends_early("jounce.modes(model, { count = 10 })", 0.05); }

TEST(Interrupt, EndsTheModesOfALargeModel) { ends_early("jounce.modes(model, { count = 100 })", 2); }

TEST(Interrupt, EndsAReductionOfALargeModel) {
    ends_early("jounce.reduce(model, { method = 'craig_bampton', modes = 100, keep = { shaft.nodes[1], shaft.nodes[5000] } })",
               2);
}

TEST(Interrupt, EndsEquilibriaOfALargeModel) {
    ends_early(
        "for i = 9901, 10000 do model:fix{ node = shaft.nodes[i] } end\n"
        "model:load{ node = shaft.nodes[50], direction = { 1, 0, 0 }, force = 100 }\n"
        "for _ = 1, 40 do jounce.static(model) end",
        3);
}

/// Waits for a signal that it does not ask for, without processor time: as a process that a busy machine does not let compute.
[[noreturn]] void wait_without_asking() {
    lua_State* state = luaL_newstate();
    const lua::InterruptWatch watch(state);
    const lua::Abandonable computing("case.lua:3: ");
    std::raise(SIGINT);
    const auto begin = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() - begin < std::chrono::seconds(10))
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    std::_Exit(0);
}

// Two seconds by the clock, whatever else the machine does. While it counted processor time it took five.
TEST(Interrupt, EndsAComputationThatIsNotGivenTheProcessor) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EXIT(wait_without_asking(), testing::ExitedWithCode(130), "case.lua:3: interrupted");
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    EXPECT_GT(passed.count(), 1) << "the computation has no chance to end by itself";
    EXPECT_LT(passed.count(), 3) << "two seconds, and the start of another test program";
}

// A function that a run calls ends with its line, not the process without one.
TEST(Interrupt, NamesTheLineOfAFunctionThatDoesNotReturn) {
    const Scratch scratch;
    scratch.write("case.lua",
                  "local jounce = require 'jounce'\nlocal m = jounce.model{ name = 'm' }\nm:point{ name = 'p', at = { 0, 0, 0 }, "
                  "mass = 1, free = { 'ux' } }\nm:spring{ from = 'p', direction = { 1, 0, 0 }, stiffness = 100 }\n"
                  "m:load{ node = 'p', direction = { 1, 0, 0 }, force = function(t)\nio.open('begun', 'w'):write('x'):close()\n"
                  "while true do t = t + 1 end\nend }\njounce.run(m, { duration = 1 })\n");
    const CommandResult stopped = jounce_interrupted({"run", "case.lua", "--quiet"}, scratch.path(), {"begun", 0.1});
    EXPECT_EQ(stopped.status, 130);
    EXPECT_EQ(stopped.err, "case.lua:7: interrupted\n");
}

}  // namespace
}  // namespace jounce::test::interrupt_test
