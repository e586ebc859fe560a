// Every case of the repository runs: it is example and test at once. Cases under cases/validation check their own numbers and
// end in an error when one is off; a line "-- test: ..." in a case's head gives the options that make it quick.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "command.hpp"

namespace jounce::test::cases_test {
namespace {

std::string quick_options(const std::filesystem::path& file) {
    std::istringstream text(read_text(file));
    const std::string mark = "-- test: ";
    for (std::string line; std::getline(text, line) && line.starts_with("--");) {
        if (line.starts_with(mark)) return line.substr(mark.size());
    }
    return {};
}

class EveryCase : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(EveryCase, Runs) {
    const Scratch scratch;
    const CommandResult result = jounce("run " + GetParam().string() + " --quiet " + quick_options(GetParam()), scratch.path());
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_FALSE(result.out.empty()) << "a case shows its result";
}

INSTANTIATE_TEST_SUITE_P(Cases, EveryCase, testing::ValuesIn(all_cases()), [](const auto& of) {
    std::string name = of.param.parent_path().filename().string() + "_" + of.param.stem().string();
    return name;
});

// Control: a validation case does notice a wrong number (here: a step too coarse for its bounds).
TEST(CaseControl, ACoarseStepIsNoticed) {
    const Scratch scratch;
    const auto file = std::filesystem::path(JOUNCE_SOURCE_DIR) / "cases/validation/linear_stop.lua";
    const CommandResult result = jounce("run " + file.string() + " --quiet --set step=2e-3", scratch.path());
    EXPECT_EQ(result.status, 1);
    EXPECT_NE(result.err.find("differs from"), std::string::npos) << result.err;
}

struct Row {
    double time, end, middle;
};

/// Columns of series.csv by position, data rows only.
std::vector<std::vector<double>> rows(const std::filesystem::path& file) {
    std::vector<std::vector<double>> out;
    std::istringstream text(read_text(file));
    bool header = true;
    for (std::string line; std::getline(text, line);) {
        if (line.starts_with("#")) continue;
        if (header) {
            header = false;
            continue;
        }
        std::vector<double> row;
        std::istringstream cells(line);
        for (std::string cell; std::getline(cells, cell, ',');) {
            char* end = nullptr;
            const double value = std::strtod(cell.c_str(), &end);
            row.push_back(end != cell.c_str() ? value : std::nan(""));
        }
        out.push_back(row);
    }
    return out;
}

// The three-clearance shaft at 20 elements against a 128-bit event-driven solution (Xu et al. 2022, section 3.2, with the
// stiffness, damping and mesh that the paper leaves open): displacements in m, onsets in s and m/s.
TEST(HollowShaft, FollowsTheReferenceAtSecondOrder) {
    const Row reference[] = {{0.025, 0.002368720018542025, 0.002368089815125202},
                             {0.05, 0.002287576765084389, 0.002259939500108940},
                             {0.1, -0.0009895488651502030, -0.0009481845873708385},
                             {0.15, 0.002969977701929372, 0.002994097591284463},
                             {0.2, -0.0008323866310268436, -0.0007961621318837604}};
    const auto file = std::filesystem::path(JOUNCE_SOURCE_DIR) / "cases/xu2022/hollow_shaft.lua";
    std::vector<double> worst, onset;
    for (const char* step : {"4e-6", "2e-6", "1e-6"}) {
        const Scratch scratch;
        const CommandResult result =
            jounce("run " + file.string() + " --quiet --set elements=20 --set duration=0.2 --set step=" + step, scratch.path());
        ASSERT_EQ(result.status, 0) << result.err;
        const auto folder = scratch.path() / "out/hollow_shaft";
        const auto series = rows(folder / "series.csv");
        double error = 0;
        for (const Row& row : reference) {
            const auto at =
                std::find_if(series.begin(), series.end(), [&](const auto& r) { return std::abs(r[0] - row.time) < 1e-9; });
            ASSERT_NE(at, series.end());
            error = std::max({error, std::abs((*at)[1] - row.end), std::abs((*at)[2] - row.middle)});
        }
        worst.push_back(error);
        // The first three rows are the first impacts: both ends at the same instant, then the middle.
        const auto impacts = rows(folder / "impacts.csv");
        ASSERT_GE(impacts.size(), 3U);
        onset.push_back(std::max({std::abs(impacts[0][3] - 0.02751977954818369), std::abs(impacts[1][3] - 0.02751977954818369),
                                  std::abs(impacts[2][3] - 0.02752211519919839)}));
        // Energy: the remainder is the method's own error in the stored contact energy, second order in the step.
        const auto energy = rows(folder / "energy.csv");
        double largest = 0;
        for (const auto& row : energy) largest = std::max(largest, std::abs(row.back()));
        const double h = std::strtod(step, nullptr) / 2e-6;
        const double work = 40;  // J done by the load in both directions up to 0.25 s; about 30 up to 0.2 s
        EXPECT_LT(largest, 2e-5 * work * h * h);
        EXPECT_LT(std::abs(energy.back().back()), 1e-5 * work * h * h);
    }
    EXPECT_LT(worst[1], 1.5e-7);
    EXPECT_LT(onset[1], 1e-10);
    for (std::size_t i = 0; i + 1 < worst.size(); ++i) {
        EXPECT_NEAR(std::log2(worst[i] / worst[i + 1]), 2.0, 0.15);
        EXPECT_NEAR(std::log2(onset[i] / onset[i + 1]), 2.0, 0.15);
    }
}

}  // namespace
}  // namespace jounce::test::cases_test
