// Bad input, one file for each kind of it: the exit status and the whole first line of the error, word for word.
// Each file of bad/ begins with "-- expect: <status> <line>: <message>"; the message may end in "..." where it goes on,
// and {kinds of law} stands for the names of that family.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "command.hpp"
#include "script/families.hpp"

namespace jounce::test::bad_input_test {
namespace {

namespace fs = std::filesystem;
const fs::path folder = fs::path(JOUNCE_SOURCE_DIR) / "tests" / "lua";

std::vector<std::string> bad_cases() {
    std::vector<std::string> out;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder / "bad")) {
        if (entry.path().extension() == ".lua") out.push_back(entry.path().stem().string());
    }
    std::sort(out.begin(), out.end());
    return out;
}

/// The message with the names of a family in the place of {kinds of <family>}.
std::string with_kinds(std::string message) {
    for (const lua::AnyFamily& family : lua::families()) {
        const std::string mark = "{kinds of " + family.name + "}";
        const std::size_t at = message.find(mark);
        if (at == std::string::npos) continue;
        std::string names;
        for (const KindDescription* kind : family.kinds) names += (names.empty() ? "" : ", ") + kind->name;
        message.replace(at, mark.size(), names);
    }
    return message;
}

class BadInput : public testing::TestWithParam<std::string> {};

TEST_P(BadInput, IsAnsweredWordForWord) {
    const std::string file = "bad/" + GetParam() + ".lua";
    std::ifstream in(folder / file);
    std::string head;
    std::getline(in, head);
    const std::string mark = "-- expect: ";
    ASSERT_TRUE(head.starts_with(mark)) << file;
    ASSERT_GT(head.size(), mark.size() + 2);
    const int status = head[mark.size()] - '0';
    std::string message = file + ":" + with_kinds(head.substr(mark.size() + 2));

    const Scratch scratch;
    const CommandResult result = jounce("run --output '" + scratch.path().string() + "' " + file, folder);
    EXPECT_EQ(result.status, status) << result.err;
    std::string said = result.first_error();
    if (message.ends_with("...")) {
        message.resize(message.size() - 3);
        said.resize(std::min(said.size(), message.size()));
    }
    EXPECT_EQ(said, message);
    EXPECT_EQ(result.out, "");
}

INSTANTIATE_TEST_SUITE_P(Files, BadInput, testing::ValuesIn(bad_cases()), [](const auto& case_name) { return case_name.param; });

TEST(BadInput, ComesInFortyKindsAtLeast) { EXPECT_GE(bad_cases().size(), 40u); }

}  // namespace
}  // namespace jounce::test::bad_input_test
