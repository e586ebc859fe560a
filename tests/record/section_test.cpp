// Sections of functions written down: where they are taken, and that their points are those of the function.
// Reference: the functions themselves. Tolerance: the cubic's h^4/384 max|x''''|, here 2e-9 of the amplitude with h = 1/213 of a
// period.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/series/section.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "base/messages/error.hpp"
#include "record/plots/portrait.hpp"
#include "record/series/windows.hpp"

namespace jounce::section_test {
namespace {

using namespace record;

constexpr double omega = 2 * std::numbers::pi;  // period 1 s

/// "x" and "v" of a function and its derivatives.
Series sampled(const std::function<double(double)>& x, const std::function<double(double)>& v,
               const std::function<double(double)>& a, double from, double to, int per_second = 213) {
    Series series;
    series.columns = {Column{"x", "m", {}, {}}, Column{"v", "m/s", {}, {}}};
    const int count = static_cast<int>(std::lround((to - from) * per_second));
    for (int i = 0; i <= count; ++i) {
        const double t = from + (to - from) * i / count;
        series.times.push_back(t);
        series.columns[0].values.push_back(x(t));
        series.columns[0].rates.push_back(v(t));
        series.columns[1].values.push_back(v(t));
        series.columns[1].rates.push_back(a(t));
    }
    return series;
}

Series sine(double from, double to, int per_second = 213) {
    return sampled([](double t) { return std::sin(omega * t); }, [](double t) { return omega * std::cos(omega * t); },
                   [](double t) { return -omega * omega * std::sin(omega * t); }, from, to, per_second);
}

Section section_of(const Series& series, const std::vector<std::string>& probes, const Stretch& stretch, double period,
                   double phase) {
    return section_at(series, probes, stretch, stroboscopic_instants(stretch, period, phase));
}

std::string message(const std::function<void()>& f) {
    try {
        f();
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

TEST(StroboscopicSection, TakesThePhaseAskedFor) {
    const Series series = sine(2, 12);
    const Section s = section_of(series, {"v", "x"}, {3, 11}, 1, 0.25);
    ASSERT_EQ(s.times.size(), 8U) << "3.25 to 10.25 s";
    ASSERT_EQ(s.columns.size(), 2U);
    EXPECT_EQ(s.columns[0].name, "v");
    EXPECT_EQ(s.columns[1].unit, "m");
    EXPECT_NEAR(s.columns[1].range, 2, 1e-8);
    for (std::size_t k = 0; k < 8; ++k) {
        EXPECT_DOUBLE_EQ(s.times[k], 3.25 + static_cast<double>(k));
        EXPECT_NEAR(s.columns[0].values[k], 0, 1e-7);
        EXPECT_NEAR(s.columns[1].values[k], 1, 5e-9);
    }
    EXPECT_EQ(section_of(series, {"x"}, {2, 12}, 1, 0).times.size(), 11U) << "both ends";
    EXPECT_EQ(section_of(series, {"x"}, {2, 12}, 0.1, 0).times.size(), 101U) << "the end is met in spite of rounding";
}

TEST(CrossingSection, FindsEveryCrossing) {
    const Series series = sine(0, 5);
    const double level = 0.3;
    const double phase = std::asin(level) / omega;
    const auto times = [&](Direction direction) { return crossing_section(series, {"v"}, {0, 5}, "x", level, direction).times; };
    ASSERT_EQ(times(Direction::rising).size(), 5U);
    ASSERT_EQ(times(Direction::falling).size(), 5U);
    ASSERT_EQ(times(Direction::both).size(), 10U);
    for (std::size_t k = 0; k < 5; ++k) {
        EXPECT_NEAR(times(Direction::rising)[k], static_cast<double>(k) + phase, 1e-9);
        EXPECT_NEAR(times(Direction::falling)[k], static_cast<double>(k) + 0.5 - phase, 1e-9);
        EXPECT_EQ(times(Direction::both)[2 * k + 1], times(Direction::falling)[k]);
    }
    const Section s = crossing_section(series, {"v"}, {0, 5}, "x", level, Direction::falling);
    for (const double v : s.columns[0].values) EXPECT_NEAR(v, -omega * std::sqrt(1 - level * level), 1e-6);
    EXPECT_EQ(s.missed, 0);
}

TEST(CrossingSection, TreatsExactValuesOnce) {
    // Records exactly at the crossings (sin at k/2 rounds to 1e-16, so the values are written as zero), and a touch.
    Series series;
    series.columns = {Column{"x", "m", {0, 1, 0, -1, 0, 1, 0, 1, 0}, {}}};
    for (std::size_t i = 0; i < 9; ++i) {
        series.times.push_back(static_cast<double>(i));
        series.columns[0].rates.push_back(std::nan(""));
    }
    const auto times = [&](Direction direction) { return crossing_section(series, {"x"}, {0, 8}, "x", 0, direction).times; };
    EXPECT_EQ(times(Direction::falling), std::vector<double>{2}) << "the begin is none, 6 only touches, the end passes nothing";
    EXPECT_EQ(times(Direction::rising), std::vector<double>{4});
    EXPECT_EQ(crossing_section(series, {"x"}, {2.5, 4.5}, "x", -0.5, Direction::both).times, std::vector<double>{3.5})
        << "a begin on the value is no crossing";
}

TEST(CrossingSection, FindsThreeWithinOneInterval) {
    // x = (t - 0.2)(t - 0.5)(t - 0.8): a cubic, so one interval has it exactly.
    const auto x = [](double t) { return (t - 0.2) * (t - 0.5) * (t - 0.8); };
    const auto v = [](double t) { return (t - 0.5) * (t - 0.8) + (t - 0.2) * (t - 0.8) + (t - 0.2) * (t - 0.5); };
    const Series series = sampled(
        x, v, [](double) { return 0.0; }, 0, 1, 1);
    ASSERT_EQ(series.times.size(), 2U);
    const std::vector<double> found = crossing_section(series, {"v"}, {0, 1}, "x", 0, Direction::both).times;
    ASSERT_EQ(found.size(), 3U);
    EXPECT_NEAR(found[0], 0.2, 1e-14);
    EXPECT_NEAR(found[1], 0.5, 1e-14);
    EXPECT_NEAR(found[2], 0.8, 1e-14);
}

TEST(CrossingSection, SaysWhatHidesBetweenRecords) {
    Series series;  // 0.1 at both records, and one step between them at -1
    series.times = {0, 1, 2};
    series.columns = {Column{"x", "m", {0.1, 0.1, 0.2}, {0, 0, 0}, {-1, 0.1}, {0.1, 0.2}}};
    series.intervals = {Interval::free, Interval::free};
    const Section s = crossing_section(series, {"x"}, {0, 2}, "x", 0, Direction::both);
    EXPECT_TRUE(s.times.empty());
    EXPECT_EQ(s.missed, 1);
}

TEST(OnsetSection, HasBothSidesOfTheInstant) {
    const Series series = sine(0, 4);
    const double none = std::nan("");
    const Onsets onsets{{1, 2, 3}, {0.5, 3, 0.6, 4, none, none}, {0.5, -2, 0.6, -3, none, none}};
    std::vector<time::Impact> impacts(4);
    for (std::size_t i = 0; i < 4; ++i) {
        impacts[i].time_in = static_cast<double>(i);
        impacts[i].contact = i == 2 ? 1 : 0;
    }
    const auto all = [](const time::Impact&) { return true; };
    Section s = onset_section(series, onsets, impacts, {"v"}, {0, 2.5}, all, true);
    EXPECT_EQ(s.times, (std::vector<double>{1, 2}));
    ASSERT_EQ(s.columns.size(), 2U);
    EXPECT_EQ(s.columns[0].values, (std::vector<double>{3, 4}));
    EXPECT_EQ(s.columns[1].name, "v after");
    EXPECT_EQ(s.columns[1].values, (std::vector<double>{-2, -3}));
    add_phase(s, 0, 0.8);
    EXPECT_NEAR(s.columns[2].values[0], 0.25, 1e-15);
    EXPECT_NEAR(s.columns[2].values[1], 0.5, 1e-15);
    const auto second = [](const time::Impact& impact) { return impact.contact == 1; };
    EXPECT_EQ(onset_section(series, onsets, impacts, {"x"}, {0, 4}, second, false).impacts, std::vector<std::size_t>{2});
}

// v jumps from 1 to -1 at the stop: it passes 0.3 then, and x, which turns there, passes its own value twice.
TEST(CrossingSection, PassesWhatItJumpsAcross) {
    Series series;
    series.times = {0, 1, 1.3, 1.3, 2, 3};
    series.columns = {Column{"x", "m", {0, 1, 1.3, 1.3, 0.6, -0.4}, {1, 1, 1, -1, -1, -1}},
                      Column{"v", "m/s", {1, 1, 1, -1, -1, -1}, {0, 0, 0, 0, 0, 0}}};
    series.between = {0, 0, 1, 1, 0, 0};
    const Section fall = crossing_section(series, {"x", "v"}, {0, 3}, "v", 0.3, Direction::falling);
    EXPECT_EQ(fall.times, (std::vector<double>{1.3}));
    EXPECT_EQ(fall.columns[0].values, (std::vector<double>{1.3}));
    EXPECT_EQ(fall.columns[1].values, (std::vector<double>{1})) << "just before";
    EXPECT_TRUE(crossing_section(series, {"x"}, {0, 3}, "v", 0.3, Direction::rising).times.empty());
    const Section both = crossing_section(series, {"x"}, {0, 3}, "x", 0.8, Direction::both);
    ASSERT_EQ(both.times.size(), 2U);
    EXPECT_NEAR(both.times[0], 0.8, 1e-15);
    EXPECT_NEAR(both.times[1], 1.8, 1e-15);
}

TEST(Sections, RefuseWhatIsNotThere) {
    const Series series = sine(1, 3);
    EXPECT_EQ(message([&] {
                  (void)section_of(series, {"y"}, {1, 3}, 1, 0);
              }),
              "run:section: 'y' was not recorded; recorded are x, v");
    EXPECT_EQ(message([&] { (void)section_of(series, {"x", "x"}, {1, 3}, 1, 0); }), "run:section: 'probes' has 'x' twice");
    EXPECT_EQ(message([&] {
                  (void)section_of(series, {"x"}, {1, 3}, 1e-9, 0);
              }),
              "run:section: 'period' must give at most a million points, got 1e-09 over 2 s");
    EXPECT_EQ(message([&] { (void)recorded_stretch(series, 0.5, {}, "run:section"); }),
              "run:section: 'from' must be in [1, 3], the time recorded, got 0.5");
    EXPECT_EQ(message([&] { (void)recorded_stretch(series, 2.5, 2, "run:section"); }),
              "run:section: 'from' must be before 'to', got 2.5 and 2");
    EXPECT_EQ(message([&] {
                  (void)section_of(series, {"x"}, {1, 3}, 1, 0).column("vv", "section:plot");
              }),
              "section:plot: 'vv' is not a column of the section; it has x");
}

TEST(Portrait, TurnsAtTheStopAndNotBesideIt) {
    // x = t up to the stop at 1.3, then 2.6 - t: records at whole seconds, the impact between two of them.
    Series series;
    series.times = {0, 1, 1.3, 1.3, 2, 3};
    series.columns = {Column{"x", "m", {0, 1, 1.3, 1.3, 0.6, -0.4}, {1, 1, 1, -1, -1, -1}},
                      Column{"v", "m/s", {1, 1, 1, -1, -1, -1}, {0, 0, 0, 0, 0, 0}}};
    series.between = {0, 0, 1, 1, 0, 0};
    const PortraitCurve curve = portrait_curve(series, series.columns[0], series.columns[1], {0.5, 2.5});
    EXPECT_NEAR(curve.x.front(), 0.5, 1e-15);
    EXPECT_NEAR(curve.x.back(), 0.1, 1e-15);
    EXPECT_EQ(*std::ranges::max_element(curve.x), 1.3);
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
        const bool before = i <= static_cast<std::size_t>(std::ranges::find(curve.x, 1.3) - curve.x.begin());
        EXPECT_NEAR(curve.y[i], before ? 1 : -1, 1e-12) << "no speed between 1 and -1 m/s";
    }
}

TEST(Windows, HaveTheirOwnPeaks) {
    // exp(-t) sin(2 pi t): in every whole period the peak is exp(-k) that of the first, whose place is tan(2 pi t) = 2 pi.
    const auto x = [](double t) { return std::exp(-t) * std::sin(omega * t); };
    const auto v = [](double t) { return std::exp(-t) * (omega * std::cos(omega * t) - std::sin(omega * t)); };
    const Series series = sampled(
        x, v, [](double) { return 0.0; }, 0, 4.3, 517);  // windows cut intervals
    const double peak = x(std::atan(omega) / omega);
    const std::vector<double> peaks = window_peaks(series, series.columns[0], 0, 1, 4);
    ASSERT_EQ(peaks.size(), 4U);
    for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(peaks[k], peak * std::exp(-static_cast<double>(k)), 1e-9);
    // A window that ends before the peak: its end is the largest.
    const double end = 0.1;
    EXPECT_NEAR(window_peaks(series, series.columns[0], 0, end, 1)[0], x(end), 1e-9);
}

// Looked up interval by interval this would take minutes.
TEST(Sections, AreTakenOfAMillionRecords) {
    const Series series = sine(0, 350, 2857);
    ASSERT_GT(series.times.size(), 999000U);
    EXPECT_EQ(section_of(series, {"x", "v"}, {0, 350}, 1, 0.5).times.size(), 350U);
    EXPECT_EQ(crossing_section(series, {"x", "v"}, {0, 350}, "x", 0.1, Direction::both).times.size(), 700U);
    EXPECT_EQ(window_peaks(series, series.columns[0], 0, 1, 350).size(), 350U);
}

}  // namespace
}  // namespace jounce::section_test
