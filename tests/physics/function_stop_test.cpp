// Physics: a mass rests on a rigid stop whose motion is a function of the script with a kink: a jump of its speed, which strikes
// the mass or leaves it, as one of a table does.
// References: closed forms. Tolerance: the kink is found to rounding; first differences err by 1e-11 of the motion over 1e-5 s.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "contact/law_samples.hpp"
#include "mechanisms.hpp"
#include "time/advice/sampled_supports.hpp"

namespace jounce::test::function_stop_test {
namespace {

constexpr double kink = 0.1, V = 0.01, h = 1e-3, duration = 0.2;

/// By method; by the load; does the function return its velocity?
struct FunctionStop : testing::TestWithParam<std::tuple<const char*, double, bool>> {
    [[nodiscard]] static System system(double sign, double load, bool velocity, double at = kink) {
        return system_of(load, function([sign, velocity, at](std::span<const double> t) {
                             const double place = t[0] < at ? 0 : sign * V * (t[0] - at);
                             return velocity ? std::vector<double>{place, t[0] < at ? 0 : sign * V} : std::vector<double>{place};
                         }));
    }
    [[nodiscard]] static System system_of(double load, const Value& motion) {
        Mechanisms s;
        s.add("point", {{"name", "block"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", list({"ux"})}});
        s.add("node", {{"name", "plate"}, {"at", vector(0, 0, 0)}});
        s.add("fix", {{"node", "plate"}, {"dofs", list({"uy", "uz", "rx", "ry", "rz"})}});
        s.add("prescribe", {{"node", "plate"}, {"dof", "ux"}, {"motion", motion}});
        s.add("gap", {{"name", "stop"},
                      {"from", "plate"},
                      {"to", "block"},
                      {"direction", vector(1, 0, 0)},
                      {"clearance", 0.0},
                      {"sides", "positive"},
                      {"law", table({{"family", "law"}, {"kind", "rigid"}, {"restitution", 0.0}})}});
        s.add("load", {{"node", "block"}, {"direction", vector(1, 0, 0)}, {"force", load}});
        return s.system();
    }
    [[nodiscard]] static time::MethodPointer method_of() {
        const std::string name = std::get<0>(GetParam());
        return name == "event_driven" ? events(1e-9) : name == "generalized_alpha" ? alpha(0.8) : method(name.c_str());
    }
};

// Inwards the mass takes the speed of the stop at once; outwards it falls after it and reaches it again at 2 V m/F. Then it rests
// on the moving stop.
TEST_P(FunctionStop, CarriesAMassOverItsKink) {
    const auto& [by, load, velocity] = GetParam();
    for (const double sign : {-1.0, 1.0}) {
        const auto known = time::with_known_kinks(std::make_shared<const System>(system(sign, load, velocity)), 0, duration, h);
        double deepest = -1;
        const auto watch = [&](const State& state) { deepest = std::max(deepest, probe(*known, state, "stop.indentation")); };
        const MechanismRun run = run_mechanism(*known, *method_of(), h, duration, watch);
        EXPECT_LT(deepest, 1e-12) << sign;  // the speed after the kink has an error of 4e-12 m/s (measured), over 0.1 s
        EXPECT_NEAR(probe(*known, run.end, "block.ux_velocity"), sign * V, 1e-9) << sign;
        EXPECT_NEAR(probe(*known, run.end, "block.ux"), sign * V * (duration - kink), 1e-11) << sign;
        EXPECT_NEAR(probe(*known, run.end, "stop.force"), load, 1e-6 * load) << sign;
    }
}

// Beside the begin and the end of a run: a kink at the end has not acted yet.
TEST_P(FunctionStop, StrikesAtAKinkAtAnEndOfTheRun) {
    const auto& [by, load, velocity] = GetParam();
    for (const double at : {0.0, 1e-4, duration - 1e-4, duration}) {
        const auto known = time::with_known_kinks(std::make_shared<const System>(system(-1, load, velocity, at)), 0, duration, h);
        const MechanismRun run = run_mechanism(*known, *method_of(), h, duration);
        EXPECT_NEAR(probe(*known, run.end, "block.ux_velocity"), at == duration ? 0 : -V, 1e-9) << at;
        EXPECT_NEAR(probe(*known, run.end, "block.ux"), -V * (duration - at), 1e-11) << at;
    }
}

// Two kinks within less than a step: the mass is struck, and flies until it falls back.
TEST_P(FunctionStop, IsStruckAtCloseKinks) {
    const auto& [by, load, velocity] = GetParam();
    static constexpr double fast = 1.0;
    for (const double apart : {1e-5, 5e-5, 3e-4}) {
        const double end = kink + 2 * apart;
        const bool both = velocity;
        const Value motion = function([both, apart](std::span<const double> t) {
            const double place = -fast * std::clamp(t[0] - kink, 0.0, apart);
            const double speed = t[0] < kink || t[0] >= kink + apart ? 0 : -fast;
            return both ? std::vector<double>{place, speed} : std::vector<double>{place};
        });
        const auto known = time::with_known_kinks(std::make_shared<const System>(system_of(load, motion)), 0, end, h);
        const MechanismRun run = run_mechanism(*known, *method_of(), h, end);
        EXPECT_NEAR(probe(*known, run.end, "block.ux_velocity"), -fast + load * apart, 1e-9) << apart;
        EXPECT_NEAR(probe(*known, run.end, "block.ux"), -2 * fast * apart + load * apart * apart / 2, 1e-11) << apart;
    }
}

// A kink beside the crest of a sine, where its acceleration hides a tenth of the largest speed from the slopes of a millisecond.
TEST_P(FunctionStop, IsStruckAtAKinkBesideACrest) {
    const auto& [by, load, velocity] = GetParam();
    if (load < 100) return;  // which the plate throws off
    static constexpr double A = 1e-3, w = 2 * std::numbers::pi * 20, fast = 0.1 * A * w, at = 0.1125 + 1.3e-5, end = at + 0.0125;
    const bool both = velocity;
    const Value motion = function([both](std::span<const double> t) {
        const double place = A * std::sin(w * t[0]) - fast * std::max(t[0] - at, 0.0);
        const double speed = A * w * std::cos(w * t[0]) - (t[0] >= at ? fast : 0);
        return both ? std::vector<double>{place, speed} : std::vector<double>{place};
    });
    const auto known = time::with_known_kinks(std::make_shared<const System>(system_of(load, motion)), 0, end, h);
    const MechanismRun run = run_mechanism(*known, *method_of(), h, end);
    const double x = A * std::sin(w * end) - fast * (end - at), v = A * w * std::cos(w * end) - fast;
    const bool exact = std::string(by) == "event_driven";
    // A mass that falls on the plate within a step of 1 ms is there to about a h^2/8 = 2 um; the kink was worth 157 um.
    EXPECT_NEAR(probe(*known, run.end, "block.ux"), x, exact ? 1e-10 : 4e-6);
    EXPECT_NEAR(probe(*known, run.end, "block.ux_velocity"), v, exact ? 1e-8 : 2e-2 * fast);
}

// A plate that moves within half a step, between two instants at which it rests, throws the mass off.
TEST_P(FunctionStop, ThrowsAMassByAShortMove) {
    const auto& [by, load, velocity] = GetParam();
    if (load > 1) return;  // which falls back before the end
    static constexpr double from = 3.0021, to = 3.0071, end = 3.05, fast = 0.1, coarse = 0.01;
    const bool both = velocity;
    const Value motion = function([both](std::span<const double> t) {
        const double place = -fast * std::clamp(t[0] - from, 0.0, to - from);
        const double speed = t[0] < from || t[0] >= to ? 0 : -fast;
        return both ? std::vector<double>{place, speed} : std::vector<double>{place};
    });
    const auto known = time::with_known_kinks(std::make_shared<const System>(system_of(load, motion)), 0, end, coarse);
    const MechanismRun run = run_mechanism(*known, *method_of(), coarse, end);
    EXPECT_NEAR(probe(*known, run.end, "block.ux_velocity"), -fast + load * (end - to), 1e-9);
    const double t = end - to;
    EXPECT_NEAR(probe(*known, run.end, "block.ux"), -fast * (end - from) + load * t * t / 2, 1e-10);
}

INSTANTIATE_TEST_SUITE_P(All, FunctionStop,
                         testing::Combine(testing::Values("event_driven", "newmark", "generalized_alpha"),
                                          testing::Values(1.0, 1000.0), testing::Bool()));

// Lifts of a loaded mass by X in T from rest to rest, by values alone, at instants that steps meet or not: it ends at X.
// Differences over the jumps of the acceleration (or its rate) at both ends needed steps of 1e-16 s: calls are counted, measured
// at most 119 000.
TEST(FunctionStopFast, LiftsAMassFromRestToRest) {
    static constexpr double X = 0.1, T = 0.1, load = 100;
    using Shape = double (*)(double);
    constexpr double pi = std::numbers::pi;
    const std::vector<std::pair<const char*, Shape>> shapes = {
        {"cubic", [](double s) { return s * s * (3 - 2 * s); }},
        {"quintic", [](double s) { return s * s * s * (10 - 15 * s + 6 * s * s); }},
        {"versin", [](double s) { return (1 - std::cos(pi * s)) / 2; }},
        {"cycloid", [](double s) { return s - std::sin(2 * pi * s) / (2 * pi); }},
        {"parabolas", [](double s) { return s < 0.5 ? 2 * s * s : 1 - 2 * (1 - s) * (1 - s); }}};
    for (const auto& [name, shape] : shapes) {
        for (const double begin : {0.0, 0.01, 0.03, 0.0314159}) {
            for (const double rest : {0.0, 0.001, 0.17}) {
                for (const double step : {2e-3, T / 7}) {
                    const auto calls = std::make_shared<long>(0);
                    const Value motion = function([shape = shape, begin, calls](std::span<const double> t) {
                        ++*calls;
                        return std::vector<double>{-X * shape(std::clamp((t[0] - begin) / T, 0.0, 1.0))};
                    });
                    const double end = begin + T + rest;
                    const auto known = time::with_known_kinks(
                        std::make_shared<const System>(FunctionStop::system_of(load, motion)), 0, end, step);
                    const MechanismRun run = run_mechanism(*known, *events(1e-9), step, end);
                    EXPECT_NEAR(probe(*known, run.end, "block.ux"), -X, 1e-8 * X) << name << ' ' << begin << ' ' << rest;
                    EXPECT_NEAR(probe(*known, run.end, "block.ux_velocity"), 0, 1e-8 * X / T)
                        << name << ' ' << begin << ' ' << rest;
                    EXPECT_LT(*calls, 200000) << name << ' ' << begin << ' ' << rest << ' ' << step;
                }
            }
        }
    }
}

// A smooth ramp of 0.5 or 0.3 ms, in a step of 1 ms: s = -P (x - sin(2 pi x)/(2 pi)), x = (t - begin)/d. The mass leaves it where
// its acceleration is the load's. Values only: differences over 0.1 ms gave thousands of impacts.
TEST(FunctionStopFast, ThrowsAMassByASmoothRamp) {
    static constexpr double P = 1e-5, begin = 0.01037, end = 0.014, load = 1;
    for (const double d : {5e-4, 3e-4}) {
        const Value motion = function([d](std::span<const double> t) {
            const double x = std::clamp((t[0] - begin) / d, 0.0, 1.0);
            return std::vector<double>{-P * (x - std::sin(2 * std::numbers::pi * x) / (2 * std::numbers::pi))};
        });
        const auto known =
            time::with_known_kinks(std::make_shared<const System>(FunctionStop::system_of(load, motion)), 0, end, h);
        const MechanismRun run = run_mechanism(*known, *events(1e-9), h, end);
        const double off = std::asin(load * d * d / (2 * std::numbers::pi * P)), x = 0.5 + off / (2 * std::numbers::pi);
        const double v = -P / d * (1 + std::cos(off)), t = end - begin - x * d;
        const double place = -P * (x + std::sin(off) / (2 * std::numbers::pi));
        EXPECT_NEAR(probe(*known, run.end, "block.ux"), place + v * t + load * t * t / 2, 1e-11) << d;
        EXPECT_NEAR(probe(*known, run.end, "block.ux_velocity"), v + load * t, 1e-8) << d;
        EXPECT_LE(run.impacts.size(), 2U) << d;
    }
}

// A sine of 1 kHz and 1 um by its values: differences over 0.1 ms let the mass fall 0.16 um into the stop in 20 ms.
TEST(FunctionStopFast, CarriesAMassByAFastSine) {
    static constexpr double A = 1e-6, w = 2000 * std::numbers::pi, end = 0.0199;
    const Value motion = function([](std::span<const double> t) { return std::vector<double>{A * std::sin(w * t[0])}; });
    const auto known = time::with_known_kinks(std::make_shared<const System>(FunctionStop::system_of(100, motion)), 0, end, 1e-4);
    double deepest = -1;
    const auto watch = [&](const State& state) { deepest = std::max(deepest, probe(*known, state, "stop.indentation")); };
    const MechanismRun run = run_mechanism(*known, *events(1e-9), 1e-4, end, watch);
    EXPECT_NEAR(probe(*known, run.end, "block.ux"), A * std::sin(w * end), 1e-12);
    EXPECT_NEAR(probe(*known, run.end, "block.ux_velocity"), A * w * std::cos(w * end), 1e-9);
    EXPECT_LT(deepest, 1e-12);
}

/// From `at` on an acceleration A from rest, which the function returns; a condition `t <= at` has zero at that instant.
Value accelerated(double A, double at) {
    return function([A, at](std::span<const double> t) {
        const double s = t[0] - at;
        return t[0] <= at ? std::vector<double>{0, 0, 0} : std::vector<double>{A * s * s / 2, A * s, A};
    });
}

// A mass at rest on a spring, on a base that a function accelerates: -(A/w^2)(1 - cos w s) relative to it. Every step, however
// short, would begin with the acceleration of before: without its jump the run ended in an error (control). The tolerance is that
// of the method, a hundred times.
TEST(FunctionBase, AcceleratesAMassAtRest) {
    constexpr double A = 2, w = 20;
    for (const double at : {0.0, kink}) {
        Mechanisms s;
        s.add("point", {{"name", "block"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", list({"ux"})}});
        s.add("spring", {{"from", "block"}, {"direction", vector(1, 0, 0)}, {"stiffness", w * w}});
        s.add("base_motion", {{"direction", vector(1, 0, 0)}, {"displacement", accelerated(A, at)}});
        const auto unknown = std::make_shared<const System>(s.system());
        const auto known = time::with_known_kinks(unknown, 0, duration, h);
        const MechanismRun run = run_mechanism(*known, *events(1e-9), h, duration);
        const double phase = w * (duration - at);
        EXPECT_NEAR(probe(*known, run.end, "block.ux"), -A / (w * w) * (1 - std::cos(phase)), 1e-7 * A / (w * w)) << at;
        EXPECT_NEAR(probe(*known, run.end, "block.ux_velocity"), -A / w * std::sin(phase), 1e-7 * A / w) << at;
        const std::string error = error_of([&] { (void)run_mechanism(*unknown, *events(1e-9), h, duration); });
        EXPECT_NE(error.find("requires steps of"), std::string::npos) << at << error;
    }
}

// The same for a mass that rests on a stop, which takes it along or draws away under it with less than its weight.
TEST(FunctionStopFast, CarriesAMassFromRest) {
    for (const double at : {0.0, kink}) {
        for (const double A : {-1.0, 1.0}) {
            const auto known = time::with_known_kinks(
                std::make_shared<const System>(FunctionStop::system_of(20, accelerated(A, at))), 0, duration, h);
            const MechanismRun run = run_mechanism(*known, *events(1e-9), h, duration);
            const double s = duration - at;
            EXPECT_NEAR(probe(*known, run.end, "block.ux"), A * s * s / 2, 1e-11) << at << ' ' << A;
            EXPECT_NEAR(probe(*known, run.end, "block.ux_velocity"), A * s, 1e-10) << at << ' ' << A;
            EXPECT_NEAR(probe(*known, run.end, "stop.force"), 20 - A, 1e-8) << at << ' ' << A;
        }
    }
}

// Control: a kink that is not known ends a run of event_driven, or the mass falls through the stop by what this gains on it.
TEST(FunctionStopUnknown, EndsARunOrIsPassed) {
    for (const double load : {1.0, 1000.0}) {
        for (const bool velocity : {false, true}) {
            const System unknown = FunctionStop::system(-1, load, velocity);
            double deepest = -1;
            const auto watch = [&](const State& state) {
                deepest = std::max(deepest, probe(unknown, state, "stop.indentation"));
            };
            const std::string error = error_of([&] { (void)run_mechanism(unknown, *events(1e-9), h, duration, watch); });
            EXPECT_TRUE(!error.empty() || deepest > 1e-9) << load << ' ' << velocity;
        }
    }
}

}  // namespace
}  // namespace jounce::test::function_stop_test
