// The dense output of recorded series: order, exactness, extremes, and what it says when asked for too much.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/series/series.hpp"
#include "record/series/cadence.hpp"

#include <cmath>
#include <limits>

#include "small_cases.hpp"

namespace jounce::test::series_test {
namespace {

using record::Column;
using record::Interval;
using record::Series;

constexpr double omega = 3;
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// sin(omega t) on [0, 2] at steps of h, with or without its rate.
Series sine(double h, bool with_rate) {
    Series series;
    Column column{"x", "m", {}, {}};
    for (int i = 0; i * h < 2 + 0.5 * h; ++i) {
        const double t = i * h;
        series.times.push_back(t);
        column.values.push_back(std::sin(omega * t));
        column.rates.push_back(with_rate ? omega * std::cos(omega * t) : unknown);
    }
    series.columns = {column};
    return series;
}

double largest_error(double h, bool with_rate) {
    const Series series = sine(h, with_rate);
    double worst = 0;
    for (int i = 0; i <= 1000; ++i) {
        const double t = 2.0 * i / 1000;
        worst = std::max(worst, std::abs(series.at(series.columns[0], t) - std::sin(omega * t)));
    }
    return worst;
}

// The cubic's error is h^4/384 max|x''''| and reaches that bound inside every interval; a straight line's is h^2/8 max|x''|.
TEST(Series, IsOfOrderFourWithRatesAndOfOrderTwoWithout) {
    EXPECT_NEAR(largest_error(0.1, true), std::pow(0.1 * omega, 4) / 384, 0.05 * std::pow(0.1 * omega, 4) / 384);
    EXPECT_NEAR(std::log2(largest_error(0.1, true) / largest_error(0.05, true)), 4, 0.1);
    EXPECT_NEAR(largest_error(0.1, false), std::pow(0.1 * omega, 2) / 8, 0.05 * std::pow(0.1 * omega, 2) / 8);
    EXPECT_NEAR(std::log2(largest_error(0.1, false) / largest_error(0.05, false)), 2, 0.1);
}

// max|sin| over [0, 2] is 1, between two records: the records alone miss it by up to (omega h)^2/8.
TEST(Series, PeakIsOfTheInterpolantAndSeesBothSigns) {
    for (const double sign : {1.0, -1.0}) {
        Series series = sine(0.16, true);
        double of_records = 0;
        for (double& x : series.columns[0].values) of_records = std::max(of_records, std::abs(x *= sign));
        for (double& v : series.columns[0].rates) v *= sign;
        const double h4 = std::pow(0.16 * omega, 4) / 384;
        EXPECT_NEAR(series.peak(series.columns[0], 0), 1, h4);
        EXPECT_LT(of_records, 1 - 10 * h4) << "the test needs a peak between records";
    }
}

TEST(Series, PeakBeginsInsideAnInterval) {
    // x = t (2 - t) on one interval: its largest value on [1.5, 2] is the one at 1.5.
    Series series;
    series.times = {0, 2};
    series.columns = {Column{"x", "m", {0, 0}, {2, -2}}};
    EXPECT_DOUBLE_EQ(series.peak(series.columns[0], 0), 1);
    EXPECT_DOUBLE_EQ(series.peak(series.columns[0], 1.5), 0.75);
    EXPECT_DOUBLE_EQ(series.peak(series.columns[0], 2), 0);
}

// The speed of a ball at a wall at three records: in flight, hard against the wall, in flight again.
TEST(Series, DrawsALineThroughAContactBetweenTwoRecords) {
    Series series;
    series.times = {0, 1, 2};
    series.columns = {Column{"v", "m/s", {1, 0.5, -1}, {0, -50, 0}, {-1, -1}, {1, 1}}};
    const Column& v = series.columns[0];
    EXPECT_GT(series.peak(v, 0), 5) << "the cubic invents speed, or the test is about nothing";
    series.intervals = {Interval::contact, Interval::contact};
    for (const double s : {0.25, 0.5, 0.75}) {
        EXPECT_DOUBLE_EQ(series.at(v, s), 1 - 0.5 * s);
        EXPECT_DOUBLE_EQ(series.at(v, 1 + s), 0.5 - 1.5 * s);
    }
    EXPECT_EQ(series.peak(v, 0), 1);
    series.intervals = {Interval::free, Interval::one_step};
    EXPECT_NE(series.at(v, 0.5), 0.75) << "a cubic";
    EXPECT_EQ(series.peak(series.columns[0], 2), 1);
}

// A ball that meets a rigid wall at 1.25 with 2 m/s and leaves with 1 m/s, recorded at whole seconds: both flights are exact.
TEST(Series, KnowsBothSidesOfAnEventBetweenTwoRecords) {
    Series series;
    series.times = {0, 1, 1.25, 1.25, 2};
    series.columns = {Column{"x", "m", {-2.5, -0.5, 0, 0, -0.75}, {2, 2, 2, -1, -1}},
                      Column{"v", "m/s", {2, 2, 2, -1, -1}, {0, 0, 0, 0, 0}}};
    series.between = {0, 0, 1, 1, 0};
    const Column& x = series.columns[0];
    const Column& v = series.columns[1];
    EXPECT_DOUBLE_EQ(series.at(x, 1.125), -0.25);
    EXPECT_DOUBLE_EQ(series.at(x, 1.5), -0.25);
    EXPECT_EQ(series.at(v, 1.2), 2);
    EXPECT_EQ(series.at(v, 1.25), 2) << "just before";
    EXPECT_EQ(series.at(v, 1.26), -1);
    EXPECT_EQ(series.peak(v, 1.25), 1) << "just after";
    EXPECT_EQ(series.extremes(v, 1, 2), std::pair(-1.0, 2.0));
    EXPECT_EQ(series.extremes(x, 1, 2), std::pair(-0.75, 0.0));
    EXPECT_EQ(series.records(v), std::pair(std::vector<double>{0, 1, 2}, std::vector<double>{2, 2, -1}));
}

TEST(Series, PeakIsOfTheStepsBetweenRecords) {
    Series series;
    series.times = {0, 1, 2};
    series.intervals = {Interval::contact, Interval::free};
    series.columns = {Column{"x", "m", {0, 0, 0}, {0, 0, 0}, {-7, -1}, {2, 3}}};
    EXPECT_EQ(series.peak(series.columns[0], 0), 7);
    EXPECT_EQ(series.peak(series.columns[0], 1), 3);
    // What lies before `from` in its interval is not told from what lies behind.
    EXPECT_EQ(series.peak(series.columns[0], 0.5), 3);
    EXPECT_EQ(series.peak(series.columns[0], 1.5), 0);
}

TEST(Series, AnswersAtRecordsExactlyAndRefusesOtherTimes) {
    const Series series = sine(0.1, true);
    for (std::size_t i = 0; i < series.times.size(); ++i) {
        EXPECT_EQ(series.at(series.columns[0], series.times[i]), series.columns[0].values[i]);
    }
    EXPECT_NE(error_of([&] { (void)series.at(series.columns[0], 2.5); }).find("'time' must be in [0, 2"), std::string::npos);
    EXPECT_NE(error_of([&] { (void)series.at(series.columns[0], unknown); }).find("'time' must be in"), std::string::npos);
    EXPECT_NE(error_of([&] { (void)series.peak(series.columns[0], 2.5); }).find("'from' must be before"), std::string::npos);
    const std::string message = error_of([&] { (void)series.column("y", "run:at"); });
    EXPECT_EQ(message, "run:at: 'y' was not recorded; recorded are x");
}

TEST(Cadence, TakesTheFirstStateAtOrAfterItsBeginAndEveryNthAfterIt) {
    record::Cadence cadence(3, 0.5);
    std::vector<int> due;
    for (int i = 0; i <= 15; ++i) {
        if (cadence.due(0.1 * i)) due.push_back(i);
    }
    EXPECT_EQ(due, (std::vector<int>{5, 8, 11, 14}));
}

}  // namespace
}  // namespace jounce::test::series_test
