// Physics: random models of masses, beams, bodies, gaps, rings, frictions and joints. Promise: every method comes to the same
// motion as its step falls, and none ends in an error. Reference, tolerances with their reasons: tests/long/random_models.lua.
// Other seeds: JOUNCE_RANDOM_MODELS="FIRST COUNT"; docs/reliability.md lists the known ones that end in errors. Control: seeds
// that amplify every error are not judged; they may be a tenth at most.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cstdlib>
#include <regex>
#include <sstream>
#include <string>

#include "lua/command.hpp"

namespace jounce::test::random_models_test {
namespace {

TEST(RandomModels, AllMethodsAgree) {
    int first = 5, count = 40;
    if (const char* given = std::getenv("JOUNCE_RANDOM_MODELS")) std::istringstream(given) >> first >> count;
    const Scratch scratch;
    const std::string script = std::string(JOUNCE_SOURCE_DIR) + "/tests/long/random_models.lua";
    const CommandResult result =
        jounce("run --quiet '" + script + "' --set first=" + std::to_string(first) + " --set count=" + std::to_string(count),
               scratch.path());
    ASSERT_EQ(result.status, 0) << result.err;
    std::istringstream lines(result.out);
    for (std::string line; std::getline(lines, line);) {
        EXPECT_EQ(line.find("DIFFERS"), std::string::npos) << line;
        EXPECT_EQ(line.find("ERROR"), std::string::npos) << line;
    }
    std::smatch numbers;
    ASSERT_TRUE(std::regex_search(result.out, numbers, std::regex("(\\d+) seeds: (\\d+) agree, (\\d+) sensitive"))) << result.out;
    EXPECT_EQ(std::stoi(numbers[1]), count);
    EXPECT_LE(10 * std::stoi(numbers[3]), count) << result.out;
}

}  // namespace
}  // namespace jounce::test::random_models_test
