// Promise: a jump in the speed of a rigid stop that lies on a record, or at the end of a run, strikes what rests on the stop at
// that instant: also between records, also in a run that continues there, and once only.
// Physics: a block and a second mass on it rest on a plate, which moves off at a given speed; closed forms, and the conservation
// of momentum: the impulses of both runs together are those of one run. Tolerance: rounding; the kink of a function is found to
// rounding, and first differences err by 1e-11 of the motion.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <string>
#include <tuple>

#include "record/run/run.hpp"
#include "small_cases.hpp"

namespace jounce::test::jump_at_record_test {
namespace {

using record::execute;
using record::RunOptions;
using record::Session;

constexpr double mass = 2.5, other = 1.3, load = 3, press = 1, V = 0.15, t1 = 0.02, step = 1e-3, duration = 2 * t1;

Table point(const char* name, double of) {
    return table({{"name", name}, {"at", vector(0, 0, 0)}, {"mass", of}, {"free", words({"ux"})}});
}

/// By method; by the motion of the plate; beside joints?
struct JumpAtRecord : testing::TestWithParam<std::tuple<const char*, const char*, bool>> {
    /// Of the plate, which rests until `at` and then moves at -V.
    [[nodiscard]] static Value motion(double at) {
        if (std::string(std::get<1>(GetParam())) == "function")
            return Value(std::make_shared<Function>([at](double t) { return t < at ? 0 : -V * (t - at); }));
        const List times = at > 0 ? List{0.0, at, at + 1} : List{0.0, 1.0};
        const List values = at > 0 ? List{0.0, 0.0, -V} : List{0.0, -V};
        return table({{"family", "signal"}, {"kind", "table"}, {"times", times}, {"values", values}});
    }
    [[nodiscard]] static std::shared_ptr<const System> system(double restitution, double at = t1) {
        Model model("lift");
        model.add("point", point("block", mass), {});
        model.add("point", point("upper", other), {});
        model.add("node", table({{"name", "plate"}, {"at", vector(0, 0, 0)}}), {});
        model.add("fix", table({{"node", "plate"}, {"dofs", words({"uy", "uz", "rx", "ry", "rz"})}}), {});
        model.add("prescribe", table({{"node", "plate"}, {"dof", "ux"}, {"motion", motion(at)}}), {});
        const auto stop = [&](const char* name, const char* from, const char* to, double e) {
            model.add("gap",
                      table({{"name", name},
                             {"from", from},
                             {"to", to},
                             {"direction", vector(1, 0, 0)},
                             {"clearance", 0.0},
                             {"sides", "positive"},
                             {"law", table({{"family", "law"}, {"kind", "rigid"}, {"restitution", e}})}}),
                      {});
        };
        stop("stop", "plate", "block", restitution);
        stop("pad", "block", "upper", 0.9);
        model.add("load", table({{"node", "block"}, {"direction", vector(1, 0, 0)}, {"force", load}}), {});
        model.add("load", table({{"node", "upper"}, {"direction", vector(1, 0, 0)}, {"force", press}}), {});
        if (std::get<2>(GetParam())) {
            const Value points = table({{"o", List{-1.0, 0.0}}});
            model.add("body", table({{"name", "arm"}, {"mass", 1}, {"inertia", 1}, {"points", points}}), {});
            model.add("revolute", table({{"name", "pin"}, {"between", List{Value(List{5.0, 5.0}), "arm.o"}}}), {});
        }
        return system_of(model);
    }
    [[nodiscard]] static RunOptions options(double length, double h = step) {
        return options_of(
            {{"method", table({{"family", "method"}, {"kind", std::get<0>(GetParam())}})},
             {"step", h},
             {"duration", length},
             {"record", table({{"every", 4},
                               {"probes", words({"block.ux", "block.ux_velocity", "upper.ux", "upper.ux_velocity",
                                                 "stop.indentation", "energy.contact_damping", "energy.base"})}})}});
    }
    /// At a time `t` after the jump: thrown off with (1 + e) V, each falls under its load; with e = 0 both ride on the plate.
    static void expect_thrown(const record::Run& run, double restitution, double begin, double t) {
        const double tolerance = std::string(std::get<1>(GetParam())) == "function" ? 1e-9 : 1e-12;
        const bool rides = restitution == 0;
        const double speed = -(1 + restitution) * V, fall = rides ? 0 : load / mass, other_fall = rides ? 0 : press / other;
        EXPECT_NEAR(run.at("block.ux", begin + t), speed * t + fall * t * t / 2, tolerance) << t;
        EXPECT_NEAR(run.at("upper.ux", begin + t), speed * t + other_fall * t * t / 2, tolerance) << t;
        EXPECT_NEAR(run.at("block.ux_velocity", begin + t), speed + fall * t, 10 * tolerance) << t;
        EXPECT_LT(run.at("stop.indentation", begin + t), tolerance) << t;
    }
    [[nodiscard]] static double impulse(const record::Run& run, const char* gap) {
        double sum = 0;
        for (const time::Impact& impact : run.impacts(gap)) sum += impact.impulse;
        return sum;
    }
};

TEST_P(JumpAtRecord, IsKnownBetweenRecords) {
    for (const double e : {0.0, 0.5}) {
        const record::Run run = execute(system(e), options(duration), Session{});
        for (int k = 1; k <= 97; ++k) expect_thrown(run, e, t1, t1 * k / 97);
    }
}

// The same model, with the same or half the step, and an equal one that is assembled anew.
TEST_P(JumpAtRecord, StrikesInTheRunThatContinuesThere) {
    for (const double e : {0.0, 0.5}) {
        const auto model = system(e);
        const record::Run whole = execute(model, options(duration), Session{});
        const record::Run first = execute(model, options(t1), Session{});
        EXPECT_NEAR(first.at("block.ux_velocity", t1), 0, 1e-12);
        for (const auto& [next, h] : {std::pair{model, step}, std::pair{model, step / 2}, std::pair{system(e), step}}) {
            RunOptions o = options(t1, h);
            o.initial = {first.end(), false};
            const record::Run second = execute(next, o, Session{});
            for (int k = 1; k <= 20; ++k) expect_thrown(second, e, t1, t1 * k / 20);
            for (const char* gap : {"stop", "pad"})
                EXPECT_NEAR(impulse(first, gap) + impulse(second, gap), impulse(whole, gap), 1e-7) << gap;
            for (const char* energy : {"energy.contact_damping", "energy.base"})
                EXPECT_NEAR(first.at(energy, t1) + second.at(energy, duration), whole.at(energy, duration), 1e-9) << energy;
        }
    }
}

// The plate of another model moves from the begin of the run that takes over the state at rest.
TEST_P(JumpAtRecord, StrikesWhereAnotherMotionBegins) {
    for (const double e : {0.0, 0.5}) {
        const record::Run first = execute(system(e), options(t1 / 2), Session{});
        RunOptions o = options(t1);
        auto at_rest = std::make_shared<time::InitialState>(*first.end());
        at_rest->own.reset();
        at_rest->state.time = 0;
        o.initial = {at_rest, false};
        const record::Run second = execute(system(e, 0), o, Session{});
        for (int k = 1; k <= 20; ++k) expect_thrown(second, e, 0, t1 * k / 20);
        const double before = mass + other, momentum = (1 + e) * V * before;
        EXPECT_NEAR(impulse(second, "stop"), momentum + (e > 0 ? 0 : (load + press) * t1), 1e-7);
    }
}

// Control: a run that goes on in the middle of a rest is not struck.
TEST_P(JumpAtRecord, LeavesARestAlone) {
    const auto model = system(0.5);
    const record::Run first = execute(model, options(t1 / 2), Session{});
    RunOptions o = options(t1 / 4);
    o.initial = {first.end(), false};
    const record::Run second = execute(model, o, Session{});
    EXPECT_NEAR(impulse(second, "stop"), (load + press) * t1 / 4, 1e-9);
    EXPECT_NEAR(second.at("block.ux_velocity", 0.75 * t1), 0, 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Structures, JumpAtRecord,
                         testing::Combine(testing::Values("event_driven", "newmark", "generalized_alpha", "precise"),
                                          testing::Values("table", "function"), testing::Values(false)));
INSTANTIATE_TEST_SUITE_P(BesideJoints, JumpAtRecord,
                         testing::Combine(testing::Values("event_driven", "generalized_alpha"), testing::Values("table"),
                                          testing::Values(true)));

// Newmark's method leaves a block off a stop that swings by h^2/12 of its acceleration: the run that continues is not refused.
TEST(RestOnASwingingStop, ContinuesOffItsPlaceByTheErrorOfAStep) {
    constexpr double amplitude = 0.01, frequency = 4, period = 1 / frequency, w = 2 * 3.14159265358979 * frequency;
    Model model("swing");
    model.add("point", point("block", 0.7), {});
    model.add("node", table({{"name", "plate"}, {"at", vector(0, 0, 0)}}), {});
    model.add("fix", table({{"node", "plate"}, {"dofs", words({"uy", "uz", "rx", "ry", "rz"})}}), {});
    const Value sine = table({{"family", "signal"}, {"kind", "sine"}, {"amplitude", amplitude}, {"frequency", frequency}});
    model.add("prescribe", table({{"node", "plate"}, {"dof", "ux"}, {"motion", sine}}), {});
    model.add("gap",
              table({{"name", "stop"},
                     {"from", "plate"},
                     {"to", "block"},
                     {"direction", vector(1, 0, 0)},
                     {"clearance", 0.0},
                     {"sides", "positive"},
                     {"law", table({{"family", "law"}, {"kind", "rigid"}, {"restitution", 0.0}})}}),
              {});
    model.add("load", table({{"node", "block"}, {"direction", vector(1, 0, 0)}, {"force", 30.0}}), {});
    model.add("initial", table({{"node", "block"}, {"velocity", vector(amplitude * w, 0, 0)}}), {});
    const auto system = system_of(model);
    const auto options = [&] {
        return options_of({{"method", table({{"family", "method"}, {"kind", "newmark"}})},
                           {"step", period / 48},
                           {"duration", 0.75 * period},
                           {"record", table({{"probes", words({"block.ux", "stop.indentation"})}})}});
    };
    const record::Run first = execute(system, options(), Session{});
    EXPECT_GT(std::abs(first.at("stop.indentation", 0.75 * period)), 1e-9 * (1e-3)) << "control";
    RunOptions o = options();
    o.initial = {first.end(), false};
    const record::Run second = execute(system, o, Session{});
    const double error = amplitude * std::pow(w * period / 48, 2) / 6;
    EXPECT_NEAR(second.at("block.ux", 1.5 * period), amplitude * std::sin(1.5 * w * period), error);
}

/// 1 kg at 2 m/s that reaches a rigid stop at 0.25 s, in binary fractions.
std::shared_ptr<const System> ball() {
    Model model("ball");
    model.add("point", point("p", 1), {});
    model.add("initial", table({{"node", "p"}, {"velocity", vector(2, 0, 0)}}), {});
    model.add("gap",
              table({{"name", "stop"},
                     {"node", "p"},
                     {"direction", vector(1, 0, 0)},
                     {"clearance", 0.5},
                     {"sides", "positive"},
                     {"law", table({{"family", "law"}, {"kind", "rigid"}, {"restitution", 0.5}})}}),
              {});
    return system_of(model);
}

// An impact at the last instant of a run belongs to it or to the one that continues it, not to both, not to neither; likewise
// where rounding puts it a little before or behind that instant.
TEST(ImpactAtTheEnd, BelongsToOneOfTwoRuns) {
    const auto model = ball();
    for (const char* method : {"event_driven", "newmark", "generalized_alpha", "precise"}) {
        for (const double by : {0.0, 1e-17, -1e-17, 1e-15, -1e-15, 1e-12, -1e-12}) {
            const auto options = [&](double length) {
                return options_of({{"method", table({{"family", "method"}, {"kind", method}})},
                                   {"step", 1.0 / 64},
                                   {"duration", length},
                                   {"record", table({{"probes", words({"p.ux", "p.ux_velocity"})}})}});
            };
            const record::Run first = execute(model, options(0.25 + by), Session{});
            RunOptions o = options(0.25 - by);
            o.initial = {first.end(), false};
            const record::Run second = execute(model, o, Session{});
            EXPECT_EQ(first.impacts().size() + second.impacts().size(), 1U) << method << ' ' << by;
            EXPECT_NEAR(second.at("p.ux", 0.5), 0.25, 1e-9) << method << ' ' << by;
            EXPECT_NEAR(second.at("p.ux_velocity", 0.5), -1, 1e-9) << method << ' ' << by;
        }
    }
}

}  // namespace
}  // namespace jounce::test::jump_at_record_test
