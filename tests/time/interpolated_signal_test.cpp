// Physics: loads without a closed form under event_driven: a sine whose frequency rises, functions with jumps and kinks that
// nobody announces. Reference: Duhamel's integral by Gauss's rule in long double, closed integrals between the kinks, and an
// extrapolation method of order 16 that restarts at contacts. Tolerances: the method's, times the growth of errors by the
// contacts. Controls: fewer evaluations for a looser tolerance, an error that follows it, a jump that no cubic replaces.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/equations/interpolated_signal.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <memory>
#include <numbers>
#include <utility>
#include <vector>

#include "base/messages/error.hpp"
#include "support/event_driver.hpp"
#include "support/extrapolation.hpp"
#include "support/malloc_count.hpp"
#include "support/table.hpp"
#include "time/event_driven_cases.hpp"
#include "time/methods/event_driven.hpp"
#include "time/start/start.hpp"

namespace jounce::test::interpolated_signal_test {
namespace {

class Function final : public Signal {
  public:
    explicit Function(std::function<double(double)> value) : value_(std::move(value)) {}
    double value(double t) const override {
        ++calls;
        return value_(t);
    }
    SignalSample sample(double t) const override { return {value(t), 0, 0}; }
    mutable long calls = 0;

  private:
    std::function<double(double)> value_;
};

Real chirp(Real t) { return std::sin(30 * t + 4 * t * t); }

/// Integral of f over [0, end], five points of Gauss in each of `panels`.
template <class F>
Real integral(const F& f, Real end, int panels) {
    const std::vector<std::pair<Real, Real>> points = {
        {0, 128.0L / 225},
        {std::sqrt(5 - 2 * std::sqrt(10.0L / 7)) / 3, (322 + 13 * std::sqrt(70.0L)) / 900},
        {std::sqrt(5 + 2 * std::sqrt(10.0L / 7)) / 3, (322 - 13 * std::sqrt(70.0L)) / 900}};
    Real sum = 0;
    const Real half = end / panels / 2;
    for (int p = 0; p < panels; ++p) {
        const Real middle = (2 * p + 1) * half;
        for (const auto& [x, w] : points) sum += half * w * (x == 0 ? f(middle) : f(middle - half * x) + f(middle + half * x));
    }
    return sum;
}

/// A sine of a known frequency that jumps where it ends.
class Sine final : public Signal {
  public:
    Sine(double w, double end) : w_(w), end_(end) {}
    double value(double t) const override {
        ++calls;
        return t < end_ ? -3 * std::cos(w_ * t + 0.3) : 100.0;
    }
    SignalSample sample(double t) const override { return {value(t), 0, 0}; }
    double angular_frequency(double /*from*/, double /*to*/) const override { return w_; }

    mutable long calls = 0;

