// A function of time sampled ahead of a run: its jumps, and the step at which the trapezoidal rule integrates it.
// Physics: with steps h the rule errs by h^2/12 times the change of the slope: of a sine of the frequency w by (w h)^2/12 of its
// integral, of a half sine of the duration T, whose slope changes by 4 pi/T in all, against the area 2 T/pi, by (pi h/T)^2/6.
// Reference: these closed forms, at a share of 5e-4; tolerance 2 %, as 4099 samples have 70 in the period of 58 Hz. The rule
// itself, applied here at the step found, confirms the bound. Jumps are found to the last digit. Control: a steep function
// without a jump has none, and a step twenty times as large breaks the bound.
// The closed form of a sine holds whatever the window and the number of periods: for 50 000 periods in a run, windows of a
// fraction of the distance between two samples, and as many periods as samples, or multiples. Tolerance there: 12 %; a window of
// four intervals of the grid may contain five samples, and sqrt(5/4) = 1.12.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/signals/signal_scan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

namespace jounce::test::signal_scan_test {
namespace {

constexpr double share = 5e-4, pi = std::numbers::pi;

SignalScan scan(const std::function<double(double)>& f, double end = 1, double window = 0.03) {
    int calls = 0;
    const SignalScan out = scan_signal(
        [&](double t) {
            ++calls;
            EXPECT_GE(t, 0);
            EXPECT_LE(t, end) << "a function may not be defined outside the run";
            return f(t);
        },
        0, end, window, share);
    EXPECT_LE(calls, scan_intervals + 1 + scan_refinements + (2 + scan_zooms) * (scan_window + 1) + scan_bisections + 2 * 1000);
    EXPECT_NEAR(calls, out.calls, 1e-3 * calls);
    return out;
}

std::function<double(double)> half_sine(double begin, double length) {
    return [=](double t) { return t > begin && t < begin + length ? std::sin(pi * (t - begin) / length) : 0; };
}

TEST(SignalScan, StepOfASine) {
    for (const double frequency : {5.0, 17.0, 58.0, 3000.0}) {
        const SignalScan found = scan([=](double t) { return 3 * std::sin(2 * pi * frequency * t + 0.3); }, 1, 0.25);
        EXPECT_NEAR(found.step, std::sqrt(12 * share) / (2 * pi * frequency), 0.02 * found.step) << frequency;
        EXPECT_TRUE(found.jumps.empty());
        EXPECT_NEAR(found.largest, 3, 1e-2);
        EXPECT_NEAR(found.mean, 6 / pi, 2e-2 * found.mean) << "the mean of |sin| is 2/pi";
    }
}

TEST(SignalScan, StepOfAPulse) {
    for (const double length : {20e-3, 2e-3, 5e-4}) {
        const auto pulse = half_sine(0.1234, length);
        const SignalScan found = scan(pulse);
        EXPECT_NEAR(found.step, std::sqrt(6 * share) * length / pi, 0.1 * found.step) << length;
        EXPECT_TRUE(found.jumps.empty());
        const auto error = [&](double h) {
            double worst = 0;
            for (const double shift : {0.0, 0.3, 0.7}) {
                double sum = 0;
                for (double t = shift * h; t < 1; t += h) sum += h * pulse(t);
                worst = std::max(worst, std::abs(sum - 2 * length / pi) / (2 * length / pi));
            }
            return worst;
        };
        EXPECT_LT(error(found.step), share);
        EXPECT_GT(error(20 * found.step), share) << "control";
    }
}

TEST(SignalScan, JumpsAreFoundToTheLastDigit) {
    const double at = 1.0 / 3, until = at + 1e-3;
    const SignalScan rectangle = scan([=](double t) { return t >= at && t < until ? 5 : 0; });
    ASSERT_EQ(rectangle.jumps.size(), 2U);
    EXPECT_EQ(rectangle.jumps[0], at);
    EXPECT_EQ(rectangle.jumps[1], until);
    EXPECT_TRUE(std::isinf(rectangle.step)) << "between its jumps it is constant";
    const SignalScan small = scan([=](double t) { return std::sin(20 * t) + (t > at ? 0.1 : 0); });
    ASSERT_EQ(small.jumps.size(), 1U);
    EXPECT_EQ(small.jumps[0], std::nextafter(at, 1.0)) << "t > at";
    EXPECT_NEAR(small.step, std::sqrt(12 * share) / 20, 0.1 * small.step) << "the jump is not part of the variation";
    const SignalScan square = scan([](double t) { return static_cast<int>(100 * t) % 2 == 0 ? 1 : -1; });
    EXPECT_EQ(square.jumps.size(), 100U) << "the last one at the end";
    EXPECT_FALSE(square.too_many_jumps);
    EXPECT_TRUE(scan([](double t) { return static_cast<int>(900 * t) % 2 == 0 ? 1 : -1; }).too_many_jumps);
    EXPECT_TRUE(scan([](double t) { return std::tanh((t - 0.3) / 1e-6); }).jumps.empty()) << "control: steep, but smooth";
}

TEST(SignalScan, EndsOfAPulseAreEdges) {
    const SignalScan pulse = scan(half_sine(0.1234, 0.02));
    ASSERT_EQ(pulse.edges.size(), 2U);
    EXPECT_EQ(pulse.edges[0], std::nextafter(0.1234, 1.0)) << "t > 0.1234";
    EXPECT_NEAR(pulse.edges[1], 0.1434, 1e-15);
    const SignalScan rectangle = scan([](double t) { return t >= 0.3 && t < 0.4 ? 5 : 0; });
    EXPECT_TRUE(rectangle.edges.empty()) << "these are jumps";
    EXPECT_TRUE(scan([](double t) { return std::sin(50 * t); }).edges.empty()) << "control: zeros that it passes";
    EXPECT_EQ(scan([](double t) { return std::max(std::sin(2 * pi * 100 * (t + 1e-3)), 0.0); }).edges.size(), scan_edges);
}

/// The step of a sine of the frequency w [rad/s].
double step_of_sine(double w) { return std::sqrt(12 * share) / w; }

TEST(SignalScan, AWindowMayBeShorterThanTheIntervalsOfTheGrid) {
    for (const double end : {10.0, 100.0, 1000.0, 3000.0}) {
        const double w = 2 * pi * 50;
        const SignalScan found = scan([=](double t) { return 1000 * std::sin(w * t); }, end, 5e-3);
        EXPECT_NEAR(found.step, step_of_sine(w), 0.12 * step_of_sine(w)) << end;
    }
    // About ten periods, and 1e10 windows: sums over each half would need 180 GB.
    const SignalScan slow = scan([](double t) { return std::sin(t / 600); }, 36000, 3.14e-6);
    EXPECT_NEAR(slow.step, step_of_sine(1.0 / 600), 0.12 * slow.step);
    // A pulse shorter than the window of four intervals: the window does not matter.
    const SignalScan brief = scan(half_sine(0.1234, 5e-4), 1, 1e-5);
    EXPECT_NEAR(brief.step, std::sqrt(6 * share) * 5e-4 / pi, 0.02 * brief.step);
}

// 1 - cos(w t) has the mean 1 and changes its slope by 4 w in a period 2 pi/w, which gives h^2 = 12 share (pi/2)/w^2.
TEST(SignalScan, AsManyPeriodsAsSamplesAreNoConstant) {
    constexpr double w = 2 * pi;
    const double expected = std::sqrt(12 * share * pi / 2) / w;
    const auto versine = [](double t) { return 1 - std::cos(w * t); };
    for (const double periods : {4096.0, 4099.0, 8192.0, 8198.0, 65536.0, 40.0 * 4099, 2053.0 * 4099}) {
        const SignalScan found = scan(versine, periods, 0.4);
        EXPECT_NEAR(found.step, expected, 0.12 * expected) << periods;
        // Samples lie up to a quarter of an interval beside it: with a period in each interval they reach 1 - cos(pi/2).
        EXPECT_GT(found.largest, 0.95) << periods;
        EXPECT_LE(found.largest, 2) << periods;
    }
    // Control: at equal intervals the samples of 4099 periods are all zero.
    for (int i = 0; i <= scan_intervals; i += 100) EXPECT_NEAR(versine(4099.0 * i / scan_intervals), 0, 1e-9);
}

TEST(SignalScan, LinesHaveNoStep) {
    EXPECT_TRUE(std::isinf(scan([](double) { return 5.0; }).step));
    EXPECT_EQ(scan([](double) { return 0.0; }).largest, 0);
    EXPECT_GT(scan([](double t) { return 1 + 2 * t; }).step, 10) << "to round-off";
}

}  // namespace
}  // namespace jounce::test::signal_scan_test
