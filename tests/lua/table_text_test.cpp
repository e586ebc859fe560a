// Numbers and alignment of printed tables, checked against the text itself.
// SPDX-License-Identifier: BSD-3-Clause
#include "values/table_text.hpp"

#include <gtest/gtest.h>

namespace jounce::lua::table_text_test {
namespace {

using Texts = std::vector<std::string>;

TEST(ColumnText, ShowsSevenSignificantDigitsOfTheSmallest) {
    EXPECT_EQ(column_text({477.42312, 1035.95512, 1637.33412}), (Texts{"477.4231", "1035.9551", "1637.3341"}));
    EXPECT_EQ(column_text({0, 477.423, 1035.955}), (Texts{"0", "477.423", "1035.955"}));
}

TEST(ColumnText, WholeNumbersHaveNoPoint) { EXPECT_EQ(column_text({1, 20, -3}), (Texts{"1", "20", "-3"})); }

TEST(ColumnText, ZerosThatAllShareAreDropped) { EXPECT_EQ(column_text({0.5, 0.25}), (Texts{"0.50", "0.25"})); }

TEST(ColumnText, NumbersOfVeryDifferentSizeGetExponents) {
    EXPECT_EQ(column_text({1e-9, 1}), (Texts{"1.000000e-09", "1.000000e+00"}));
}

TEST(TableText, AlignsByWhatIsSeen) {
    EXPECT_EQ(table_text("title", {"mode", "kind"}, {{1.0, "rigid"}, {12.0, "größer"}}),
              "title\n"
              "mode  kind\n"
              "----  ------\n"
              "   1  rigid\n"
              "  12  größer\n");
    EXPECT_EQ(display_width("größer"), 6u);
}

TEST(TableText, NumbersThatAScriptWroteStandLikeNumbers) {
    EXPECT_EQ(table_text("", {"name", "value"}, {{"a", "10.5"}, {"b", "-"}, {"c", 3.0}}),
              "name  value\n"
              "----  -----\n"
              "a      10.5\n"
              "b         -\n"
              "c         3\n");
    EXPECT_EQ(table_text("", {"name", "value"}, {{"a", "10.5"}, {"b", "3 N"}}),
              "name  value\n"
              "----  -----\n"
              "a     10.5\n"
              "b     3 N\n");
}

TEST(TableText, NothingToShow) { EXPECT_EQ(table_text("", {"a"}, {}), "a\n-\n"); }

}  // namespace
}  // namespace jounce::lua::table_text_test
