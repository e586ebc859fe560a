// The survey of a function as a motion: kinks of periodic and of weak ones, jumps of any size, and what is no kink.
// References: the instants of the kinks. Calls are counted: the function may be slow. Controls: smooth functions of many periods,
// pieces of parabolas and cubics, a power of 1.5, rounding.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/signals/motion_survey.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

namespace jounce::test::motion_survey_test {
namespace {

using signals::MotionFault;
using signals::MotionSurvey;
using signals::ReturnedMotion;
using std::numbers::pi;

MotionSurvey survey_of(const std::function<double(double)>& f, double end, double step) {
    return signals::survey([&](double t) { return ReturnedMotion{{f(t)}, 1}; }, 0, end, step, 1e-4);
}
MotionSurvey survey_of(const std::function<double(double)>& f, const std::function<double(double)>& slope, double end,
                       double step) {
    return signals::survey([&](double t) { return ReturnedMotion{{f(t), slope(t)}, 2}; }, 0, end, step, 1e-5);
}

std::size_t within(const std::vector<double>& kinks, double end) {
    return static_cast<std::size_t>(std::ranges::count_if(kinks, [&](double t) { return t > 0 && t < end; }));
}

// With steps of a multiple of the period, and at frequencies up to those of the step.
TEST(MotionSurvey, FindsEveryKinkOfPeriodicFunctions) {
    constexpr double A = 1e-4, phase = 0.1;
    const auto expect_all = [&](double frequency, double end, double step) {
        const auto turn = [=](double t) { return t * frequency + phase - std::floor(t * frequency + phase); };
        const auto triangle = [=](double t) { return A * std::abs(2 * turn(t) - 1); };
        const auto slope = [=](double t) { return (turn(t) < 0.5 ? -2 : 2) * A * frequency; };
        const auto rectified = [=](double t) { return A * std::abs(std::sin(pi * (t * 2 * frequency + 2 * phase))); };
        const auto count = static_cast<std::size_t>(std::floor(2 * (end * frequency + phase)));
        for (const MotionSurvey& found :
             {survey_of(triangle, end, step), survey_of(triangle, slope, end, step), survey_of(rectified, end, step)}) {
            ASSERT_FALSE(found.fault) << frequency;
            ASSERT_EQ(within(found.kinks, end), count) << frequency << ' ' << step;
            std::size_t k = 0;
            for (const double kink : found.kinks) {
                if (kink <= 0 || kink >= end) continue;
                EXPECT_NEAR(kink, (static_cast<double>(++k) / 2 - phase) / frequency, 1e-11) << frequency;
            }
            EXPECT_LT(found.calls, 20000 + 12 * end / step + 500 * static_cast<double>(count)) << frequency;
        }
    };
    for (const double frequency : {49.37, 50.0}) expect_all(frequency, 10, 0.01);
    for (const double frequency : {203.1, 313.7, 413.7, 1003.7}) expect_all(frequency, 0.5, 1e-3);
}

TEST(MotionSurvey, FindsAWeakKinkBesideACrest) {
    for (const double frequency : {5.0, 20.0, 50.0}) {
        const double w = 2 * pi * frequency, A = 1e-3, at = 0.1 + 0.25 / frequency + 1.3e-5;
        for (const double share : {0.1, 1e-3, 1e-4}) {
            const auto f = [=](double t) { return A * std::sin(w * t) - share * A * w * std::max(t - at, 0.0); };
            const auto slope = [=](double t) { return A * w * (std::cos(w * t) - (t >= at ? share : 0)); };
            for (const MotionSurvey& found : {survey_of(f, 0.25, 1e-3), survey_of(f, slope, 0.25, 1e-3)}) {
                ASSERT_EQ(found.kinks.size(), 1U) << frequency << ' ' << share;
                EXPECT_NEAR(found.kinks[0], at, 1e-14 / share) << frequency << ' ' << share;
            }
        }
    }
}

TEST(MotionSurvey, RefusesSmallJumpsOfTheValue) {
    constexpr double at = 0.10037;
    for (const double jump : {1e-9, 1e-6, 1e-5, 1e-3}) {
        const auto f = [=](double t) { return 1e-3 * std::sin(10 * pi * t) + (t < at ? 0 : -jump); };
        const MotionSurvey found = survey_of(f, 0.2, 1e-3);
        ASSERT_TRUE(found.fault) << jump;
        EXPECT_EQ(found.fault->kind, MotionFault::value_jumps) << jump;
        EXPECT_EQ(found.fault->time, at) << "to the last digit";
    }
}

TEST(MotionSurvey, RefusesWhatNoDifferencesResolve) {
    const auto ramp = [](double t) { return -1e-3 * std::tanh((t - 0.1003) / 1e-6); };
    const MotionSurvey found = survey_of(ramp, 0.2, 1e-3);
    ASSERT_TRUE(found.fault);
    EXPECT_EQ(found.fault->kind, MotionFault::unresolved);
    EXPECT_NEAR(found.fault->time, 0.1003, 2e-5);
}

TEST(MotionSurvey, ShortensTheStepsOfDifferencesWhereAFunctionIsFast) {
    for (const double frequency : {1000.0, 5000.0}) {
        const double w = 2 * pi * frequency;
        const MotionSurvey found = survey_of([=](double t) { return 1e-6 * std::sin(w * t); }, 0.05, 1e-4);
        ASSERT_FALSE(found.fault);
        EXPECT_TRUE(found.kinks.empty());
        ASSERT_FALSE(found.fast.empty());
        for (const MotionSurvey::FastStretch& stretch : found.fast) EXPECT_LT(w * stretch.step, 0.03) << frequency;
    }
    EXPECT_TRUE(survey_of([](double t) { return std::sin(31 * t); }, 10, 1e-3).fast.empty()) << "control";
}

// Beside long windows that do not see it.
TEST(MotionSurvey, ShortensTheStepsOfDifferencesInAShortPulse) {
    for (const double width : {1e-4, 3e-5}) {
        const MotionSurvey found =
            survey_of([=](double t) { return -1e-6 * std::exp(-std::pow((t - 0.10037) / width, 2)); }, 0.11, 1e-3);
        ASSERT_FALSE(found.fault);
        EXPECT_TRUE(found.kinks.empty());
        const auto in_pulse = [](const MotionSurvey::FastStretch& stretch) {
            return stretch.begin <= 0.10037 && 0.10037 < stretch.end;
        };
        const auto stretch = std::ranges::find_if(found.fast, in_pulse);
        ASSERT_NE(stretch, found.fast.end()) << width;
        EXPECT_LT(stretch->step, width / 10);
    }
}

// Controls.
TEST(MotionSurvey, SmoothFunctionsHaveNoKinks) {
    const auto expect_none = [](const char* what, const std::function<double(double)>& f, double end, double step,
                                double most_calls = 1e5) {
        const MotionSurvey found = survey_of(f, end, step);
        EXPECT_FALSE(found.fault) << what;
        EXPECT_TRUE(found.kinks.empty()) << what;
        EXPECT_LT(found.calls, most_calls) << what;
    };
    for (const double frequency : {1.0, 20.0, 50.0, 450.0, 1000.0, 5000.0, 20000.0}) {
        const double w = 2 * pi * frequency;
        expect_none(
            "a sine", [=](double t) { return 1e-6 * std::sin(w * t + 0.3); }, 0.3, 1e-3, 4e4 + 300 * 0.3 * frequency);
    }
    expect_none(
        "a power", [](double t) { return std::pow(std::max(t - 0.1003, 0.0), 1.5); }, 0.25, 1e-3);
    expect_none(
        "a parabola", [](double t) { return -5 * std::pow(std::max(t - 0.1003, 0.0), 2); }, 0.25, 1e-3);
    expect_none(
        "parabolas",
        [](double t) {
            const double n = std::floor(t / 0.0317), x = t - n * 0.0317;
            return (std::fmod(n, 2) == 0 ? -1 : 1) * x * (0.0317 - x);
        },
        0.25, 1e-3);
    for (const double d : {0.1, 1e-3, 2e-4}) {
        expect_none(
            "a cubic cam",
            [=](double t) {
                const double x = std::clamp((t - 0.1003) / d, 0.0, 1.0);
                return -1e-3 * x * x * (3 - 2 * x);
            },
            0.25, 1e-3);
    }
    for (const double noise : {1e-16, 1e-14, 1e-12}) {
        expect_none(
            "noise",
            [=](double t) {
                const double z = std::sin(t * 1e7) * 43758.5453;
                return 1e-3 * (std::sin(40 * pi * t) + noise * (z - std::floor(z) - 0.5));
            },
            0.3, 1e-3);
    }
    for (const double offset : {1.0, 1e3, 1e6})
        expect_none(
            "an offset", [=](double t) { return offset + 1e-3 * std::sin(40 * pi * t); }, 0.3, 1e-3);
    // About 130 calls in a period; measured 2.67 million.
    expect_none(
        "20 000 periods", [](double t) { return 1e-3 * std::sin(40 * pi * t); }, 1000, 0.05, 3e6);
}

}  // namespace
}  // namespace jounce::test::motion_survey_test
