// Kinks of functions of the script: where a slope jumps, found from values alone, and derivatives that do not reach over it.
// References: closed forms. Tolerance: the rounding of a value over the jump of the slope, times the growth of rounding in
// polynomials of fourth degree, below a thousand.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <string>
#include <vector>

#include "base/messages/error.hpp"
#include "base/numbers/limits.hpp"
#include "contact/law_samples.hpp"
#include "system/signals/kink.hpp"
#include "system/signals/signal_kinds.hpp"

namespace jounce::test::kink_test {
namespace {

using std::numbers::pi;

TEST(Kink, IsFoundToRounding) {
    for (const double at : {0.1, 0.0317, 2.5}) {
        for (const double jump : {0.01, -3.0, 1e-4}) {
            // Curved on both sides, about 10 Hz.
            const auto f = [&](double t) {
                const double smooth = 1e-3 * std::sin(60 * t);
                return t < at ? smooth : smooth + jump * (t - at) + jump * (t - at) * (t - at);
            };
            const auto found = signals::kink_within(f, at - 3e-4, at + 5e-4);
            ASSERT_TRUE(found) << at << ' ' << jump;
            // The rounding of an instant changes the sine by its slope.
            EXPECT_NEAR(*found, at, 1e3 * epsilon * ((1e-3 + 0.06 * at) / std::abs(jump) + at)) << at << ' ' << jump;
        }
    }
}

TEST(Kink, IsNotSeenWhereThereIsNone) {
    EXPECT_FALSE(signals::kink_within([](double t) { return std::sin(60 * t); }, 0.0997, 0.1005));
    // A jump of the value is another fault.
    EXPECT_FALSE(signals::kink_within([](double t) { return t < 0.1 ? 0.0 : 1.0; }, 0.0997, 0.1005));
}

SignalPointer known(int values, const std::function<double(double)>& f, const std::function<double(double)>& slope, double to,
                    double step = 1e-3) {
    const Value made = function([=](std::span<const double> t) {
        return values == 1 ? std::vector<double>{f(t[0])} : std::vector<double>{f(t[0]), slope(t[0])};
    });
    return signals::with_known_kinks(signal_family.make(made, "prescribe", "motion"), 0, to, step);
}

// A rectified sine has a kink in every half period; between two of them it is a sine.
TEST(Kink, OfARectifiedSineAreAllKnown) {
    constexpr double w = 2 * pi * 5, A = 0.02, duration = 0.95;
    const auto f = [](double t) { return A * std::abs(std::sin(w * t)); };
    const auto slope = [](double t) { return A * w * std::cos(w * t) * (std::fmod(t, 0.2) < 0.1 ? 1 : -1); };
    for (const int values : {1, 2}) {
        const SignalPointer signal = known(values, f, slope, duration);
        const std::vector<double> kinks = signal->breaks(0, duration);
        ASSERT_EQ(kinks.size(), 9U) << values;
        EXPECT_EQ(signal->smoothness(), 0);
        for (std::size_t i = 0; i < kinks.size(); ++i) {
            const double at = 0.1 * static_cast<double>(i + 1);
            EXPECT_NEAR(kinks[i], at, 1e-12) << values;
            // The five-point formula errs by (w h)^4/5; second differences have a rounding of 1e-7 of the value over h^2.
            const SignalSample before = signal->sample(std::nextafter(kinks[i], 0.0)), after = signal->sample(kinks[i]);
            EXPECT_NEAR(before.first, -A * w, 1e-8 * A * w) << values << ' ' << at;
            EXPECT_NEAR(after.first, A * w, 1e-8 * A * w) << values << ' ' << at;
            EXPECT_NEAR(before.second, 0, 1e-4 * A * w * w) << values << ' ' << at;
            EXPECT_NEAR(after.second, 0, 1e-4 * A * w * w) << values << ' ' << at;
            const double near = at + 5e-5;
            EXPECT_NEAR(signal->sample(near).first, slope(near), 1e-8 * A * w) << values << ' ' << at;
        }
    }
}

// At both ends of a run and within the reach of differences outside, a kink is known too: derivatives do not reach over it.
TEST(Kink, AtAnEndOfARunIsKnown) {
    constexpr double duration = 0.05, V = 0.01, a = 0.3;
    for (const double at : {-1e-4, 0.0, 1e-4, duration - 1e-4, duration - 1e-5, duration, duration + 1e-4}) {
        const auto f = [=](double t) { return 0.5 * a * t * t + (t < at ? 0 : -V * (t - at)); };
        const auto slope = [=](double t) { return a * t + (t < at ? 0 : -V); };
        for (const int values : {1, 2}) {
            const SignalPointer signal = known(values, f, slope, duration);
            const std::vector<double> kinks = signal->breaks(-1, 1);
            // A slope that is returned has differences that reach 0.02 ms.
            if (values == 2 && (at < -2e-5 || at > duration + 2e-5)) continue;
            ASSERT_EQ(kinks.size(), 1U) << at << ' ' << values;
            EXPECT_NEAR(kinks[0], at, 1e-12) << values;
            for (const double begin_or_end : {0.0, duration}) {
                const bool after = begin_or_end >= kinks[0];
                const SignalSample sample = signal->sample(begin_or_end);
                EXPECT_NEAR(sample.first, a * begin_or_end + (after ? -V : 0), 1e-8 * V) << at << ' ' << values;
                EXPECT_NEAR(sample.second, a, 1e-3 * a) << at << ' ' << values;
            }
        }
    }
}

// What the run does not reach may fail.
TEST(Kink, IsFoundWhereTheFunctionFailsOutside) {
    constexpr double duration = 0.05, at = 0.02;
    const auto f = [](double t) {
        if (t < -2.1e-4 || t > duration + 2.1e-4) throw Error(Failure::computation, "outside");
        return t < at ? 0 : -0.01 * (t - at);
    };
    const std::vector<double> kinks = known(1, f, {}, duration)->breaks(0, duration);
    ASSERT_EQ(kinks.size(), 1U);
    EXPECT_NEAR(kinks[0], at, 1e-12);
}

// Two kinks within 2 us are not told apart, and the run is refused; farther ones are, with and without a returned slope.
TEST(Kink, CloserToAnotherThanTwoMicrosecondsIsRefused) {
    constexpr double V = 0.1;
    for (const double apart : {1e-6, 3e-6, 1e-5, 1e-4, 3e-4}) {
        for (const double first : {0.01, 0.01031, 0.0327}) {
            const auto f = [=](double t) { return -V * std::clamp(t - first, 0.0, apart); };
            const auto slope = [=](double t) { return t < first || t >= first + apart ? 0 : -V; };
            for (const int values : {1, 2}) {
                std::string error;
                std::vector<double> kinks;
                try {
                    kinks = known(values, f, slope, 0.05)->breaks(0, 0.05);
                } catch (const Error& refused) {
                    error = refused.what();
                }
                if (apart > 2e-6) {
                    ASSERT_EQ(kinks.size(), 2U) << apart << ' ' << first << ' ' << values << error;
                    EXPECT_NEAR(kinks[0], first, 1e-12);
                    EXPECT_NEAR(kinks[1], first + apart, 1e-12);
                } else if (kinks.size() != 2) {
                    EXPECT_NE(error.find("kinks at least 2e-06 s apart"), std::string::npos) << first << values << error;
                }
            }
        }
    }
}

// One at a distance that tells them apart is found, none is lost.
TEST(Kink, FartherFromAnotherIsFound) {
    for (const double apart : {1.7e-3, 2.3e-3}) {
        for (const double first : {0.01, 0.01031, 0.0327}) {
            const auto f = [=](double t) { return -0.1 * std::clamp(t - first, 0.0, apart); };
            const std::vector<double> kinks = known(1, f, {}, 0.05)->breaks(0, 0.05);
            ASSERT_EQ(kinks.size(), 2U) << apart << ' ' << first;
            EXPECT_NEAR(kinks[0], first, 1e-12);
            EXPECT_NEAR(kinks[1], first + apart, 1e-12);
        }
    }
}

// Control: a smooth motion is not refused, however fast.
TEST(Kink, OfAFastSmoothFunctionIsNone) {
    for (const double frequency : {50.0, 200.0, 500.0, 1000.0}) {
        const double w = 2 * pi * frequency, A = 1e-3 / frequency;
        const auto f = [=](double t) { return A * std::sin(w * t); };
        const auto slope = [=](double t) { return A * w * std::cos(w * t); };
        for (const int values : {1, 2})
            EXPECT_TRUE(known(values, f, slope, 0.2, 1e-4)->smoothness() == Signal::smooth) << frequency;
    }
    for (const double width : {1e-3, 2.5e-4, 1e-4, 5e-5}) {
        for (const double offset : {0.0, 1.0}) {
            const auto f = [=](double t) { return offset - 1e-4 * std::exp(-std::pow((t - 0.01) / width, 2)); };
            EXPECT_TRUE(known(1, f, {}, 0.02)->smoothness() == Signal::smooth) << width;
        }
    }
}

// A support rests, moves and rests between two instants of a coarse grid: its end values tell, though its slopes do not.
TEST(Kink, OfAShortMoveBetweenSamplesAreAllKnown) {
    constexpr double from = 3.0021, to = 3.0071, V = 0.1, duration = 4;
    const auto f = [](double t) { return -V * std::clamp(t - from, 0.0, to - from); };
    const auto slope = [](double t) { return t < from || t >= to ? 0 : -V; };
    for (const int values : {1, 2}) {
        for (const double step : {0.01, 0.05}) {
            const std::vector<double> kinks = known(values, f, slope, duration, step)->breaks(0, duration);
            ASSERT_EQ(kinks.size(), 2U) << values << ' ' << step;
            EXPECT_NEAR(kinks[0], from, 1e-11);
            EXPECT_NEAR(kinks[1], to, 1e-11);
        }
    }
}

TEST(Kink, OfASmoothFunctionIsNone) {
    for (const int values : {1, 2}) {
        const SignalPointer signal = known(
            values, [](double t) { return 1e-3 * std::sin(60 * t); }, [](double t) { return 0.06 * std::cos(60 * t); }, 1);
        EXPECT_TRUE(signal->breaks(0, 1).empty());
        EXPECT_EQ(signal->smoothness(), Signal::smooth);
    }
}

}  // namespace
}  // namespace jounce::test::kink_test
