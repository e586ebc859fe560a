// The page of a folder: thinning keeps peaks, text cannot become markup, summaries and tables are read as they were written.
//
// Reference: the inputs made here. The chance for a thinned curve to keep the one row of a peak by dropping rows evenly is a
// control of the first test.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/page/report.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "record/files/table_file.hpp"
#include "record/page/force_peaks.hpp"
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
    const record::TableFile table = record::table_in(text_of(root.path / "a.csv"));
    ASSERT_EQ(table.rows.size(), 2u) << "rows that are cut short do not count";
    EXPECT_EQ(table.rows[0][1], "a,\"b\"");
    EXPECT_FALSE(table.numbers(1));
    ASSERT_TRUE(table.numbers(2));
    EXPECT_TRUE(std::isnan((*table.numbers(2))[1]));
    EXPECT_EQ(table.find("x"), 2u);
    EXPECT_EQ(record::unit_of("x [m]"), "m");
}

/// Two records, and contacts between them: their peaks are marked at their onsets; those of another gap, of a rigid stop and
/// those outside of the record are not, and the line keeps its points.
TEST(Report, MarksPeaksBetweenRecords) {
    const record::TableFile impacts = record::table_in(
        "gap,number,time_in [s],peak_force [N]\nstop,1,0.25,900\nstop,2,0.75,700\nother,1,0.5,5\nstop,3,1.5,100\nstop,4,0.8,\n");
    record::Chart chart{"", "time [s]", "N", {0, 1}, {{"stop.force [N]", {3, 4}}, {"spring.force [N]", {1, 2}}}};
    record::add_force_peaks(chart, impacts);
    ASSERT_EQ(chart.curves.size(), 3u);
    EXPECT_EQ(chart.x, (std::vector<double>{0, 0.25, 0.75, 1}));
    const record::Curve& marks = chart.curves[2];
    EXPECT_EQ(marks.name, "stop.force, peaks [N]");
    EXPECT_TRUE(marks.marks);
    EXPECT_EQ(marks.values[1], 900);
    EXPECT_EQ(marks.values[2], 700);
    EXPECT_TRUE(std::isnan(marks.values[0]) && std::isnan(marks.values[3]));
    EXPECT_EQ(chart.curves[0].values[0], 3);
    EXPECT_EQ(chart.curves[0].values[3], 4);
    EXPECT_TRUE(std::isnan(chart.curves[1].values[1]));
    record::Page page("page", "", "");
    page.chart(chart);
    const std::string text = page.text();
    const std::string circle = "<circle";
    std::size_t circles = 0;
    for (std::size_t at = text.find(circle); at != std::string::npos; at = text.find(circle, at + 1)) ++circles;
    EXPECT_EQ(circles, 2u);
    record::Page interactive("page", "library", "");
    interactive.chart(chart);
    EXPECT_NE(interactive.text().find("connectSeparatedPoints:true"), std::string::npos);
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

// Links in a folder may lead anywhere, and its summary may name any file as the script: nothing of them is in the page. Control:
// the same names as files are shown.
TEST(Report, ShowsNothingFromElsewhere) {
    const Folder root, elsewhere;
    const auto write = [](const fs::path& file, const std::string& text) { std::ofstream(file) << text; };
    const std::string table = "time [s],key\n0,TOPSECRET\n", script = "-- TOPSECRET\n";
    const auto summary = [&](const fs::path& named) {
        return "return {\n  case = \"" + named.string() + "\",\n  status = \"done\",\n}\n";
    };
    write(root.path / "summary.lua", summary(root.path / "key.lua"));
    const std::vector<std::string> files = {"series.csv", "own.csv", "key.lua", "key.svg"};
    const auto text_for = [&](const std::string& file) { return file.ends_with(".csv") ? table : script; };
    for (const std::string& file : files) write(root.path / file, text_for(file));
    const std::string open = record::report_page(root.path);
    std::size_t shown = 0;
    for (std::size_t at = open.find("TOPSECRET"); at != std::string::npos; at = open.find("TOPSECRET", at + 1)) ++shown;
    EXPECT_EQ(shown, 2u) << "own.csv and the script; a series draws numbers alone";
    const std::string encoded = "LS0gVE9QU0VDUkVU";  // base64 of the picture's beginning, "-- TOPSECRET"
    EXPECT_NE(open.find(encoded), std::string::npos);

    for (const std::string& file : files) {
        fs::remove(root.path / file);
        write(elsewhere.path / file, text_for(file));
        fs::create_symlink(elsewhere.path / file, root.path / file);
    }
    fs::create_symlink(elsewhere.path / "nothing", root.path / "dangling.png");
    ASSERT_EQ(::mkfifo((root.path / "pipe.csv").c_str(), 0600), 0);
    const std::string page = record::report_page(root.path);
    EXPECT_EQ(page.find("TOPSECRET"), std::string::npos);
    EXPECT_EQ(page.find(encoded), std::string::npos);
    for (const std::string file : {"series.csv", "own.csv", "key.lua", "key.svg", "dangling.png", "pipe.csv"})
        EXPECT_NE(page.find(file + " is left out: it is a symbolic link"), std::string::npos) << file;

    write(root.path / "summary.lua", summary(elsewhere.path / "own.csv"));
    const std::string other = record::report_page(root.path);
    EXPECT_EQ(other.find("TOPSECRET"), std::string::npos);
    EXPECT_NE(other.find("its name does not end in .lua"), std::string::npos);

    fs::rename(root.path / "summary.lua", elsewhere.path / "summary.lua");
    fs::create_symlink(elsewhere.path / "summary.lua", root.path / "summary.lua");
    EXPECT_NE(error_of([&] { (void)record::report_page(root.path); }).find("summary.lua' is a symbolic link"), std::string::npos);
}

// Nor does writing the page follow a link.
TEST(Report, IsWrittenIntoTheFolder) {
    const Folder root, elsewhere;
    std::ofstream(root.path / "summary.lua") << "return {\n  status = \"done\",\n}\n";
    std::ofstream(elsewhere.path / "a") << "kept";
    fs::create_symlink(elsewhere.path / "a", root.path / "report.html");
    (void)record::write_report(root.path);
    EXPECT_EQ(text_of(elsewhere.path / "a"), "kept");
    EXPECT_FALSE(fs::is_symlink(root.path / "report.html"));
    fs::create_symlink(elsewhere.path / "a", root.path / "report.html.part");
    EXPECT_NE(error_of([&] { (void)record::write_report(root.path); }).find("cannot be written"), std::string::npos);
    EXPECT_EQ(text_of(elsewhere.path / "a"), "kept");
}

TEST(Report, OfAFolderThatHasNone) {
    const Folder root;
    EXPECT_NE(error_of([&] { (void)record::report_page(root.path / "no"); }).find("report: there is no folder"),
              std::string::npos);
    EXPECT_NE(error_of([&] { (void)record::report_page(root.path); }).find("has no summary.lua"), std::string::npos);
}

}  // namespace
}  // namespace jounce::test::report_test
