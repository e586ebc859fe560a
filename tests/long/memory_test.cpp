// Long runs with a record of every step and with many impacts: their memory is bounded.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <string>

#include "lua/command.hpp"

namespace jounce::test::memory_test {
namespace {

/// Largest memory of `jounce run` [MB], files that it has mapped included.
double peak(const std::string& script) {
    const Scratch scratch;
    scratch.write("case.lua", script + R"lua(
for line in io.lines("/proc/self/status") do
    local kilobytes = line:match("^VmHWM:%s*(%d+)")
    if kilobytes then print("peak", kilobytes) end
end
)lua");
    const CommandResult result = jounce("run case.lua --quiet --trusted", scratch.path());
    const std::size_t at = result.out.find("peak\t");
    EXPECT_NE(at, std::string::npos) << result.err;
    return at == std::string::npos ? 0 : std::stod(result.out.substr(at + 5)) / 1024;
}

// 1e7 records of 42 bytes would be 420 MB. Memory holds 64 MB of them, the program, and a megabyte of a checkpoint at a time; the
// difference between both runs is what the longer one keeps in memory beyond the shorter one's.
TEST(Memory, OfALongRunIsBounded) {
    const auto records = [](const char* seconds) {
        return block_case("output = 'out', record = { every = 1, probes = { 'block.ux' } }, energy = false", seconds);
    };
    const double small = peak(records("20")), large = peak(records("100"));
    EXPECT_LT(large, 200);
    EXPECT_LT(large - small, 40);
}

// A mass between rigid stops: 1e6 and 4e6 impacts of 120 bytes, 480 MB. Memory holds 16 MB of them and the program.
TEST(Memory, OfManyImpactsIsBounded) {
    const auto impacts = [](const char* seconds) {
        return std::string(R"lua(local jounce = require "jounce"
local model = jounce.model{ name = "shuttle" }
model:point{ name = "mass", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
model:gap{ name = "stops", node = "mass", direction = { 1, 0, 0 }, clearance = 1e-4, law = jounce.law.rigid{ restitution = 1 } }
model:initial{ nodes = "mass", velocity = { 1, 0, 0 } }
local run = jounce.run(model, { method = jounce.method.event_driven{}, step = 1e-4, energy = false, output = "out", duration = )lua") +
               seconds + " })\nassert(run.summary.impacts > 4999 * " + seconds + ")\n";
    };
    const double small = peak(impacts("200")), large = peak(impacts("800"));
    EXPECT_LT(large, 150);
    EXPECT_LT(large - small, 20);
}

}  // namespace
}  // namespace jounce::test::memory_test
