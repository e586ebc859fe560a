// Physics: a mass rests on a rigid stop whose motion is a function of the script with a kink: a jump of its speed, which strikes
// the mass or leaves it, as one of a table does.
// References: closed forms. Tolerance: the kink is found to rounding; first differences err by 1e-11 of the motion over 1e-5 s.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <tuple>
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
        EXPECT_LT(deepest, 1e-13) << sign;
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

// Two kinks that values do not tell apart: one clear error; with the velocity the mass is struck and flies until it falls back.
TEST_P(FunctionStop, IsRefusedOrStruckAtCloseKinks) {
    const auto& [by, load, velocity] = GetParam();
    static constexpr double apart = 3e-4, end = kink + 2 * apart, fast = 1.0;
    const bool both = velocity;
    const Value motion = function([both](std::span<const double> t) {
        const double place = -fast * std::clamp(t[0] - kink, 0.0, apart);
        const double speed = t[0] < kink || t[0] >= kink + apart ? 0 : -fast;
        return both ? std::vector<double>{place, speed} : std::vector<double>{place};
    });
    const auto make = [&] { return time::with_known_kinks(std::make_shared<const System>(system_of(load, motion)), 0, end, h); };
    if (!velocity) {
        EXPECT_NE(error_of([&] { (void)make(); }).find("must not have kinks closer than"), std::string::npos);
        return;
    }
    const auto known = make();
    const MechanismRun run = run_mechanism(*known, *method_of(), h, end);
    EXPECT_NEAR(probe(*known, run.end, "block.ux_velocity"), -fast + load * apart, 1e-9);
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
