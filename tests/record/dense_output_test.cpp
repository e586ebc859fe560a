// What lies between two records of a run: flights, impacts and contacts as computed, whatever the cadence.
// Reference: a mass that meets a stop, in closed form. Tolerance: round-off for flights, which Newmark's method and the cubic
// have exactly; h^4/384 of the contact's fourth derivative, and the method's own error, for a contact. Controls: a straight line
// would err by the speed of the impact.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "record/run/run.hpp"
#include "record/series/series.hpp"
#include "record/series/steady.hpp"
#include "small_cases.hpp"

namespace jounce::test::dense_output_test {
namespace {

Value rigid(double restitution) { return table({{"family", "law"}, {"kind", "rigid"}, {"restitution", restitution}}); }
Value spring(double stiffness) { return table({{"family", "law"}, {"kind", "hooke"}, {"stiffness", stiffness}}); }

/// 1 kg at 2 m/s, a stop `clearance` away.
std::shared_ptr<const System> ball(double clearance, const Value& law) {
    Model model("ball");
    model.add("point", table({{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", words({"ux"})}}), {});
    model.add("initial", table({{"node", "p"}, {"velocity", vector(2, 0, 0)}}), {});
    model.add("gap",
              table({{"name", "stop"},
                     {"node", "p"},
                     {"direction", vector(1, 0, 0)},
                     {"clearance", clearance},
                     {"sides", "positive"},
                     {"law", law}}),
              {});
    return system_of(model);
}

record::Run run(const std::shared_ptr<const System>& system, const char* method, double step, double duration, int every) {
    const record::RunOptions options = options_of(
        {{"method", table({{"family", "method"}, {"kind", method}})},
         {"step", step},
         {"duration", duration},
         {"record",
          table({{"every", every}, {"probes", words({"p.ux", "p.ux_velocity", "energy.kinetic", "energy.contact_damping"})}})}});
    return record::execute(system, options, record::Session{});
}

// The impact lies within a step, and at the end of one that is or is not recorded: binary fractions are exact.
TEST(DenseOutput, KnowsBothSidesOfAnImpact) {
    for (const double clearance : {0.51, 2 * 33.0 / 64}) {
        const double hit = 0.5 * clearance;
        const auto system = ball(clearance, rigid(0.5));
        for (const int every : {1, 2, 5, 1000}) {
            SCOPED_TRACE("clearance " + std::to_string(clearance) + ", every " + std::to_string(every));
            const record::Run result = run(system, "newmark", 1.0 / 64, 1, every);
            for (int i = 0; i <= 1000; ++i) {
                const double t = 1e-3 * i;
                const bool before = t <= hit;
                EXPECT_NEAR(result.at("p.ux", t), before ? 2 * t : clearance - (t - hit), 1e-14);
                EXPECT_NEAR(result.at("p.ux_velocity", t), before ? 2 : -1, 1e-14);
                EXPECT_NEAR(result.at("energy.kinetic", t), before ? 2 : 0.5, 1e-14);
                EXPECT_NEAR(result.at("energy.contact_damping", t), before ? 0 : 1.5, 1e-14);
            }
            EXPECT_LT(result.summary_text().find("remainder"), std::string::npos);
            EXPECT_EQ(result.summary_text().find("warning"), std::string::npos) << result.summary_text();
            EXPECT_EQ(result.series("p.ux").first.size(), every == 1   ? 65u
                                                          : every == 2 ? 33u
                                                          : every == 5 ? 14u
                                                                       : 2u)
                << "records alone";
        }
    }
}

// A free oscillation at 10 rad/s, records a sixteenth of a period apart. An acceleration has no rate, so that a straight line
// joins its records; the method integrates between them, whatever is recorded beside it. Tolerance: ten times the method's.
// Control: the line is off by 1 - cos(pi/16) = 2 % of the range.
TEST(DenseOutput, OfAnAccelerationIsAsExactAloneAsBesideItsDisplacement) {
    Model model("oscillator");
    model.add("point", table({{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", words({"ux"})}}), {});
    model.add("spring", table({{"from", "p"}, {"direction", vector(1, 0, 0)}, {"stiffness", 100}}), {});
    model.add("initial", table({{"node", "p"}, {"displacement", vector(1, 0, 0)}}), {});
    const auto system = system_of(model);
    const double period = 2 * std::numbers::pi / 10;
    for (const Value& probes : {words({"p.ux_acceleration"}), words({"p.ux", "p.ux_acceleration"})}) {
        const record::Run result =
            record::execute(system,
                            options_of({{"method", table({{"family", "method"}, {"kind", "event_driven"}, {"tolerance", 1e-10}})},
                                        {"step", period / 16},
                                        {"duration", 3 * period},
                                        {"record", table({{"every", 1}, {"probes", probes}})}}),
                            record::Session{});
        for (int i = 1; i < 100; ++i) {
            const double t = 0.03 * period * i;
            EXPECT_NEAR(result.at("p.ux_acceleration", t), -100 * std::cos(10 * t), 1e-7) << t;
        }
    }
}

// Half a wave of sqrt(k/m) = 100 rad/s, which lasts as long as two records are apart or a tenth of that.
TEST(DenseOutput, KnowsTheContactBetweenTwoRecords) {
    const double w = 100, hit = 0.255, over = hit + std::numbers::pi / w;
    const auto system = ball(0.51, spring(w * w));
    const record::Run result = run(system, "event_driven", 0.3, 0.9, 1);
    double worst = 0;
    for (int i = 0; i <= 9000; ++i) {
        const double t = 1e-4 * i;
        const double exact = t <= hit ? 2 * t : t <= over ? 0.51 + 2 / w * std::sin(w * (t - hit)) : 0.51 - 2 * (t - over);
        worst = std::max(worst, std::abs(result.at("p.ux", t) - exact));
    }
    // Steps of 0.6 rad at most: 0.6^4/384 of the amplitude.
    EXPECT_LT(worst, 3.4e-4 * 2 / w);
    EXPECT_EQ(result.series("p.ux").first.size(), 4u);
}

// States are kept at some records only: the way from there is that of the run. A mass on a spring whose load jumps on a record
// between two kept states, at the beginning of the stretch that is asked for; and the same by a method with steps of its own.
// Reference: a run that records every step, or the closed form. Tolerance: round-off of times (1e-15 s) and of sums. Control: a
// step over the jump, with the acceleration of before, is off by h^2/4 of the jump in the place.
TEST(DenseOutput, ComesFromAStateKeptManyRecordsBefore) {
    Model model("oscillator");
    model.add("point", table({{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", words({"ux"})}}), {});
    model.add("spring", table({{"from", "p"}, {"direction", vector(1, 0, 0)}, {"stiffness", 400}}), {});
    const double jump = 0.636;
    model.add("load",
              table({{"node", "p"},
                     {"direction", vector(1, 0, 0)},
                     {"force", table({{"family", "signal"}, {"kind", "step"}, {"time", jump}, {"value", 100}})}}),
              {});
    const auto system = system_of(model);
    const record::Run coarse = run(system, "newmark", 1e-3, 1.8, 6), fine = run(system, "newmark", 1e-3, 1.8, 1);
    const record::Run own = run(system, "event_driven", 6e-3, 1.8, 1);
    for (const double from : {0.0, 0.633, 1.5}) {
        for (int i = 1; i <= 40; ++i) {
            const double t = from + 7e-4 * i;
            EXPECT_NEAR(coarse.at("p.ux", t), fine.at("p.ux", t), 1e-13) << t;
            EXPECT_NEAR(own.at("p.ux", t), t < jump ? 0 : 0.25 * (1 - std::cos(20 * (t - jump))), 1e-13) << t;
        }
    }
}

// A section marches again only between the records around its instants. The mass on the spring, released from 0.1 m: at instants
// off the records, on one, and by rounding beside one. Reference: the closed form. Tolerance: what the method was asked for.
// Control: a cubic over the records, 2 rad apart, errs by 1e-2 of the amplitude.
TEST(DenseOutput, IsRightAroundTheInstantsOfASection) {
    Model model("oscillator");
    model.add("point", table({{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", words({"ux"})}}), {});
    model.add("spring", table({{"from", "p"}, {"direction", vector(1, 0, 0)}, {"stiffness", 400}}), {});
    model.add("initial", table({{"node", "p"}, {"displacement", vector(0.1, 0, 0)}}), {});
    const record::Run result = run(system_of(model), "event_driven", 0.1, 20, 1);
    const std::vector<double> instants = {0.1 * 3, std::nextafter(0.7, 1), 1.234, 1.27, 7.05, std::nextafter(19.9, 0)};
    const record::Series& fine = result.dense_around(instants, "section");
    const record::Column& x = fine.column("p.ux", "section");
    for (const double t : instants) EXPECT_NEAR(fine.at(x, t), 0.1 * std::cos(20 * t), 1e-11) << t;
    const record::Series& recorded = result.recorded();
    const auto rough = [&](double t) { return recorded.at(recorded.column("p.ux", "section"), t) - 0.1 * std::cos(20 * t); };
    EXPECT_GT(std::abs(rough(7.05)), 1e-3);
    EXPECT_LT(fine.times.size(), recorded.times.size() + 3 * 1024) << "three stretches, not two hundred";
    const std::vector<double> records = {0.5, 1, 1.5};
    EXPECT_EQ(result.dense_around(records, "section").times.size(), recorded.times.size()) << "nothing to march";
}

// Zero while the gap is open, and positive in contact: never negative between two records. Control: the opening is.
TEST(DenseOutput, HasNoIndentationBelowZero) {
    for (const int every : {1, 7}) {
        const record::RunOptions options =
            options_of({{"method", table({{"family", "method"}, {"kind", "newmark"}})},
                        {"step", 1e-4},
                        {"duration", 0.2},
                        {"record", table({{"every", every}, {"probes", words({"stop.indentation", "stop.opening"})}})}});
        const record::Run done = record::execute(system_of(bouncer()), options, record::Session{});
        double indentation = 0, opening = 0, deepest = 0;
        for (int i = 0; i <= 20000; ++i) {
            const double value = done.at("stop.indentation", 1e-5 * i);
            indentation = std::min(indentation, value);
            deepest = std::max(deepest, value);
            opening = std::min(opening, done.at("stop.opening", 1e-5 * i));
        }
        EXPECT_EQ(indentation, 0) << every;
        EXPECT_GT(deepest, 1e-4);
        EXPECT_LT(opening, -1e-4) << "control";
    }
}

// A stop that is open at the start: the deepest indentation lies within a step, and is that of the opening, which has a cubic
// everywhere. Control: the largest one at a step, or on the straight line between two, is smaller.
TEST(DenseOutput, FindsTheDeepestIndentationWithinAStep) {
    const record::RunOptions options = options_of({{"method", table({{"family", "method"}, {"kind", "newmark"}})},
                                                   {"step", 7e-4},
                                                   {"duration", 0.2},
                                                   {"record", table({{"probes", words({"stop.indentation", "stop.opening"})}})}});
    const record::Run done = record::execute(system_of(bouncer()), options, record::Session{});
    double opening = 0, between = 0;
    for (int i = 0; i <= 200000; ++i) {
        opening = std::min(opening, done.at("stop.opening", 1e-6 * i));
        between = std::max(between, done.at("stop.indentation", 1e-6 * i));
    }
    const auto [times, values] = done.series("stop.indentation");
    const double recorded = *std::ranges::max_element(values);
    EXPECT_NEAR(between, -opening, 1e-9 * between);
    EXPECT_LT(recorded, between * (1 - 1e-4)) << "control";
}

// A mass that two springs press from both sides vibrates as x = 2 mm sin(200 t). The opening, that of the nearer side, has a kink
// where the mass passes the middle, at no event, so that cubics between the few rows of a long record miss it by 2 % of its
// range: the steady state has the period of the mass. Tolerance: a hundred times that of the method.
TEST(DenseOutput, FindsThePeriodOfAKinkBetweenTwoRecords) {
    Model model("held");
    model.add("point", table({{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", words({"ux"})}}), {});
    model.add("spring", table({{"from", "p"}, {"direction", vector(1, 0, 0)}, {"stiffness", 1e4}}), {});
    model.add("initial", table({{"node", "p"}, {"velocity", vector(0.4, 0, 0)}}), {});
    model.add(
        "gap",
        table({{"name", "g"}, {"node", "p"}, {"direction", vector(1, 0, 0)}, {"interference", 1e-2}, {"law", spring(1.5e4)}}),
        {});
    const auto system = system_of(model);
    for (const double step : {1.0, 0.05}) {
        const record::RunOptions options =
            options_of({{"method", table({{"family", "method"}, {"kind", "event_driven"}, {"tolerance", 1e-10}})},
                        {"step", step},
                        {"duration", 1},
                        {"record", table({{"every", 1}, {"probes", words({"g.opening"})}})}});
        const record::Run result = record::execute(system, options, record::Session{});
        const record::Steady steady = result.steady({.period = 2 * std::numbers::pi / 200});
        EXPECT_EQ(steady.period, 1) << step;
        EXPECT_LT(steady.difference, 1e-8) << step;
        const record::Steady other = result.steady({.period = 2.1 * std::numbers::pi / 200});
        EXPECT_NE(other.period, 1) << "control";
    }
}

}  // namespace
}  // namespace jounce::test::dense_output_test
