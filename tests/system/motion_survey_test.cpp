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
#include <vector>

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
        for (const MotionSurvey::FastStretch& stretch : found.fast) {
            // Nine values err by (w h)^8/3150.
            EXPECT_LT(std::pow(w * stretch.step, 8) / 3150, 1e-11) << frequency;
        }
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

/// Lifts of 0.1 m in 0.1 s from rest to rest: the acceleration jumps at both ends (cubic) and between them (parabolas), or its
/// rate.
struct Lift {
    const char* name;
    double (*shape)(double);
    std::vector<double> bends;  ///< in lengths of the lift
    double within;              ///< where the lift beside a bend differs from rest by more than rounding [s]
};
std::vector<Lift> lifts() {
    return {{"cubic", [](double s) { return s * s * (3 - 2 * s); }, {0, 1}, 1e-10},
            {"parabolas", [](double s) { return s < 0.5 ? 2 * s * s : 1 - 2 * (1 - s) * (1 - s); }, {0, 0.5, 1}, 1e-10},
            {"quintic", [](double s) { return s * s * s * (10 - 15 * s + 6 * s * s); }, {0, 1}, 5e-8},
            {"cycloid", [](double s) { return s - std::sin(2 * pi * s) / (2 * pi); }, {0, 1}, 5e-8}};
}

TEST(MotionSurvey, FindsJumpsOfTheAccelerationAndOfItsRate) {
    constexpr double X = 0.1, T = 0.1;
    for (const Lift& lift : lifts()) {
        for (const double begin : {0.0, 0.01, 0.03, 0.0314159, 0.0777}) {
            for (const double step : {2e-3, 1e-4}) {
                const auto f = [&](double t) { return X * lift.shape(std::clamp((t - begin) / T, 0.0, 1.0)); };
                const MotionSurvey found = survey_of(f, begin + 0.2, step);
                ASSERT_FALSE(found.fault) << lift.name << ' ' << begin;
                EXPECT_TRUE(found.kinks.empty()) << lift.name << ' ' << begin;
                EXPECT_TRUE(found.fast.empty()) << lift.name << ' ' << begin;
                ASSERT_EQ(found.bends.size(), lift.bends.size()) << lift.name << ' ' << begin << ' ' << step;
                for (std::size_t i = 0; i < found.bends.size(); ++i)
                    EXPECT_NEAR(found.bends[i], begin + T * lift.bends[i], lift.within) << lift.name << ' ' << begin;
            }
        }
    }
}

// The acceleration that a function returns jumps behind an instant (a condition `t <= at`): the first number behind it, or, at
// the begin of a run, a word that says so. Where a step of the run ends at that instant (0.03 s), it is the instant itself: a
// step from there to the next number could not locate what the jump begins.
TEST(MotionSurvey, FindsAJumpOfAReturnedAccelerationToTheLastDigit) {
    for (const double at : {0.0, 0.03, 0.0314159}) {
        for (const bool at_it : {true, false}) {
            const auto moved = [=](double t) { return at_it ? t > at : t >= at; };
            const MotionSurvey found = signals::survey(
                [&](double t) {
                    const double s = t - at;
                    return moved(t) ? ReturnedMotion{{s * s, 2 * s, 2}, 3} : ReturnedMotion{{0, 0, 0}, 3};
                },
                0, 0.1, 1e-3, 0);
            ASSERT_FALSE(found.fault) << at;
            EXPECT_EQ(found.begins_behind, at == 0 && at_it) << at;
            if (at == 0) continue;
            ASSERT_EQ(found.bends.size(), 1U) << at;
            EXPECT_EQ(found.bends[0], at_it && at != 0.03 ? std::nextafter(at, 1.0) : at) << at;
        }
    }
}

// Values in single precision, and noise of which second differences would be more than a hundredth of the acceleration.
TEST(MotionSurvey, RefusesNoise) {
    const auto lift = [](double t) { return 0.1 * lifts()[0].shape(std::clamp((t - 0.03) / 0.1, 0.0, 1.0)); };
    const auto scatter = [](double t) {
        const double z = std::sin(t * 1e7) * 43758.5453;
        return z - std::floor(z) - 0.5;
    };
    const auto single = [&](double t) { return static_cast<double>(static_cast<float>(lift(t))); };
    const auto noisy = [&](double t) { return lift(t) + 1e-8 * scatter(t); };
    for (const std::function<double(double)>& f : {std::function<double(double)>(single), std::function<double(double)>(noisy)}) {
        const MotionSurvey found = survey_of(f, 0.3, 1e-3);
        ASSERT_TRUE(found.fault);
        EXPECT_EQ(found.fault->kind, MotionFault::noise);
        EXPECT_GT(found.fault->within, 1e-13) << "in single precision less where the value is small";
        EXPECT_LT(found.fault->within, 3e-8);
    }
    const MotionSurvey little = survey_of([&](double t) { return lift(t) + 1e-13 * scatter(t); }, 0.3, 1e-3);
    EXPECT_FALSE(little.fault) << "control";
    EXPECT_NEAR(little.noise, 1e-13 / std::sqrt(12), 1e-13 / 4) << "uniform";
    EXPECT_EQ(survey_of(lift, 0.3, 1e-3).noise, 0) << "control";
}

// Infinitely fast at its begin.
TEST(MotionSurvey, RefusesASquareRoot) {
    const MotionSurvey found = survey_of([](double t) { return 0.1 * std::sqrt(std::max(t - 0.03, 0.0)); }, 0.3, 1e-3);
    ASSERT_TRUE(found.fault);
    EXPECT_EQ(found.fault->kind, MotionFault::unresolved);
    EXPECT_NEAR(found.fault->time, 0.03, 2e-5);
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
