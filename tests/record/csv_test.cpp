// CSV files: head, exact digits, complete rows on a disk that fills up.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/files/csv.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "full_disk.hpp"
#include "small_cases.hpp"

namespace jounce::test::csv_test {
namespace {

using record::CsvFile;

const record::FileHead head{"cases/a.lua", "shaft", "0f"};

TEST(CsvFile, HeadNamesVersionCaseModelDigestAndColumnsWithUnits) {
    const Folder folder;
    CsvFile(folder.path / "a.csv", head, {"time [s]", "top.ux [m]", "a,b"}).close();
    const std::vector<std::string> lines = lines_of(folder.path / "a.csv");
    ASSERT_EQ(lines.size(), 5u);
    EXPECT_EQ(lines[0].rfind("# jounce ", 0), 0u);
    EXPECT_EQ(lines[1], "# case: cases/a.lua");
    EXPECT_EQ(lines[2], "# model: shaft");
    EXPECT_EQ(lines[3], "# digest: 0f");
    EXPECT_EQ(lines[4], "time [s],top.ux [m],\"a,b\"");
}

// Readers find the names of the case: nothing is put before those that a spreadsheet takes for formulas. docs/guide/results.md
// says so.
TEST(CsvFile, NamesStandAsTheyAre) {
    const Folder folder;
    {
        CsvFile out(folder.path / "a.csv", head, {"=1+1.ux [m]", "gap"});
        out.number(-2);
        out.text("@sum -x");
        out.end_row();
        out.close();
    }
    const std::vector<std::string> lines = lines_of(folder.path / "a.csv");
    ASSERT_EQ(lines.size(), 6u);
    EXPECT_EQ(lines[4], "=1+1.ux [m],gap");
    EXPECT_EQ(lines[5], "-2,@sum -x");
}

// 17 significant digits determine a double: what is read back has the same bits.
TEST(CsvFile, NumbersReadBackToTheSameBits) {
    const Folder folder;
    std::mt19937_64 random(7);
    std::vector<double> written = {0, -0.0, 0.1, 1.0 / 3, 1e-5, 1e300, 5e-324, std::numeric_limits<double>::max()};
    while (written.size() < 5000) {
        const double x = std::bit_cast<double>(random());
        if (std::isfinite(x)) written.push_back(x);
    }
    CsvFile file(folder.path / "a.csv", head, {"x"});
    for (const double x : written) {
        file.number(x);
        file.end_row();
    }
    file.close();
    const Csv csv(folder.path / "a.csv");
    ASSERT_EQ(csv.rows.size(), written.size());
    char expected[64];
    for (std::size_t i = 0; i < written.size(); ++i) {
        EXPECT_EQ(std::bit_cast<std::uint64_t>(std::strtod(csv.rows[i][0].c_str(), nullptr)),
                  std::bit_cast<std::uint64_t>(written[i]));
        std::snprintf(expected, sizeof expected, "%.17g", written[i]);
        EXPECT_EQ(csv.rows[i][0], expected);
    }
}

TEST(CsvFile, RefusesWhatIsNotFiniteAndDropsItsRow) {
    const Folder folder;
    CsvFile file(folder.path / "a.csv", head, {"time [s]", "x [m]"});
    file.number(1);
    file.number(2);
    file.end_row();
    file.number(3);
    const std::string message = error_of([&] { file.number(std::nan("")); });
    EXPECT_NE(message.find("'x [m]' is not finite"), std::string::npos) << message;
    file.close();
    const std::string text = text_of(folder.path / "a.csv");
    EXPECT_TRUE(text.ends_with("\n1,2\n")) << text;
}

TEST(CsvFile, OnAFullDiskKeepsCompleteRowsAndSaysHowMany) {
    const Folder folder;
    CsvFile file(folder.path / "a.csv", head, {"time [s]", "x [m]"});
    std::string message;
    {
        const FullDisk disk(200'001);  // bytes a file may have: somewhere inside a row
        message = error_of([&] {
            for (int i = 0; i < 20'000; ++i) {
                file.number(i);
                file.number(1.0 / (i + 1));
                file.end_row();
            }
            file.close();
        });
    }
    EXPECT_NE(message.find("a.csv: cannot be written"), std::string::npos) << message;
    EXPECT_NE(message.find(std::to_string(file.rows()) + " complete rows are kept"), std::string::npos) << message;
    const std::string text = text_of(folder.path / "a.csv");
    EXPECT_GT(text.size(), 199'000u);
    EXPECT_EQ(text.back(), '\n');
    const Csv csv(folder.path / "a.csv");
    ASSERT_EQ(csv.rows.size(), static_cast<std::size_t>(file.rows()));
    ASSERT_GT(csv.rows.size(), 1000u);
    for (std::size_t i = 0; i < csv.rows.size(); ++i) {
        ASSERT_EQ(csv.number(i, 0), static_cast<double>(i));
        ASSERT_EQ(csv.number(i, 1), 1.0 / static_cast<double>(i + 1));
    }
}

TEST(CsvFile, SaysWhenItCannotBeCreated) {
    const Folder folder;
    const std::string message = error_of([&] { CsvFile(folder.path / "missing" / "a.csv", head, {"x"}); });
    EXPECT_NE(message.find("a.csv: cannot be written: No such file"), std::string::npos) << message;
}

// Whatever the rows and wherever the file ends, a write is of whole rows, and no write but that of a single row goes across a
// border of pages. One write of everything, as a control, would go across.
TEST(Csv, IsWrittenByWholeRowsOnOneSideOfAPage) {
    constexpr std::size_t page = 4096;
    std::string rows;
    for (int i = 0; i < 400; ++i) rows.append(static_cast<std::size_t>(i * 37 % 150), 'x').append("\n");
    rows.append(2 * page + 17, 'y').append("\nlast\n");
    for (const std::size_t begin : {std::size_t{0}, std::size_t{1}, page - 1, page, 3 * page + 100}) {
        std::size_t done = 0;
        while (done < rows.size()) {
            const std::size_t bytes = record::bytes_at_once(std::string_view(rows).substr(done), begin + done);
            ASSERT_GT(bytes, 0u);
            const std::string_view written = std::string_view(rows).substr(done, bytes);
            ASSERT_EQ(written.back(), '\n');
            const bool across = (begin + done) / page != (begin + done + bytes - 1) / page;
            if (across) {
                EXPECT_EQ(std::count(written.begin(), written.end(), '\n'), 1) << begin << " " << done;
            }
            done += bytes;
        }
        EXPECT_EQ(done, rows.size());
    }
}

}  // namespace
}  // namespace jounce::test::csv_test
