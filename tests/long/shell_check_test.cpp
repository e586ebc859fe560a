// `jounce check` doubts no shell of the cases (tests/lua/check_test.cpp looks at all other cases; modes of these take half a
// minute).
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "lua/command.hpp"

namespace jounce::test::shell_check_test {
namespace {

TEST(CheckOfShells, HasNoWrongNotes) {
    int shells = 0;
    for (const auto& file : all_cases()) {
        if (!file.stem().string().ends_with("_shell")) continue;
        ++shells;
        const Scratch scratch;
        const CommandResult result = jounce("check " + file.string(), scratch.path());
        EXPECT_EQ(result.status, 0) << file << ": " << result.err;
        EXPECT_EQ(result.out.find("in jounce.model silences this"), std::string::npos) << file << ": " << result.out;
    }
    EXPECT_GT(shells, 1);
}

}  // namespace
}  // namespace jounce::test::shell_check_test