  private:
    double w_, end_;
};

// A cubic through Gauss's four points errs by at most w^4 L^4/1680 of the amplitude: this says how long it may be. It ends before
// the jump.
TEST(InterpolatedSignal, AKnownFrequencySaysHowLongACubicMayBe) {
    for (const double w : {0.01, 30.0, 5e5}) {
        for (const double tolerance : {1e-4, 1e-8, 1e-12}) {
            const double length = std::pow(1680 * tolerance, 0.25) / w;
            for (const double limit : {10 * length, 0.7 * length}) {
                for (const double begin : {-0.4 * length, 0.0, 0.3 * length}) {
                    const Sine signal(w, begin + limit);
                    const auto piece = time::interpolated(signal, begin, begin + limit, tolerance, 1e-3 * length);
                    // Four of Gauss and five where it could be wrong, three times at most.
                    EXPECT_LE(signal.calls, 27);
                    ASSERT_TRUE(piece) << w << ' ' << tolerance;
                    // Where the largest value on the piece is below the amplitude, it is a little shorter.
                    const double longest = std::min(length, limit);
                    EXPECT_LE(piece->end - begin, longest * (1 + 1e-12));
                    EXPECT_GE(piece->end - begin, 0.6 * longest) << w << ' ' << tolerance << ' ' << limit / length;
                    if (limit < length) {
                        EXPECT_EQ(piece->end, begin + limit);
                    }
                    double error = 0;
                    for (int i = 0; i < 400; ++i) {
                        const double s = (piece->end - begin) * i / 400;
                        const auto& c = piece->polynomial;
                        error = std::max(error, std::abs(signal.value(begin + s) - (c[0] + s * (c[1] + s * (c[2] + s * c[3])))));
                    }
                    EXPECT_LE(error, 3 * std::max(tolerance, 1e-15));
                    if (limit > length) {
                        EXPECT_GE(error, 0.02 * 3 * tolerance) << "no longer than needed";
                    }
                }
            }
        }
    }
}

// Of a function only the places are known at which it was asked: a cubic reaches over forty resolutions, exactly if it is one.
TEST(InterpolatedSignal, AFunctionIsAskedOverFortyResolutions) {
    const Function cubic([](double t) { return -2 + t * (0.3 - t * (0.7 - 0.2 * t)); });
    for (const double resolution : {1e-4, 1e-2}) {
        const auto piece = time::interpolated(cubic, 0.5, 9, 1e-10, resolution);
        ASSERT_TRUE(piece);
        EXPECT_NEAR(piece->end - 0.5, 40 * resolution, 1e-14);
        EXPECT_GE(cubic.calls, 40);
    }
}

TEST(InterpolatedSignal, ARisingFrequencyGivesDuhamelsIntegral) {
    constexpr Mass oscillator{2, 0, 2 * 900, 0, 0};  // 30 rad/s, as the load at its begin
    constexpr double end = 3;
    const Real w = 30;
    const double x =
        static_cast<double>(integral([&](Real t) { return chirp(t) * std::sin(w * (end - t)); }, end, 20000) / (2 * w));
    const double v = static_cast<double>(integral([&](Real t) { return chirp(t) * std::cos(w * (end - t)); }, end, 20000) / 2);
    const double size = 1.0 / (2 * 30 * 2);  // about the amplitude
    std::vector<long> calls;
    std::vector<std::int64_t> steps;
    for (const double tolerance : {1e-4, 1e-7, 1e-10, 1e-13}) {
        System s = oscillator.system();
        const auto load = std::make_shared<Function>([](double t) { return static_cast<double>(chirp(t)); });
        oscillator.load(s, load);
        const EventRun run = run_events(s, *time::event_driven({tolerance}), {1, end});
        EXPECT_NEAR(run.end.q[0] * oscillator.b(), x, std::max(tolerance, 1e-13) * size) << tolerance;
        EXPECT_NEAR(run.end.v[0] * oscillator.b(), v, std::max(tolerance, 1e-13) * size * 30) << tolerance;
        calls.push_back(load->calls);
        steps.push_back(run.steps);
    }
    // Pieces grow as the fourth root of the tolerance: 5.6 for each factor of a thousand.
    for (std::size_t i = 1; i < calls.size(); ++i) {
        const double more = static_cast<double>(steps[i]) / static_cast<double>(steps[i - 1]);
        EXPECT_GT(more, 4) << i;
        EXPECT_LT(more, 7.5) << i;
        EXPECT_LT(calls[i], 35 * steps[i]) << "nine a piece, and some for pieces that are too long";
    }
}

TEST(InterpolatedSignal, KinksAreFoundByShorterStepsAndJumpsAreErrors) {
    constexpr Mass free{1, 0, 0, 0, 0};
    constexpr double end = 2, tolerance = 1e-9;
    const double w = 7, half = std::numbers::pi / w;  // |sin w t| has kinks, its sign jumps
    const double whole = std::floor(end / half), rest = end - whole * half;
    const double kinked = (whole * 2 + 1 - std::cos(w * rest)) / w;
    const auto speed = [&](const std::function<double(double)>& f) {
        System s = free.system();
        free.load(s, std::make_shared<Function>(f));
        return run_events(s, *time::event_driven({tolerance}), {0.3, 1.1, end}).end.v[0];
    };
    EXPECT_NEAR(speed([&](double t) { return std::abs(std::sin(w * t)); }), kinked, 100 * tolerance);
    // A jump that nobody announces is an error, and not a wrong speed.
    EXPECT_THROW((void)speed([&](double t) { return std::sin(w * t) < 0 ? -1.0 : 1.0; }), Error);
    // Control: beyond a jump no cubic is taken.
    const Function jump([&](double t) { return t < 0.5 ? 1.0 : 2.0; });
    const auto piece = time::interpolated(jump, 0.4, 1, tolerance, 1);
    EXPECT_TRUE(!piece || piece->end <= 0.5);
    EXPECT_EQ(time::interpolated(jump, 0.5, 1, tolerance, 1).value().end, 1);
    // To the last bit, which a sum of the beginning and the length is not.
    volatile const double begin = 0.501, limit = 1.511;
    ASSERT_NE(begin + (limit - begin), limit);
    EXPECT_EQ(time::interpolated(jump, begin, limit, tolerance, 1).value().end, limit);
}

// A pulse that is far shorter than the interval between records, but not than the resolution of 1 ms, is seen: its impulse
// is the speed. Control: without a resolution it lies between the nine instants.
TEST(InterpolatedSignal, APulseBetweenRecordsIsNotLost) {
    constexpr double impulse = 0.3, width = 2e-3, tolerance = 1e-8;
    constexpr Mass oscillator{1, 0, 1e6, 0, 0};  // 1000 rad/s
    const auto pulse = [](double t) { return t > 0.0931 && t < 0.0931 + width ? impulse / width : 0.0; };
    const auto smooth = [&](double t) {
        const double s = (t - 0.0931) / width;
        return s > 0 && s < 1 ? 2 * impulse / width * std::pow(std::sin(std::numbers::pi * s), 2) : 0.0;
    };
    System s = oscillator.system();
    oscillator.load(s, std::make_shared<Function>(smooth));
    const State end = run_events(s, *time::event_driven({tolerance}), {0.1, 0.2}).end;
    const Real w = 1000;
    const double v = static_cast<double>(integral(
        [&](Real t) { return static_cast<Real>(smooth(static_cast<double>(t))) * std::cos(w * (0.2L - t)); }, 0.2L, 40000));
    EXPECT_GT(std::hypot(end.v[0], 1000 * end.q[0]), 1e-3) << "control: something moves";
    EXPECT_NEAR(end.v[0], v, 1e-7);
    EXPECT_TRUE(time::interpolated(Function(pulse), 0, 0.2, tolerance, 1).value().end == 0.2) << "lost without a resolution";
}

TEST(InterpolatedSignal, ContactsUnderARisingFrequency) {
    constexpr Mass oscillator{1, 0.4, 400, 0, 0};
    constexpr double clearance = 4e-4, stiffness = 4e4, end = 1.5;
    bool touching = false;  // fixed within a step, also beyond the surface
    const auto rate = [&](Real t, const Reals<2>& y) {
        const Real push = touching ? stiffness * (y[0] - clearance) : 0;
        return Reals<2>{y[1], chirp(t) - 0.4L * y[1] - 400 * y[0] - push};
    };
    // The witness: steps of 1 ms that end where the stop is reached or left.
    Reals<2> y{};
    Real t = 0;
    int touches = 0;
    while (t < end - 1e-12L) {
        const Real h = std::min<Real>(1e-3L, end - t);
        Real error = 0;
        const auto after = [&](Real length) {
            const Reals<2> d = extrapolated_increment(rate, t, y, length, Reals<2>{1e-4L, 1e-3L}, error);
            return Reals<2>{y[0] + d[0], y[1] + d[1]};
        };
        const bool out = touching = y[0] > clearance || (y[0] == clearance && y[1] > 0);
        Real low = 0, high = h;
        if ((after(h)[0] > clearance) != out) {
            for (int i = 0; i < 60; ++i) {
                const Real middle = (low + high) / 2;
                ((after(middle)[0] > clearance) == out ? low : high) = middle;
            }
            y = after(high);
            y[0] = clearance;
            t += high;
            touches += out ? 0 : 1;
            continue;
        }
        y = after(h);
        t += h;
    }
    ASSERT_GT(touches, 5);
    double last = 1;
    for (const double tolerance : {1e-4, 1e-7, 1e-10}) {
        System s = oscillator.system();
        oscillator.add(s, stop_above(clearance), contact::law_family.find("hooke")->make(table({{"stiffness", stiffness}})));
        oscillator.load(s, std::make_shared<Function>([](double time) { return static_cast<double>(chirp(time)); }));
        const EventRun run = run_events(s, *time::event_driven({tolerance}), {end / 2, end});
        EXPECT_EQ(static_cast<int>(run.touches.size()), touches) << tolerance;
        const double off = std::hypot((run.end.q[0] - static_cast<double>(y[0])) * 20, run.end.v[0] - static_cast<double>(y[1]));
        EXPECT_LT(off, 30 * tolerance * 0.03) << tolerance;  // speeds of 0.03 m/s; each contact may triple an error
        EXPECT_LT(off, 0.1 * last) << "the error follows the tolerance";
        last = off;
    }
}

// A sweep and a function of the script at once, in flight and in contact. Witness: malloc itself is counted.
TEST(InterpolatedSignal, NoStepAllocates) {
    constexpr Mass oscillator{1, 0.4, 400, 0, 0};
    System s = oscillator.system();
    oscillator.add(s, both(4e-4), contact::law_family.find("hooke")->make(table({{"stiffness", 4e4}})));
    oscillator.load(s, std::make_shared<Function>([](double time) { return static_cast<double>(chirp(time)); }));
    oscillator.load(s, signal_family.find("sweep")->make(
                           table({{"amplitude", 0.5}, {"from_frequency", 2.0}, {"to_frequency", 30.0}, {"duration", 5.0}})));
    ASSERT_FALSE(s.loads[0].signal->piece(0).has_value());
    ASSERT_FALSE(s.loads[1].signal->piece(0).has_value());
    const auto stepper = time::event_driven({1e-8})->bind(s, time::Events::locate);
    State now = time::initial_state(s);
    stepper->start(now);
    State next = now;
    long allocations = 0;
    int in_contact = 0, seen = 0, steps = 0;
    for (; steps < 1500 && now.time < 4.5; ++steps) {
        in_contact += now.sides[0].memory.closed || now.sides[1].memory.closed ? 1 : 0;
        allocations += tests::mallocs_in([&] { (void)stepper->step(now, next, 4.6, 4.6); });
        seen += stepper->sees_all_contacts() ? 1 : 0;
        std::swap(now, next);
        switch_located(*stepper, now);
        if (!stepper->located().empty()) stepper->restart(now);
    }
    EXPECT_GT(in_contact, 50);
    EXPECT_GT(seen, 50) << "flights have a closed form: the signals are cubics there";
    EXPECT_EQ(allocations, 0);
}

}  // namespace
}  // namespace jounce::test::interpolated_signal_test
