// Physics: random models of masses, beams, bodies, gaps, rings, frictions and joints, and random mechanisms with clearances.
// Promise: every method comes to the same motion as its step falls, and none ends in an error. Reference, tolerances with their
// reasons: tests/long/random_judge.lua. Other seeds: JOUNCE_RANDOM_MODELS="FIRST COUNT", JOUNCE_RANDOM_MECHANISMS likewise;
// docs/reliability.md lists the known ones that end in errors. Control: seeds that amplify every error are not judged; their
// share is bounded.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cstdlib>
#include <regex>
#include <sstream>
#include <string>

#include "lua/command.hpp"

namespace jounce::test::random_models_test {
namespace {

/// \param seeds "FIRST COUNT" from the environment, or those of the test \param sensitive the largest share of seeds not judged
void expect_agreement(const std::string& name, const char* seeds, int first, int count, double sensitive) {
    if (seeds != nullptr) std::istringstream(seeds) >> first >> count;
    const Scratch scratch;
    const std::string script = std::string(JOUNCE_SOURCE_DIR) + "/tests/long/" + name;
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
    EXPECT_LE(std::stoi(numbers[3]), sensitive * count) << result.out;
}

TEST(RandomModels, AllMethodsAgree) { expect_agreement("random_models.lua", std::getenv("JOUNCE_RANDOM_MODELS"), 5, 40, 0.1); }

// A mechanism with clearances is more often chaotic.
TEST(RandomMechanisms, AllMethodsAgree) {
    expect_agreement("random_mechanisms.lua", std::getenv("JOUNCE_RANDOM_MECHANISMS"), 11, 40, 0.2);
}

}  // namespace
}  // namespace jounce::test::random_models_test
