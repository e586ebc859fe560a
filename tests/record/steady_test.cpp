// The steady state of a record: period found, extremes, impacts, on functions written down.
// Reference: the functions' own periods and extremes. Tolerance: the cubic's h^4/384 max|x''''|.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/series/steady.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "base/messages/error.hpp"

namespace jounce::steady_test {
namespace {

using record::Column;
using record::Series;
using record::steady_state;

constexpr double omega = 2 * std::numbers::pi;  // load period 1 s

Series sampled(const std::function<double(double)>& x, const std::function<double(double)>& v, double from, double to) {
    Series series;
    series.columns = {Column{"a.ux", "m", {}, {}}, Column{"energy.external", "J", {}, {}}};
    const int count = static_cast<int>(std::lround((to - from) * 213));
    for (int i = 0; i <= count; ++i) {
        const double t = from + (to - from) * i / count;
        series.times.push_back(t);
        series.columns[0].values.push_back(x(t));
        series.columns[0].rates.push_back(v(t));
        series.columns[1].values.push_back(t);
        series.columns[1].rates.push_back(1);
    }
    return series;
}

// A force of zero between contacts is 0 in the extremes, where the cubic between records rounds to 1e-162; a value that is no
// round-off stays (control).
TEST(Steady, TakesRoundOffOfAProbeForZero) {
    for (const double dust : {-1.7e-162, -1e-3}) {
        Series series = sampled([](double t) { return 100 * std::pow(std::sin(omega * t), 2); },
                                [](double t) { return 100 * omega * std::sin(2 * omega * t); }, 0, 10);
        Column& force = series.columns[0];
        for (std::size_t i = 0; i < series.times.size(); i += 213) {
            force.values[i] = dust;
            force.rates[i] = 0;
        }
        const record::Steady s = steady_state(series, {}, {.period = 1});
        EXPECT_EQ(s.period, 1);
        EXPECT_EQ(s.probes[0].min, dust < -1e-100 ? dust : 0.0);
    }
}

TEST(Steady, FindsThePeriod) {
    for (const int n : {1, 2, 3, 5}) {
        const auto x = [n](double t) { return std::sin(omega * t) + (n > 1 ? 0.05 * std::cos(omega * t / n) : 0.0); };
        const auto v = [n](double t) {
            return omega * std::cos(omega * t) - (n > 1 ? 0.05 * omega / n * std::sin(omega * t / n) : 0.0);
        };
        const std::vector<time::Impact> impacts = [] {
            std::vector<time::Impact> out(40);
            for (std::size_t i = 0; i < out.size(); ++i) out[i].time_in = 0.3 + static_cast<double>(i);
            return out;
        }();
        const record::Steady s = steady_state(sampled(x, v, 10, 30.37), impacts, {.period = 1});
        EXPECT_EQ(s.period, n);
        EXPECT_EQ(s.over, n);
        EXPECT_EQ(s.impacts, n) << "one a load period";
        ASSERT_EQ(s.probes.size(), 1U) << "energies do not repeat";
        double low = 0, high = 0;
        for (int i = 0; i < 200000; ++i) {
            low = std::min(low, x(n * i / 200000.0));
            high = std::max(high, x(n * i / 200000.0));
        }
        EXPECT_NEAR(s.probes[0].min, low, 1e-8);
        EXPECT_NEAR(s.probes[0].max, high, 1e-8);
    }
}

/// A second column beside sin(2 pi t): `amplitude` times noise that repeats never, or a motion of twice the period.
Series beside(const std::string& unit, double amplitude, bool noise) {
    const auto x = [](double t) { return std::sin(omega * t); };
    const auto v = [](double t) { return omega * std::cos(omega * t); };
    Series series = sampled(x, v, 0, 12.4);
    Column second{"b.second", unit, {}, {}};
    for (const double t : series.times) {
        const double w = noise ? omega * std::sqrt(0.3) : omega / 2;
        second.values.push_back(amplitude * std::cos(w * t));
        second.rates.push_back(-amplitude * w * std::sin(w * t));
    }
    series.columns.push_back(second);
    return series;
}

// A probe that holds only round-off says nothing of the period. Rounding of 1 m is 1e-16 m, and 1e-15 rad in a model of 0.1 m.
TEST(Steady, RoundOffHasNoPeriod) {
    EXPECT_EQ(steady_state(beside("m", 1e-14, true), {}, {.period = 1}).period, 1);
    EXPECT_EQ(steady_state(beside("rad", 1e-14, true), {}, {.period = 1, .extent = 0.1}).period, 1);
    // Control: motions of a millionth are motions, whether they have twice the period or none.
    EXPECT_EQ(steady_state(beside("m", 1e-6, false), {}, {.period = 1}).period, 2);
    EXPECT_EQ(steady_state(beside("rad", 1e-6, false), {}, {.period = 1, .extent = 0.1}).period, 2);
    EXPECT_EQ(steady_state(beside("m", 1e-6, true), {}, {.period = 1}).period, 0);
    // Control: without a length, an angle compares with angles only.
    EXPECT_EQ(steady_state(beside("rad", 1e-14, true), {}, {.period = 1}).period, 0);
}

TEST(Steady, SaysWhenNothingRepeats) {
    const double odd = omega * std::sqrt(0.3);
    const auto x = [odd](double t) { return std::sin(omega * t) + std::sin(odd * t); };
    const auto v = [odd](double t) { return omega * std::cos(omega * t) + odd * std::cos(odd * t); };
    const record::Steady s = steady_state(sampled(x, v, 0, 12.4), {}, {.period = 1});
    EXPECT_EQ(s.period, 0);
    EXPECT_EQ(s.over, 12);
    EXPECT_GT(s.difference, 0.01);
    EXPECT_TRUE(s.note.starts_with("the motion does not repeat within half of the record: after 6 of 12 periods it differs by "))
        << s.note;
    EXPECT_EQ(steady_state(beside("m", 1e-6, false), {}, {.period = 1}).note, "") << "control";
    EXPECT_THROW((void)steady_state(sampled(x, v, 0, 1.9), {}, {.period = 1}), Error);
}

}  // namespace
}  // namespace jounce::steady_test
