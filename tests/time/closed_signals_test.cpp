// Physics: signals between two instants by their closed forms. Reference: the sine and the cubic themselves.
// Tolerance: 1e-15 of the amplitude, which the third term of the series near the start exceeds a thousand times.
// Signals without a closed form end the stretch at their first jump.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/equations/closed_signals.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "closed_signal.hpp"
#include "support/small_system.hpp"

namespace jounce::closed_signals_test {
namespace {

TEST(ClosedSignals, AreTheSineAndTheCubicNearAndFar) {
    constexpr double begin = 0.3, w = 40, amplitude = 2, phase = 0.7;
    constexpr std::array<double, 4> c{0.1, -0.4, 0.9, 1.7};
    System system = test::linear_system(test::scalar(1), test::scalar(0), test::scalar(0));
    for (const bool sine : {true, false}) {
        Load load;
        load.pattern = Vector::Ones(1);
        load.signal = std::make_shared<test::ClosedSignal>(sine ? std::array<double, 4>{} : c, sine ? amplitude : 0, w, phase);
        system.loads.push_back(load);
    }
    system.loads.push_back(system.loads.front());
    time::ClosedSignals signals(system);
    double end = 0;
    ASSERT_TRUE(signals.refresh(begin, begin + 10, end));
    EXPECT_EQ(end, begin + 10);
    EXPECT_EQ(signals.size(), 2U) << "distinct ones";
    EXPECT_EQ(signals.of_load(2), signals.of_load(0));
    for (const double s : {-1e-3, 0.0, 2e-4, 1.2e-3, 0.05 / w - 1e-9, 0.05 / w + 1e-9, 0.02, 1.0}) {
        const double t = begin + s, angle = w * s + (w * begin + phase);
        const SignalSample wave = signals.sample(signals.of_load(0), s), cubic = signals.sample(signals.of_load(1), s);
        EXPECT_NEAR(signals.value(signals.of_load(0), s), amplitude * std::sin(angle), 1e-15 * amplitude) << s;
        EXPECT_NEAR(wave.value, amplitude * std::sin(angle), 1e-15 * amplitude) << s;
        EXPECT_NEAR(wave.first, w * amplitude * std::cos(angle), 1e-15 * w * amplitude) << s;
        EXPECT_NEAR(wave.second, -w * w * amplitude * std::sin(angle), 1e-15 * w * w * amplitude) << s;
        const double value = c[0] + t * (c[1] + t * (c[2] + t * c[3])), rate = c[1] + t * (2 * c[2] + 3 * t * c[3]);
        EXPECT_NEAR(signals.value(signals.of_load(1), s), value, 4e-15);
        EXPECT_NEAR(cubic.value, value, 4e-15);
        EXPECT_NEAR(cubic.first, rate, 1e-14);
        EXPECT_NEAR(cubic.second, 2 * c[2] + 6 * t * c[3], 1e-14);
    }
}

/// Without a closed form, with jumps.
class Jumps final : public Signal {
  public:
    explicit Jumps(std::vector<double> at) : at_(std::move(at)) {}
    double value(double) const override { return 0; }
    SignalSample sample(double) const override { return {}; }
    std::vector<double> breaks(double, double) const override { return at_; }

  private:
    std::vector<double> at_;
};

TEST(ClosedSignals, EndAtTheFirstJumpOfThoseThatHaveNone) {
    constexpr double begin = 0.3;
    const auto end_of = [&](const std::vector<double>& one, const std::vector<double>& other, double pattern) {
        System system = test::linear_system(test::scalar(1), test::scalar(0), test::scalar(0));
        for (const std::vector<double>& jumps : {one, other}) {
            Load load;
            load.pattern = Vector::Constant(1, pattern);
            load.signal = std::make_shared<Jumps>(jumps);
            system.loads.push_back(load);
        }
        time::ClosedSignals signals(system);
        double end = 0;
        EXPECT_EQ(signals.refresh(begin, 1, end), pattern == 0);
        return end;
    };
    EXPECT_EQ(end_of({0.5, 0.7}, {0.6, 0.8}, 1), 0.5);
    EXPECT_EQ(end_of({0.6, 0.8}, {0.5, 0.7}, 1), 0.5);
    EXPECT_EQ(end_of({begin, 0.7}, {}, 1), 0.7) << "the jump at the begin has been";
    EXPECT_EQ(end_of({0.5, 0.7}, {0.6, 0.8}, 0), 1) << "control: loads that act on nothing";
}

}  // namespace
}  // namespace jounce::closed_signals_test
