// Numbers in messages; the word that is meant by one that does not exist.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/messages/text.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace jounce::test::text_test {
namespace {

TEST(Text, NumbersInMessagesHaveNoRoundOff) {
    EXPECT_EQ(in_message(9 * 1e-3), "0.009");
    EXPECT_EQ(in_message(0.1 + 0.2), "0.3");
    EXPECT_EQ(in_message(1e-8), "1e-08");
    EXPECT_EQ(in_message(3), "3");
    EXPECT_EQ(in_message(std::numeric_limits<double>::infinity()), "inf");
    EXPECT_EQ(in_message(0.1234567890123456), "0.1234567890123456") << "digits that were given stay";
    EXPECT_EQ(in_message(1.0000000001), "1.0000000001");
}

TEST(Text, NearestWordHasLettersInCommon) {
    const std::vector<std::string> known = {"t", "law", "law.flores", "stiffness", "E"};
    EXPECT_EQ(nearest_word("A", known), "") << "one other letter is no hint";
    EXPECT_EQ(nearest_word("e", known), "E");
    EXPECT_EQ(nearest_word("stiff", known), "stiffness");
    EXPECT_EQ(nearest_word("stifness", known), "stiffness");
}

TEST(Text, NearestWordBeginsAlikeWhereTwoAreEquallyNear) {
    EXPECT_EQ(nearest_word("law.flore", std::vector<std::string>{"law", "law.flores", "law.hertz"}), "law.flores");
    EXPECT_EQ(nearest_word("law.flore", std::vector<std::string>{"law.flores", "law"}), "law.flores");
    EXPECT_EQ(nearest_word("R1", std::vector<std::string>{"E1", "R"}), "R");
}

}  // namespace
}  // namespace jounce::test::text_test
