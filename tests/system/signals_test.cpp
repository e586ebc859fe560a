// Signals: values against their definitions, derivatives against central differences, jumps, limits and the texts of errors.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/signals/signal.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>

namespace jounce::signals_test {
namespace {

using jounce::Error;
using jounce::SignalPointer;
using jounce::SignalSample;
using jounce::Table;
using jounce::Value;
using std::numbers::pi;

Table table_of(const std::string& kind, std::initializer_list<std::pair<std::string, Value>> fields) {
    Table table;
    table.set("family", "signal");
    table.set("kind", kind);
    for (const auto& [key, value] : fields) table.set(key, value);
    return table;
}

SignalPointer make(const Value& value) { return jounce::signal_family.make(value, "load", "force"); }

SignalPointer make(const std::string& kind, std::initializer_list<std::pair<std::string, Value>> fields) {
    return make(Value(table_of(kind, fields)));
}

std::string message_of(const std::function<void()>& act) {
    try {
        act();
    } catch (const Error& error) {
        return error.message();
    }
    return "no error";
}

std::string message_of(const std::string& kind, std::initializer_list<std::pair<std::string, Value>> fields) {
    return message_of([&] { make(kind, fields); });
}

Value list(std::initializer_list<double> numbers) { return jounce::List(numbers.begin(), numbers.end()); }

/// Fourth-order central differences. `h` is chosen so that (w h)^4/30 is below 1e-8 for the fastest signal asked about, while
/// rounding adds 1e-16/h and 1e-15/h^2 times the value.
void expect_derivatives(const jounce::Signal& signal, double t, double scale, double omega) {
    const double h = 0.02 / omega;
    const auto f = [&](int k) { return signal.value(t + k * h); };
    const double first = (8 * (f(1) - f(-1)) - (f(2) - f(-2))) / (12 * h);
    const double second = (16 * (f(1) + f(-1)) - (f(2) + f(-2)) - 30 * f(0)) / (12 * h * h);
    const SignalSample s = signal.sample(t);
    EXPECT_EQ(s.value, signal.value(t)) << "t = " << t;
    EXPECT_NEAR(s.first, first, 1e-7 * scale * omega) << "t = " << t;
    EXPECT_NEAR(s.second, second, 1e-7 * scale * omega * omega) << "t = " << t;
}

using Times = std::vector<double>;

TEST(Signals, EveryKindIsInTheFamily) {
    EXPECT_EQ(jounce::signal_family.names(),
              (std::vector<std::string>{"constant", "step", "ramp", "sine", "sweep", "half_sine", "table"}));
}

TEST(Signals, ConstantAndBareNumber) {
    for (const SignalPointer& signal : {make("constant", {{"value", -3.5}}), make(Value(-3.5))}) {
        EXPECT_EQ(signal->value(-1e9), -3.5);
        EXPECT_EQ(signal->sample(7).first, 0);
        EXPECT_EQ(signal->sample(7).second, 0);
        EXPECT_TRUE(signal->breaks(-1, 1).empty());
        EXPECT_EQ(signal->smoothness(), jounce::Signal::smooth);
    }
}

TEST(Signals, StepTakesTheLaterValueAtItsInstant) {
    const SignalPointer step = make("step", {{"time", 0.5}, {"value", 4}, {"before", 1}});
    EXPECT_EQ(step->value(std::nextafter(0.5, 0)), 1);
    EXPECT_EQ(step->value(0.5), 4);
    EXPECT_EQ(step->smoothness(), -1);
    EXPECT_EQ(step->breaks(0, 1), Times{0.5});
    EXPECT_EQ(step->breaks(0, 0.5), Times{0.5}) << "the end belongs to the interval";
    EXPECT_EQ(step->breaks(0.5, 1), Times{}) << "the beginning does not";
}

TEST(Signals, RampIsStraightBetweenItsEnds) {
    const SignalPointer ramp = make("ramp", {{"from_time", 1}, {"to_time", 3}, {"from_value", 10}, {"to_value", 20}});
    EXPECT_EQ(ramp->value(0), 10);
    EXPECT_EQ(ramp->value(1), 10);
    EXPECT_EQ(ramp->value(2), 15);
    EXPECT_EQ(ramp->value(3), 20);
    EXPECT_EQ(ramp->value(9), 20);
    EXPECT_EQ(ramp->sample(2).first, 5);
    EXPECT_EQ(ramp->sample(1).first, 5) << "after the break";
    EXPECT_EQ(ramp->sample(3).first, 0) << "after the break";
    EXPECT_EQ(ramp->breaks(0, 5), (Times{1, 3}));
    EXPECT_EQ(ramp->smoothness(), 0);
}

TEST(Signals, Sine) {
    const SignalPointer sine = make("sine", {{"amplitude", 2}, {"frequency", 10}, {"phase", 0.3}, {"offset", 5}});
    EXPECT_DOUBLE_EQ(sine->value(0.013), 5 + 2 * std::sin(2 * pi * 10 * 0.013 + 0.3));
    for (const double t : {-0.2, 0.0, 0.0777}) expect_derivatives(*sine, t, 2, 2 * pi * 10);
    EXPECT_TRUE(sine->breaks(-1, 1).empty());
    EXPECT_EQ(sine->smoothness(), jounce::Signal::smooth);
}

TEST(Signals, SineFromAStart) {
    const SignalPointer sine = make("sine", {{"amplitude", 2}, {"frequency", 10}, {"offset", 5}, {"start", 0.31}});
    EXPECT_EQ(sine->value(0.3), 5);
    EXPECT_EQ(sine->sample(0.3).first, 0);
    EXPECT_EQ(sine->value(0.31), 5);
    EXPECT_DOUBLE_EQ(sine->sample(0.31).first, 2 * 2 * pi * 10);
    EXPECT_DOUBLE_EQ(sine->value(0.335), 7) << "a quarter of a period after the start";
    EXPECT_EQ(sine->breaks(0, 1), Times{0.31});
    EXPECT_EQ(sine->smoothness(), 0);
    EXPECT_EQ(make("sine", {{"amplitude", 2}, {"frequency", 10}, {"phase", 1}, {"start", 0}})->smoothness(), -1);
}

TEST(Signals, SweepGoesThroughItsFrequencies) {
    for (const std::string law : {"linear", "logarithmic"}) {
        const SignalPointer sweep = make("sweep", {{"amplitude", 3},
                                                   {"from_frequency", 5},
                                                   {"to_frequency", 80},
                                                   {"duration", 2},
                                                   {"law", law},
                                                   {"start", 0.25},
                                                   {"phase", 0.4}});
        for (const double t : {0.3, 0.9, 1.7, 2.2, 2.4, 3.0}) expect_derivatives(*sweep, t, 3, 2 * pi * 80);
        EXPECT_EQ(sweep->value(0.2), 0);
        EXPECT_EQ(sweep->breaks(0, 9), (Times{0.25, 2.25}));
        // Instantaneous angular frequency from the sample itself: s'^2 + (w s)^2 = (A w)^2 wherever.
        const auto frequency = [&](double t) {
            const SignalSample s = sweep->sample(t);
            return std::abs(s.first) / std::sqrt(9 - s.value * s.value) / (2 * pi);
        };
        EXPECT_NEAR(frequency(0.25), 5, 1e-9);
        EXPECT_NEAR(frequency(2.25), 80, 1e-6);
        EXPECT_NEAR(frequency(3), 80, 1e-6) << "stays after the end";
        const double middle = law == "linear" ? 42.5 : 20;  // arithmetic and geometric mean
        EXPECT_NEAR(frequency(1.25), middle, 1e-6) << law;
        // Value and slope go through the end of the sweep without a jump.
        EXPECT_NEAR(sweep->value(2.25 - 1e-9), sweep->value(2.25 + 1e-9), 1e-5);
        EXPECT_NEAR(sweep->sample(2.25 - 1e-9).first, sweep->sample(2.25 + 1e-9).first, 1e-2);
    }
}

TEST(Signals, LogarithmicSweepOfEqualFrequenciesIsASine) {
    const SignalPointer sweep =
        make("sweep", {{"amplitude", 1}, {"from_frequency", 7}, {"to_frequency", 7}, {"duration", 1}, {"law", "logarithmic"}});
    EXPECT_DOUBLE_EQ(sweep->value(0.4), std::sin(2 * pi * 7 * 0.4));
    // Nearly equal ones: the formula must not cancel. Frequencies differ by 1e-12, so the values by about 1e-11.
    const SignalPointer near = make(
        "sweep",
        {{"amplitude", 1}, {"from_frequency", 7}, {"to_frequency", 7 * (1 + 1e-12)}, {"duration", 1}, {"law", "logarithmic"}});
    EXPECT_NEAR(near->value(0.4), sweep->value(0.4), 1e-10);
}

TEST(Signals, HalfSine) {
    const SignalPointer pulse = make("half_sine", {{"amplitude", 400}, {"duration", 0.02}, {"start", 0.1}});
    EXPECT_EQ(pulse->value(0.1 - 1e-12), 0);
    EXPECT_DOUBLE_EQ(pulse->value(0.11), 400);
    EXPECT_EQ(pulse->value(0.1 + 0.02), 0);
    EXPECT_DOUBLE_EQ(pulse->sample(0.1).first, 400 * pi / 0.02) << "after the break";
    for (const double t : {0.103, 0.11, 0.118}) expect_derivatives(*pulse, t, 400, pi / 0.02);
    EXPECT_EQ(pulse->breaks(0, 1), (Times{0.1, 0.1 + 0.02}));
    EXPECT_EQ(pulse->smoothness(), 0);
}

class Function final : public jounce::Callable {
  public:
    Function(int values, double omega) : values_(values), omega_(omega) {}
    void call(std::span<const double> arguments, std::span<double> results) const override {
        if (call_some(arguments, results) < results.size()) throw jounce::bad_case("too few values", origin());
    }
    std::size_t call_some(std::span<const double> arguments, std::span<double> results) const override {
        const double a = omega_ * arguments[0];
        const double all[] = {std::sin(a), omega_ * std::cos(a), -omega_ * omega_ * std::sin(a)};
        const std::size_t n = std::min<std::size_t>(results.size(), static_cast<std::size_t>(values_));
        for (std::size_t i = 0; i < n; ++i) results[i] = all[i];
        return n;
    }
    jounce::Origin origin() const override { return {"case.lua", 3}; }

