// The word that is meant by one that does not exist.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/text.hpp"

#include <gtest/gtest.h>

namespace jounce::test::text_test {
namespace {

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
