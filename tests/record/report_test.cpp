// The page of a folder: thinning keeps peaks, text cannot become markup, summaries and tables are read as they were written.
//
// Reference: the inputs made here. The chance for a thinned curve to keep the one row of a peak by dropping rows evenly is a
// control of the first test.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/page/report.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "record/files/table_file.hpp"
#include "record/page/page.hpp"
#include "small_cases.hpp"

namespace jounce::test::report_test {
namespace {

TEST(Report, ThinningKeepsAPeakOfOneRow) {
    constexpr std::size_t rows = 1'000'000, peak = 765'431, dip = 123'457;
    record::Curve curve{"force", std::vector<double>(rows)};
    for (std::size_t i = 0; i < rows; ++i) curve.values[i] = std::sin(1e-4 * static_cast<double>(i));
    curve.values[peak] = 100;
    curve.values[dip] = -100;
    curve.values[500] = std::numeric_limits<double>::quiet_NaN();
    const std::vector<std::size_t> kept = record::thinned_by_extremes({curve}, rows, 2000);
    EXPECT_LE(kept.size(), 4u * 2000);
    EXPECT_TRUE(std::ranges::is_sorted(kept));
    EXPECT_EQ(kept.front(), 0u);
    EXPECT_EQ(kept.back(), rows - 1);
    EXPECT_TRUE(std::ranges::binary_search(kept, peak));
    EXPECT_TRUE(std::ranges::binary_search(kept, dip));
    EXPECT_NE(peak % (rows / kept.size()), 0u) << "control: every n-th row alone would lose it";
    EXPECT_EQ(record::thinned_by_extremes({curve}, 100, 2000).size(), 100u) << "few rows are all kept";
}

TEST(Report, TextIsNoMarkup) {
    EXPECT_EQ(record::html_text("<b a='1' c=\"2\">&"), "&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp;");
    EXPECT_EQ(record::script_text("</script>\"\\\n"), "\"\\u003c/script\\u003e\\u0022\\u005c\\u000a\"");
}

TEST(Report, ReadsSummariesAndTables) {
    const auto entries = record::summary_entries(
        "-- Jounce\nreturn {\n  case = \"a \\\"b\\\".lua\",\n  energy = {\n    kinetic = 1.5,\n  },\n"
        "  notes = {\n    \"one\",\n    \"x = 2\",\n  },\n  step = 1e-05,\n}\n");
    const std::vector<std::pair<std::string, std::string>> expected = {
        {"case", "a \"b\".lua"}, {"energy.kinetic", "1.5"}, {"notes", "one; x = 2"}, {"step", "1e-05"}};
    EXPECT_EQ(entries, expected);

    const Folder root;
    std::ofstream(root.path / "a.csv") << "# head\ntime [s],name,x [m]\n0,\"a,\"\"b\"\"\",1\n1,c,\n2,d\n3,e,1.2";
    const record::TableFile table = record::read_table(root.path / "a.csv");
    ASSERT_EQ(table.rows.size(), 2u) << "rows that are cut short do not count";
    EXPECT_EQ(table.rows[0][1], "a,\"b\"");
    EXPECT_FALSE(table.numbers(1));
    ASSERT_TRUE(table.numbers(2));
    EXPECT_TRUE(std::isnan((*table.numbers(2))[1]));
    EXPECT_EQ(table.find("x"), 2u);
    EXPECT_EQ(record::unit_of("x [m]"), "m");
}

TEST(Report, EscapesWhatComesFromTheCase) {
    const Folder root;
    std::ofstream(root.path / "summary.lua") << "return {\n  model = \"<script>alert(1)</script>\",\n  status = \"done\",\n}\n";
    std::ofstream(root.path / "series.csv") << "time [s],<img src=x>.ux [m]\n0,1\n1,2\n";
    std::ofstream(root.path / "other.csv") << "a,b\n<i>,2\n";
    const std::string page = record::report_page(root.path);
    for (const char* markup : {"<script>alert", "<img src=x", "<i>"}) EXPECT_EQ(page.find(markup), std::string::npos) << markup;
    EXPECT_NE(page.find("&lt;script&gt;alert(1)&lt;/script&gt;"), std::string::npos);
}

TEST(Report, OfAFolderThatHasNone) {
    const Folder root;
    EXPECT_NE(error_of([&] { (void)record::report_page(root.path / "no"); }).find("report: there is no folder"),
              std::string::npos);
    EXPECT_NE(error_of([&] { (void)record::report_page(root.path); }).find("has no summary.lua"), std::string::npos);
}

}  // namespace
}  // namespace jounce::test::report_test
