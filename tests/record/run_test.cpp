// A whole run: its folder, its answers, and what stays on disk when it is interrupted or fails.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/run/run.hpp"

#include <cmath>
#include <cstdlib>
#include <numbers>

#include "full_disk.hpp"
#include "small_cases.hpp"

namespace jounce::test::run_test {
namespace {

using record::execute;
using record::RunOptions;
using record::Session;

Value record_of(int every, std::initializer_list<const char*> probes) {
    return table({{"every", every}, {"probes", words(probes)}});
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// x = sin(10 t)/10: the records carry the integrator's error, h^2 omega^2/12 of the phase, and nothing else.
TEST(Run, AnswersWithTheSolutionBetweenItsRecords) {
    const record::Run run = execute(
        system_of(oscillator(100)),
        options_of({{"step", 1e-4}, {"duration", 1}, {"record", record_of(50, {"mass.ux", "mass.ux_velocity"})}}), Session{});
    const double phase = 10 * 1e-8 * 100 / 12;
    for (const double t : {0.0, 0.1234567, 0.5, 0.98765, 1.0}) {
        EXPECT_NEAR(run.at("mass.ux", t), std::sin(10 * t) / 10, 0.2 * phase);
        EXPECT_NEAR(run.at("mass.ux_velocity", t), std::cos(10 * t), 2 * phase);
    }
    EXPECT_NEAR(run.peak("mass.ux", 0), 0.1, 0.2 * phase);
    EXPECT_NEAR(run.peak("mass.ux", 0.9),
                std::abs(std::sin(9.0)) / 10 > std::abs(std::sin(10.0)) / 10 ? std::sin(9.0) / 10 : -std::sin(10.0) / 10,
                0.2 * phase);
    const auto [times, values] = run.series("mass.ux");
    ASSERT_EQ(times.size(), 201u);
    EXPECT_EQ(times.front(), 0);
    EXPECT_EQ(times.back(), 1);
    EXPECT_EQ(error_of([&] { (void)run.series("mass.uy"); }),
              "run:series: 'mass.uy' was not recorded; recorded are mass.ux, mass.ux_velocity");
    EXPECT_EQ(run.folder(), "");
}

// The speed is never above 1 m/s. A record inside the contact knows an acceleration of 3e4 m/s^2, and the cubic of 1 ms from it
// to the next record would swing to 5 m/s.
TEST(Run, InventsNoSpeedAcrossAnImpact) {
    const record::Run run = execute(
        system_of(hertz_ball(1.99e-3)),
        options_of({{"step", 1e-6}, {"duration", 5e-3}, {"record", record_of(1000, {"ball.ux_velocity", "wall.indentation"})}}),
        Session{});
    ASSERT_EQ(run.impacts().size(), 1u);
    ASSERT_EQ(run.series("ball.ux_velocity").first.size(), 6u);
    EXPECT_GT(run.at("wall.indentation", 2e-3), 5e-6) << "the record must be inside the contact";
    constexpr double of_newmark = 1e-3;  // of the speed after 50 steps in contact
    EXPECT_NEAR(run.peak("ball.ux_velocity", 0), 1, of_newmark);
    for (int i = 0; i <= 1000; ++i) {
        EXPECT_LE(std::abs(run.at("ball.ux_velocity", 5e-6 * i)), 1 + of_newmark);
        EXPECT_GE(run.at("wall.indentation", 5e-6 * i), 0);
    }
}

// Energy: m v^2 / 2 = K d^(5/2) 2/5 at the largest indentation d, with the force K d^(3/2). No record is in the contact, but
// steps are: their 50 miss the extreme by at most (pi / 50)^2 / 8 = 5e-4, and the integrator errs by as much.
TEST(Run, PeakSeesTheStepsBetweenRecords) {
    const record::Run run =
        execute(system_of(hertz_ball(1.5e-3)),
                options_of({{"step", 1e-6}, {"duration", 5e-3}, {"record", record_of(1000, {"wall.force", "wall.indentation"})}}),
                Session{});
    for (const double force : run.series("wall.force").second) EXPECT_EQ(force, 0) << "the records miss it";
    const double d = std::pow(1.25 / 1e12, 0.4);
    EXPECT_NEAR(run.peak("wall.indentation", 0), d, 1e-3 * d);
    EXPECT_NEAR(run.peak("wall.force", 0), 1e12 * std::pow(d, 1.5), 2e-3 * 1e12 * std::pow(d, 1.5));
    EXPECT_EQ(run.peak("wall.force", 2.5e-3), 0) << "afterwards";
}

TEST(Run, WritesItsFolder) {
    const Folder root;
    const record::Run run = execute(system_of(bouncer()),
                                    options_of({{"step", 1e-5},
                                                {"duration", 0.1},
                                                {"record", record_of(10, {"mass.ux", "stop.force", "energy.kinetic"})},
                                                {"energy", table({{"every", 100}})},
                                                {"output", "out/a"}}),
                                    session_in(root.path));
    const fs::path out = root.path / "out/a";
    const Csv series(out / "series.csv");
    EXPECT_EQ(series.header, (std::vector<std::string>{"time [s]", "mass.ux [m]", "stop.force [N]", "energy.kinetic [J]"}));
    ASSERT_EQ(series.rows.size(), 1001u);
    const auto [times, values] = run.series("mass.ux");
    for (std::size_t i = 0; i < times.size(); ++i) {
        ASSERT_EQ(series.number(i, 0), times[i]);
        ASSERT_EQ(series.number(i, 1), values[i]);
    }
    EXPECT_EQ(series.number(0, 3), 0.5);

    const Csv energy(out / "energy.csv");
    ASSERT_EQ(energy.header.size(), 11u);
    EXPECT_EQ(energy.header[1], "kinetic [J]");
    EXPECT_EQ(energy.header[10], "remainder [J]");
    ASSERT_EQ(energy.rows.size(), 101u);
    for (std::size_t i = 0; i < energy.rows.size(); ++i) {
        // No load, no damping, a linear stop: what is stored is what there was, but for the steps in which a contact begins or
        // ends.
        const double stored = energy.number(i, 1) + energy.number(i, 2) + energy.number(i, 3);
        EXPECT_NEAR(stored + energy.number(i, 10), 0.5, 1e-12);
        EXPECT_NEAR(stored, 0.5, 5e-3);
    }

    EXPECT_EQ(lines_of(out / "impacts.csv")[4],
              "gap,number,side,time_in [s],time_out [s],speed_in [m/s],speed_out [m/s],peak_force [N],"
              "max_indentation [m],impulse [N s],work [J],restitution_asked,restitution_delivered");
    const Csv impacts(out / "impacts.csv");
    ASSERT_EQ(impacts.rows.size(), run.impacts("stop").size());
    ASSERT_GT(impacts.rows.size(), 10u);
    for (std::size_t i = 0; i + 1 < impacts.rows.size(); ++i) {
        ASSERT_EQ(impacts.rows[i].size(), 13u);
        EXPECT_EQ(impacts.rows[i][0], "stop");
        EXPECT_EQ(impacts.rows[i][1], std::to_string(i + 1));
        EXPECT_EQ(impacts.rows[i][2], i % 2 == 0 ? "positive" : "negative");
        EXPECT_NEAR(impacts.number(i, 4) - impacts.number(i, 3), std::numbers::pi / 1000, 2e-5)
            << "half a period of 1 kg on 1e6 N/m";
        EXPECT_EQ(impacts.rows[i][11], "") << "a spring has no restitution";
        EXPECT_NEAR(impacts.number(i, 12), 1, 1e-3);
    }

    const std::string summary = text_of(out / "summary.lua");
    EXPECT_TRUE(has(summary, "  case = \"cases/test.lua\",\n"));
    EXPECT_TRUE(has(summary, "  model = \"oscillator\",\n"));
    EXPECT_TRUE(has(summary, "  status = \"done\",\n"));
    EXPECT_TRUE(has(summary, "  steps = 100"));
    const std::string text = run.summary_text();
    for (const char* part : {"steps of 1e-05 s", "events located", "Newton iterations each", "law evaluations", "impacts",
                             "remainder", "of the work done", "every 100th step", "wall time", "series.csv (1001 rows)"}) {
        EXPECT_TRUE(has(text, part)) << part << " in\n" << text;
    }
    EXPECT_EQ(run.folder(), out.string());
}

TEST(Run, WarnsWhenTheEnergyRemainderExceedsItsBudget) {
    const auto text = [](double budget) {
        return execute(system_of(bouncer()),
                       options_of({{"step", 1e-4},
                                   {"duration", 0.05},
                                   {"events", "stepwise"},  // located, a linear spring keeps its energy to round-off
                                   {"energy", table({{"every", 1}, {"budget", budget}})}}),
                       Session{})
            .summary_text();
    };
    EXPECT_TRUE(has(text(1e-9), "exceeds its budget of 1e-09"));
    EXPECT_FALSE(has(text(0.5), "exceeds its budget"));
    const record::Run off =
        execute(system_of(bouncer()), options_of({{"step", 1e-4}, {"duration", 0.05}, {"energy", false}}), Session{});
    EXPECT_TRUE(has(off.summary_text(), "not accounted (energy = false)"));
}

TEST(Run, WritesNothingWhenTheCaseIsWrong) {
    const Folder root;
    const auto wrong = [&](std::initializer_list<std::pair<const char*, Value>> entries, const Value& force = {}) {
        const std::string message =
            error_of([&] { (void)execute(system_of(bouncer(force)), options_of(entries), session_in(root.path)); });
        EXPECT_TRUE(fs::is_empty(root.path)) << message;
        return message;
    };
    EXPECT_TRUE(has(wrong({{"step", 1e-4}, {"duration", 0.1}, {"output", "out"}, {"record", record_of(1, {"mas.ux"})}}),
                    "did you mean 'mass'"));
    EXPECT_TRUE(
        has(wrong({{"step", 1e-4}, {"duration", 0.1}, {"output", "out"}, {"record", record_of(1, {"mass.ux", "mass.ux"})}}),
            "run.record: 'probes' must differ, got 'mass.ux' twice"));
    EXPECT_TRUE(has(wrong({{"step", 1e-4},
                           {"duration", 0.1},
                           {"output", "out"},
                           {"energy", false},
                           {"record", record_of(1, {"energy.strain"})}}),
                    "must not contain 'energy.strain'"));
    EXPECT_TRUE(has(wrong({{"step", 0}, {"duration", 0.1}, {"output", "out"}}), "run: 'step' must be positive, got 0"));
    // 1e30 steps would overflow their counter, and a run of none looks like one that is done.
    EXPECT_TRUE(has(wrong({{"step", 1e-30}, {"duration", 1}, {"output", "out"}}),
                    "run: 'step' must be at least 1e-12 of the 'duration', 1 s, got 1e-30"));
    EXPECT_TRUE(has(wrong({{"step", 1e-300}, {"duration", 1e300}, {"output", "out"}}),
                    "run: 'duration' must be between 1e-100 and 1e+100 s, got 1e+300"))
        << "an infinite ratio";
    EXPECT_EQ(options_of({{"step", 1e-11}, {"duration", 1}}).step, 1e-11) << "few enough";
    EXPECT_TRUE(has(wrong({{"step", 0.2}, {"duration", 0.1}, {"output", "out"}}),
                    "run: 'step' must be at most the 'duration', 0.1 s, got 0.2"));
    EXPECT_NO_THROW((void)options_of({{"step", 0.1 + 0.2}, {"duration", 0.3}})) << "one step, by rounding";
    const Value event_driven = table({{"family", "method"}, {"kind", "event_driven"}});
    EXPECT_EQ(options_of({{"method", event_driven}, {"step", 2}, {"duration", 1}}).step, 2) << "records its ends";
    EXPECT_TRUE(has(wrong({{"step", 1e-4}, {"output", "out"}}), "run: 'duration' is required"));
    EXPECT_TRUE(has(wrong({{"step", 1e-4}, {"duration", 0.1}, {"output", "out"}, {"record", table({{"every", 0}})}}),
                    "run.record: 'every' must be"));
    EXPECT_TRUE(has(wrong({{"step", 1e-4}, {"duration", 0.1}, {"output", "out"}, {"record", table({{"from", 0.2}})}}),
                    "run.record: 'from' must be at most the duration, 0.1 s, got 0.2"));
    EXPECT_TRUE(has(wrong({{"step", 1e-4}, {"duration", 0.1}, {"output", "out"}, {"record", table({{"probes", "mass.ux"}})}}),
                    "run.record: 'probes' must be a list of probes"));
    EXPECT_TRUE(has(wrong({{"step", 1e-4}, {"duration", 0.1}, {"output", "out"}, {"energy", true}, {"recrod", 1}}),
                    "did you mean 'record'"));
    EXPECT_TRUE(
        has(wrong({{"step", 1e-4}, {"duration", 0.1}, {"vtk", table({{"every", 10}})}}), "run: 'vtk' needs an 'output' folder"));
    EXPECT_TRUE(has(wrong({{"step", 1e-4}, {"duration", 0.1}, {"output", "out"}, {"energy", table({{"every", 1.5}})}}),
                    "run.energy: 'every' must be a whole number"));
    const Value fails = std::shared_ptr<const Callable>(std::make_shared<Function>([](double) -> double {
        throw bad_case("no force", {"case.lua", 7});
    }));
    EXPECT_TRUE(has(wrong({{"step", 1e-4}, {"duration", 0.1}, {"output", "out"}}, fails), "case.lua:7"))
        << "a function that fails at t = 0";
}

TEST(Run, ThatIsInterruptedKeepsEverythingSoFar) {
    const Folder root;
    Session session = session_in(root.path);
    int asked = 0;
    session.interrupted = [&] { return ++asked > 8; };
    double last_time = 0;
    session.progress = [&](const record::Progress& p) {
        EXPECT_GE(p.time, last_time);
        EXPECT_EQ(p.end_time, 1e3);
        last_time = p.time;
    };
    const record::Run run =
        execute(system_of(bouncer()),
                options_of({{"step", 1e-5}, {"duration", 1e3}, {"record", record_of(1, {"mass.ux"})}, {"output", "a"}}), session);
    EXPECT_TRUE(run.interrupted());
    EXPECT_GT(last_time, 0);
    const Csv series(root.path / "a/series.csv");
    const auto [times, values] = run.series("mass.ux");
    ASSERT_EQ(series.rows.size(), times.size());
    EXPECT_EQ(series.number(series.rows.size() - 1, 0), times.back());
    EXPECT_NEAR(times.back(), last_time, 1e-12);
    EXPECT_TRUE(has(text_of(root.path / "a/summary.lua"), "status = \"interrupted\""));
    EXPECT_TRUE(fs::exists(root.path / "a/impacts.csv"));
    EXPECT_GT(Csv(root.path / "a/energy.csv").rows.size(), 1u);
}

TEST(Run, ThatFailsInAUsersFunctionKeepsEverythingSoFar) {
    const Folder root;
    const Value force = std::shared_ptr<const Callable>(std::make_shared<Function>([](double t) -> double {
        if (t > 0.03055) throw computation_failed("the force gave out", {"case.lua", 7});
        return 0;
    }));
    const std::string message = error_of([&] {
        (void)execute(system_of(bouncer(force)),
                      options_of({{"step", 1e-4}, {"duration", 1}, {"record", record_of(10, {"mass.ux"})}, {"output", "a"}}),
                      session_in(root.path));
    });
    EXPECT_TRUE(has(message, "case.lua:7: the force gave out; kept in")) << message;
    EXPECT_TRUE(has(message, "series.csv (32 rows)")) << message;  // 0, 1, ..., 30 ms and the last state
    const Csv series(root.path / "a/series.csv");
    ASSERT_EQ(series.rows.size(), 32u);
    EXPECT_NEAR(series.number(31, 0), 0.0305, 1e-12);
    const std::string summary = text_of(root.path / "a/summary.lua");
    EXPECT_TRUE(has(summary, "status = \"failed\""));
    EXPECT_TRUE(has(summary, "the force gave out"));
    EXPECT_GE(Csv(root.path / "a/impacts.csv").rows.size(), 3u);
}

TEST(Run, OnAFullDiskEndsWithCompleteRows) {
    const Folder root;
    std::string message;
    Failure failure{};
    {
        const FullDisk disk(150'000);
        try {
            (void)execute(
                system_of(bouncer()),
                options_of(
                    {{"step", 1e-5}, {"duration", 10}, {"record", record_of(1, {"mass.ux", "stop.force"})}, {"output", "a"}}),
                session_in(root.path));
        } catch (const Error& e) {
            message = e.what();
            failure = e.failure();
        }
    }
    EXPECT_EQ(failure, Failure::computation);
    EXPECT_TRUE(has(message, "series.csv: cannot be written")) << message;
    const Csv series(root.path / "a/series.csv");
    ASSERT_GT(series.rows.size(), 1000u);
    for (std::size_t i = 0; i < series.rows.size(); ++i) {
        ASSERT_EQ(series.rows[i].size(), 3u);
        ASSERT_NEAR(series.number(i, 0), static_cast<double>(i) * 1e-5, 1e-12);
    }
    EXPECT_EQ(text_of(root.path / "a/series.csv").back(), '\n');
    EXPECT_TRUE(has(message, std::to_string(series.rows.size()) + " complete rows are kept")) << message;
    EXPECT_TRUE(has(text_of(root.path / "a/summary.lua"), "status = \"failed\""));
    EXPECT_GT(Csv(root.path / "a/energy.csv").rows.size(), 1u);
}

TEST(Run, RefusesTheFolderOfAnotherModel) {
    const Folder root;
    const RunOptions options = options_of({{"step", 1e-4}, {"duration", 0.01}, {"output", "a"}});
    (void)execute(system_of(bouncer()), options, session_in(root.path));
    Session other = session_in(root.path);
    other.case_file = "cases/other.lua";
    EXPECT_TRUE(has(error_of([&] { (void)execute(system_of(bouncer()), options, other); }), "--force"));
    EXPECT_EQ(error_of([&] { (void)execute(system_of(bouncer()), options, session_in(root.path)); }), "")
        << "its own results may go";
}

TEST(Run, DrawsItsProbes) {
    const Folder root;
    const record::Run run =
        execute(system_of(bouncer()),
                options_of({{"step", 1e-5}, {"duration", 0.5}, {"record", record_of(1, {"mass.ux", "stop.force"})}}),
                session_in(root.path));
    run.plot({"mass.ux", "stop.force"}, "plots/a.svg");
    const std::string svg = text_of(root.path / "plots/a.svg");
    for (const char* part : {"<svg", "time [s]", "mass.ux [10⁻³ m]", "stop.force [N]", "oscillator", "</svg>"})
        EXPECT_TRUE(has(svg, part)) << part;
    run.plot({"mass.ux"}, "plots/a.png");
    EXPECT_EQ(text_of(root.path / "plots/a.png").substr(1, 3), "PNG");

    // A title that is right for every curve, or none.
    Model other("other");
    other.add("point", table({{"name", "mass"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", words({"ux"})}}), {});
    const record::Run beside =
        execute(system_of(other), options_of({{"step", 1e-3}, {"duration", 0.1}, {"record", record_of(1, {"mass.ux"})}}),
                session_in(root.path));
    const auto count = [&](const std::string& name) {
        const std::string picture = text_of(root.path / "plots/c.svg");
        int out = 0;
        for (std::size_t at = 0; (at = picture.find(">" + name + "<", at)) != std::string::npos; ++at) ++out;
        return out;
    };
    run.plot({"mass.ux"}, "plots/c.svg", {&run});
    EXPECT_EQ(count("oscillator"), 1) << "the title; the key has 'mass.ux, oscillator'";
    run.plot({"mass.ux"}, "plots/c.svg", {&beside});
    EXPECT_EQ(count("oscillator"), 0);
    run.plot_portrait({.x = "mass.ux", .y = "mass.ux"}, "plots/c.svg", {&beside});
    EXPECT_EQ(count("oscillator"), count("other")) << "in the key alone";
    EXPECT_TRUE(has(error_of([&] { run.plot({"mass.ux"}, "a.pdf"); }), "run:plot: 'file' must end in .svg or .png, got"));
    EXPECT_TRUE(has(error_of([&] { run.plot({"mass.uy"}, "a.svg"); }), "was not recorded"));
    EXPECT_TRUE(has(error_of([&] { run.plot({"mass.ux"}, "plots/a.svg/b.svg"); }), "'file' must be a file that can be written"));

    const std::string path = std::getenv("PATH");
    setenv("PATH", root.path.c_str(), 1);
    const std::string message = error_of([&] { run.plot({"mass.ux"}, "plots/b.svg"); });
    setenv("PATH", path.c_str(), 1);
    EXPECT_TRUE(has(message, "gnuplot-nox")) << message;
    EXPECT_FALSE(fs::exists(root.path / "plots/b.svg"));
}

}  // namespace
}  // namespace jounce::test::run_test