  private:
    int values_;
    double omega_;
};

TEST(Signals, FunctionWithAndWithoutDerivatives) {
    // Tolerances: the bounds stated for the differences, (w h)^4/30 and (w h)^4/90 with h = 1e-5 and 1e-4 s, and rounding.
    for (const double omega : {1.0, 2 * pi * 100}) {
        for (const int values : {1, 2, 3}) {
            const SignalPointer f = make(Value(std::make_shared<const Function>(values, omega)));
            for (const double t : {0.0, 0.0123, 2.5}) {
                const SignalSample s = f->sample(t);
                EXPECT_EQ(f->value(t), std::sin(omega * t));
                EXPECT_EQ(s.value, std::sin(omega * t));
                EXPECT_NEAR(s.first, omega * std::cos(omega * t), values > 1 ? 0 : 1e-6 * omega);
                EXPECT_NEAR(s.second, -omega * omega * std::sin(omega * t), values > 2 ? 0 : 1e-6 * omega * omega);
            }
        }
    }
    const SignalPointer none = make(Value(std::make_shared<const Function>(0, 1)));
    EXPECT_EQ(message_of([&] { (void)none->sample(0); }), "too few values");
}

TEST(Signals, LinearTable) {
    const SignalPointer table = make("table", {{"times", list({0, 1, 3})}, {"values", list({2, 4, 0})}});
    EXPECT_EQ(table->value(0), 2);
    EXPECT_EQ(table->value(0.25), 2.5);
    EXPECT_EQ(table->value(1), 4);
    EXPECT_EQ(table->value(3), 0);
    EXPECT_EQ(table->sample(1).first, -2) << "after the break";
    EXPECT_EQ(table->sample(2).second, 0);
    EXPECT_EQ(table->breaks(0, 3), (Times{1, 3}));
    EXPECT_EQ(table->smoothness(), 0);
}

// A cubic is its own not-a-knot spline: value and derivatives are exact to rounding.
TEST(Signals, CubicTableReproducesACubic) {
    const auto cubic = [](double t) { return 1 + t * (2 + t * (-3 + 0.5 * t)); };
    jounce::List times, values;
    for (const double t : {-1.0, -0.3, 0.4, 0.6, 1.7, 2.0}) {
        times.emplace_back(t);
        values.emplace_back(cubic(t));
    }
    const SignalPointer table = make("table", {{"times", times}, {"values", values}, {"interpolation", "cubic"}});
    for (const double t : {-1.0, -0.7, 0.0, 0.5, 1.0, 1.9, 2.0}) {
        const SignalSample s = table->sample(t);
        EXPECT_NEAR(s.value, cubic(t), 1e-13) << t;
        EXPECT_NEAR(s.first, 2 - 6 * t + 1.5 * t * t, 1e-12) << t;
        EXPECT_NEAR(s.second, -6 + 3 * t, 1e-11) << t;
    }
    EXPECT_TRUE(table->breaks(-9, 9).empty());
    EXPECT_EQ(table->smoothness(), 2);
    // Three points are joined by their parabola, two by their line.
    const SignalPointer three =
        make("table", {{"times", list({0, 1, 3})}, {"values", list({0, 1, 9})}, {"interpolation", "cubic"}});
    EXPECT_NEAR(three->value(2), 4, 1e-14);
    const SignalPointer two = make("table", {{"times", list({0, 2})}, {"values", list({0, 8})}, {"interpolation", "cubic"}});
    EXPECT_EQ(two->value(1), 4);
}

// Error of the spline, its slope and its curvature fall by 16, 8 and 4 when the instants are halved, up to the ends.
TEST(Signals, CubicTableConverges) {
    double previous[3] = {};
    for (const int n : {80, 160, 320}) {
        jounce::List times, values;
        for (int i = 0; i <= n; ++i) {
            times.emplace_back(3.0 * i / n);
            values.emplace_back(std::sin(3.0 * i / n));
        }
        const SignalPointer table = make("table", {{"times", times}, {"values", values}, {"interpolation", "cubic"}});
        double worst[3] = {};
        for (double t = 0; t <= 3; t += 1.0 / 1024) {
            const SignalSample s = table->sample(t);
            worst[0] = std::max(worst[0], std::abs(s.value - std::sin(t)));
            worst[1] = std::max(worst[1], std::abs(s.first - std::cos(t)));
            worst[2] = std::max(worst[2], std::abs(s.second + std::sin(t)));
        }
        for (int k = 0; k < 3 && n > 80; ++k) {
            EXPECT_NEAR(std::log2(previous[k] / worst[k]), 4 - k, 0.2) << "derivative " << k << ", " << n << " pieces";
        }
        std::copy(worst, worst + 3, previous);
    }
}

TEST(Signals, TableOutsideItsInstants) {
    const auto with = [](const char* outside) {
        return make("table", {{"times", list({0, 1, 2})}, {"values", list({3, 4, 6})}, {"outside", outside}});
    };
    EXPECT_EQ(with("hold")->value(-1), 3);
    EXPECT_EQ(with("hold")->value(5), 6);
    EXPECT_EQ(with("hold")->sample(5).first, 0);
    EXPECT_EQ(with("hold")->smoothness(), 0);
    EXPECT_EQ(with("zero")->value(-1), 0);
    EXPECT_EQ(with("zero")->value(5), 0);
    EXPECT_EQ(with("zero")->smoothness(), -1);
    EXPECT_EQ(with("zero")->breaks(-1, 9), (Times{0, 1, 2}));
    const SignalPointer strict = with("error");
    EXPECT_NO_THROW(strict->require_defined(0, 2));
    EXPECT_NEAR(strict->value(2 + 1e-12), 6, 1e-9) << "rounding of a sum of steps";
    EXPECT_EQ(message_of([&] { (void)strict->value(2.5); }),
              "signal.table covers 0 to 2 s only, but the value at t = 2.5 s is required; outside = 'hold' or 'zero' extends the "
              "table");
    EXPECT_EQ(message_of([&] { strict->require_defined(0, 3); }),
              "signal.table must cover the run from 0 to 3 s, got 0 to 2 s; outside = 'hold' or 'zero' extends the table");
    EXPECT_NO_THROW(with("hold")->require_defined(-5, 5));
}

SignalSample value_of(const jounce::SignalPiece& p, double t) {
    const double s = t - p.begin;
    const double angle = p.angular_frequency * s + p.phase;
    const double w = p.angular_frequency;
    const auto& c = p.polynomial;
    return {c[0] + s * (c[1] + s * (c[2] + s * c[3])) + p.amplitude * std::sin(angle),
            c[1] + s * (2 * c[2] + s * 3 * c[3]) + p.amplitude * w * std::cos(angle),
            2 * c[2] + 6 * c[3] * s - p.amplitude * w * w * std::sin(angle)};
}

/// Walks over the pieces from `from` to `to` and compares each, begun at its start and begun in its middle, with the samples
/// inside it. Returns the ends of the pieces passed.
Times expect_pieces(const jounce::Signal& signal, double from, double to, double scale, double omega) {
    Times ends;
    double t = from;
    while (t < to) {
        const auto piece = signal.piece(t);
        if (!piece || !(piece->end > t)) {
            ADD_FAILURE() << "no piece at " << t;
            break;
        }
        EXPECT_EQ(piece->begin, t);
        const double end = std::min(piece->end, to);
        for (const double begin : {t, 0.5 * (t + end)}) {
            const auto again = signal.piece(begin);
            EXPECT_EQ(again->end, piece->end);
            for (const double share : {0.0, 0.25, 0.5, 0.999}) {
                const double at = begin + share * (end - begin);
                const SignalSample want = signal.sample(at);
                const SignalSample got = value_of(*again, at);
                // Rounding of the instants alone: 1e-15 s times the next derivative.
                EXPECT_NEAR(got.value, want.value, 1e-13 * scale) << "t = " << at;
                EXPECT_NEAR(got.first, want.first, 1e-13 * scale * omega) << "t = " << at;
                EXPECT_NEAR(got.second, want.second, 1e-13 * scale * omega * omega) << "t = " << at;
            }
        }
        if (piece->end < to) ends.push_back(piece->end);
        t = piece->end;
    }
    return ends;
}

TEST(Signals, PiecesAreTheClosedFormBetweenTheBreaks) {
    const SignalPointer constant = make("constant", {{"value", -3.5}});
    EXPECT_EQ(expect_pieces(*constant, -1, 2, 3.5, 1), Times{});
    const SignalPointer step = make("step", {{"time", 0.5}, {"value", 4}, {"before", 1}});
    EXPECT_EQ(expect_pieces(*step, -1, 2, 4, 1), step->breaks(-1, 2));
    const SignalPointer ramp = make("ramp", {{"from_time", 1}, {"to_time", 3}, {"from_value", 10}, {"to_value", 20}});
    EXPECT_EQ(expect_pieces(*ramp, 0, 5, 20, 1), ramp->breaks(0, 5));
    const SignalPointer sine =
        make("sine", {{"amplitude", 2}, {"frequency", 10}, {"phase", 0.3}, {"offset", 5}, {"start", 0.31}});
    EXPECT_EQ(expect_pieces(*sine, 0.1, 0.7, 7, 2 * pi * 10), sine->breaks(0.1, 0.7));
    const SignalPointer pulse = make("half_sine", {{"amplitude", 400}, {"duration", 0.02}, {"start", 0.1}});
    EXPECT_EQ(expect_pieces(*pulse, 0, 1, 400, pi / 0.02), pulse->breaks(0, 1));
}

TEST(Signals, PiecesOfTables) {
    for (const char* outside : {"hold", "zero"}) {
        const SignalPointer lines =
            make("table", {{"times", list({0, 1, 3})}, {"values", list({2, 4, 0.5})}, {"outside", outside}});
        EXPECT_EQ(expect_pieces(*lines, -1, 5, 4, 2), (Times{0, 1, 3}));
    }
    const SignalPointer spline =
        make("table", {{"times", list({0, 0.7, 1, 1.9, 3})}, {"values", list({2, 4, -1, 0.5, 0})}, {"interpolation", "cubic"}});
    EXPECT_EQ(expect_pieces(*spline, 0, 3, 4, 20), (Times{0.7, 1, 1.9})) << "the third derivative jumps, which is no break";
    EXPECT_EQ(spline->piece(3)->end, std::numeric_limits<double>::infinity()) << "at its end, by rounding of a sum of steps";
    EXPECT_NEAR(spline->piece(3)->polynomial[0], 0, 1e-14) << "rounding of the cubic";
    EXPECT_EQ(message_of([&] { (void)spline->piece(4); }), message_of([&] { (void)spline->sample(4); }));
}

TEST(Signals, SweepsAndFunctionsHaveNoPieces) {
    EXPECT_FALSE(make("sweep", {{"amplitude", 1}, {"from_frequency", 1}, {"to_frequency", 2}, {"duration", 1}})->piece(0.5));
    EXPECT_FALSE(make(Value(std::make_shared<const Function>(1, 1)))->piece(0.5));
}

TEST(Signals, WrongFieldsAreAnsweredByName) {
    EXPECT_EQ(message_of("sine", {{"amplitude", 1}, {"frequency", -2}}), "signal.sine: 'frequency' must be positive, got -2");
    EXPECT_EQ(
        message_of("sine", {{"amplitude", 1}, {"freqency", 2}}),
        "signal.sine: unknown key 'freqency'; did you mean 'frequency'? Known are amplitude, frequency, phase, offset, start");
    EXPECT_EQ(message_of("sine", {{"frequency", 1}}), "signal.sine: 'amplitude' is required (number)");
    EXPECT_EQ(message_of("ramp", {{"to_time", 0}, {"to_value", 1}}),
              "signal.ramp: 'to_time' must be above 'from_time', got 0 and 0");
    EXPECT_EQ(message_of("sweep",
                         {{"amplitude", 1}, {"from_frequency", 0}, {"to_frequency", 9}, {"duration", 1}, {"law", "logarithmic"}}),
              "signal.sweep: 'from_frequency' and 'to_frequency' must be positive with law = 'logarithmic', got 0 and 9");
    EXPECT_EQ(message_of("half_sine", {{"amplitude", 1}, {"duration", 0}}),
              "signal.half_sine: 'duration' must be positive, got 0");
    EXPECT_EQ(message_of("constant", {{"value", std::nan("")}}), "signal.constant: 'value' must be a finite number, got nan");
    EXPECT_EQ(message_of("table", {{"times", list({0, 1})}}),
              "signal.table: 'times' and 'values' must be given together, got only 'times'");
    EXPECT_EQ(message_of("table", {{"times", list({0, 1})}, {"values", list({1})}}),
              "signal.table: 'times' and 'values' must be of the same length, got 2 and 1");
    EXPECT_EQ(message_of("table", {{"times", list({0, 2, 2})}, {"values", list({1, 2, 3})}}),
              "signal.table: 'times' must increase, got 2 after 2");
    EXPECT_EQ(message_of("table", {}), "signal.table: one of 'file' or 'times' is required");
    EXPECT_EQ(message_of([] { make(Value(true)); }),
              "load: 'force' must be a number, a function of time or a signal (jounce.signal.constant, step, ramp, sine, sweep, "
              "half_sine, table), got true");
}

}  // namespace

}  // namespace jounce::signals_test
