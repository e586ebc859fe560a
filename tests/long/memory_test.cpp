// A long run with a record of every step: its memory is bounded, whatever the number of records.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <string>

#include "lua/command.hpp"

namespace jounce::test::memory_test {
namespace {

/// Largest memory of `jounce run` [MB], files that it has mapped included.
double peak(const std::string& seconds) {
    const Scratch scratch;
    scratch.write("case.lua",
                  block_case("output = 'out', record = { every = 1, probes = { 'block.ux' } }, energy = false", seconds) + R"lua(
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
    const double small = peak("20"), large = peak("100");
    EXPECT_LT(large, 200);
    EXPECT_LT(large - small, 40);
}

}  // namespace
}  // namespace jounce::test::memory_test
