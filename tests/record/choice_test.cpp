// Method and step where the script names neither.
// Physics: a mass on a spring thrown between two linear stops (an impact about every 10 ms), the same under friction, with rigid
// stops, and free of stops.
// Reference: the same run by event_driven at 1e-13, whose flights and contacts are exact to its tolerance.
// Tolerance: 1e-3 of the largest displacement and of the last onset, the three digits that the choice promises.
// Control: newmark at a step five to ten times the one chosen misses them.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/run/choice.hpp"

#include <array>
#include <cmath>
#include <string>

#include "record/run/choice_loads.hpp"
#include "small_cases.hpp"
#include "time/advice/recommended_step.hpp"
#include "time/start/start.hpp"

namespace jounce::test::choice_test {
namespace {

using record::Choice;
using record::RunOptions;

RunOptions free_options(double duration = 0.2) {
    return options_of({{"duration", duration}, {"record", Value(table({{"probes", words({"mass.ux"})}}))}});
}

RunOptions by(const char* kind, const Table& settings, double step) {
    RunOptions out = free_options();
    out.method = time::method_family.find(kind)->make(settings);
    out.step = step;
    return out;
}

record::Run run(const Model& model, const RunOptions& options) { return record::execute(system_of(model), options, {}); }

record::Run exact(const Model& model) { return run(model, by("event_driven", table({{"tolerance", 1e-13}}), 1e-3)); }

/// Largest difference of the displacement at eleven instants, and of the last onset, relative to the largest of each.
double difference(const record::Run& a, const record::Run& b) {
    double out = 0;
    for (int i = 0; i <= 10; ++i) out = std::max(out, std::abs(a.at("mass.ux", 0.02 * i) - b.at("mass.ux", 0.02 * i)));
    out /= 1e-3;  // the clearance
    if (a.impacts().size() != b.impacts().size()) return 1;
    if (!a.impacts().empty()) out = std::max(out, std::abs(a.impacts().back().time_in / b.impacts().back().time_in - 1));
    return out;
}

TEST(Choice, OfFewCoordinatesIsAsExactAsItPromises) {
    const Model model = bouncer();
    const record::Run reference = exact(model);
    ASSERT_GT(reference.impacts().size(), 10U);
    EXPECT_LT(difference(run(model, free_options()), reference), 1e-3);
    EXPECT_GT(difference(run(model, by("newmark", {}, 2e-4)), reference), 1e-3) << "control";
}

/// A steel beam, fixed at one end, driven against a stop.
Model cantilever() {
    Model model("cantilever");
    const Value section = table({{"family", "section"}, {"kind", "rectangle"}, {"width", 0.02}, {"height", 0.005}});
    const Value steel = table({{"family", "material"}, {"kind", "isotropic"}, {"E", 210e9}, {"nu", 0.3}, {"density", 7850}});
    model.add("beam",
              table({{"name", "beam"},
                     {"from", vector(0, 0, 0)},
                     {"to", vector(0.5, 0, 0)},
                     {"elements", 20},
                     {"section", section},
                     {"material", steel}}),
              {});
    model.add("fix", table({{"nodes", "beam[1]"}, {"dofs", words({"ux", "uy", "uz", "rx", "ry", "rz"})}}), {});
    const Value law = table({{"family", "law"}, {"kind", "flores"}, {"stiffness", 1e9}, {"restitution", 0.7}});
    model.add("gap",
              table({{"name", "mass"}, {"node", "beam[21]"}, {"direction", vector(0, 0, 1)}, {"clearance", 1e-3}, {"law", law}}),
              {});
    const Value sine = table({{"family", "signal"}, {"kind", "sine"}, {"amplitude", 2}, {"frequency", 20}});
    const Value damping = table({{"family", "damping"}, {"kind", "rayleigh"}, {"ratio", 0.01}, {"frequencies", list({17, 100})}});
    model.add("damping", table({{"damping", damping}}), {});
    model.add("load", table({{"nodes", "beam[21]"}, {"direction", vector(0, 0, 1)}, {"force", sine}}), {});
    return model;
}

TEST(Choice, OfAMeshIsAsExactAsItPromises) {
    const Model model = cantilever();
    const auto options = [](const char* kind, double step) {
        RunOptions out = options_of({{"duration", 0.06}, {"record", Value(table({{"probes", words({"mass.uz"})}}))}});
        if (kind == nullptr) return out;
        out.method = time::method_family.find(kind)->make({});
        out.step = step;
        return out;
    };
    const record::Run reference = run(model, options("event_driven", 1e-4));
    const auto error = [&](const record::Run& of) {
        double out = 0;
        for (int i = 1; i <= 20; ++i)
            out = std::max(out, std::abs(of.at("mass.uz", 3e-3 * i) - reference.at("mass.uz", 3e-3 * i)));
        return out / 1e-3;
    };
    ASSERT_GT(reference.impacts().size(), 0U);
    const record::Run chosen = run(model, options(nullptr, 0));
    EXPECT_LT(error(chosen), 1e-3);
    EXPECT_GT(error(run(model, options("newmark", 4e-5))), 1e-3) << "control";
}

// A half sine of 1 ms on a mass on a spring (16 Hz), a function of the script, over 5 s. Free vibration is exact by precise; its
// steps are short within the pulse only. Control: steps of that length everywhere would be 40 times as many.
TEST(Choice, StepsShortlyWithinAPulseOnly) {
    Model model = oscillator(1e4);
    const auto pulse =
        std::make_shared<Function>([](double t) { return t > 0.5 && t < 0.501 ? 100 * std::sin(M_PI * (t - 0.5) / 1e-3) : 0.0; });
    model.add(
        "load",
        table({{"nodes", "mass"}, {"direction", vector(1, 0, 0)}, {"force", Value(std::shared_ptr<const Callable>(pulse))}}), {});
    const std::vector<Choice> chosen = record::choices(*system_of(model), free_options(5));
    const RunOptions& options = chosen.front().options;
    ASSERT_EQ(options.method->kind, "precise");
    EXPECT_GT(options.step, 1e-3);
    const auto within = std::ranges::count_if(options.jumps, [](double t) { return t > 0.5 && t < 0.501; });
    EXPECT_GE(within, 5);
    EXPECT_LE(within, 50);
    const record::Run done = run(model, free_options(5));
    // In the pulse u = F/(m (w^2 - p^2)) (sin p s - p/w sin w s), p = pi/1 ms; free vibration from its end; the initial velocity.
    const double w = 100, p = M_PI / 1e-3, factor = 100 / (w * w - p * p);
    const double u = -factor * p / w * std::sin(w * 1e-3), v = -factor * p * (1 + std::cos(w * 1e-3));
    for (const double t : {0.6, 1.7, 4.9}) {
        const double s = t - 0.501, exact = u * std::cos(w * s) + v / w * std::sin(w * s) + std::sin(w * t) / w;
        EXPECT_NEAR(done.at("mass.ux", t), exact, 1e-3 / w);
    }
}

// 80 (N/4)^(1/2) steps in a contact of a mass on a linear stop, T = pi sqrt(m/k), for N impacts, 120 at least; the number is
// rounded down to two digits.
TEST(Choice, StepsByTheContactTime) {
    const std::vector<Choice> chosen = record::choices(*system_of(bouncer()), free_options());
    const Choice& steps = chosen[0].options.method->kind == "newmark" ? chosen[0] : chosen[1];
    const double exact = M_PI * std::sqrt(1 / 1e6) / 120;
    EXPECT_LE(steps.options.step, exact);
    EXPECT_GT(steps.options.step, 0.85 * exact) << "2.94 for pi, and two digits";
    EXPECT_NE(steps.why.find("1/120 of the contact time of 'stop'"), std::string::npos) << steps.why;
}

TEST(Choice, IsExactForLinearMotionAndRigidStops) {
    const std::vector<Choice> linear = record::choices(*system_of(oscillator(100)), free_options());
    EXPECT_EQ(linear.front().options.method->kind, "event_driven");
    EXPECT_GE(free_options().duration / linear.front().options.step, 499) << "enough records for a picture";
}

TEST(Choice, LeavesWhatTheScriptNames) {
    const auto system = system_of(bouncer());
    const RunOptions named = by("precise", {}, 1e-4);
    const std::vector<Choice> only = record::choices(*system, named);
    ASSERT_EQ(only.size(), 1U);
    EXPECT_EQ(only.front().options.method, named.method);
    EXPECT_EQ(only.front().options.step, 1e-4);
    EXPECT_TRUE(only.front().why.empty());
    const RunOptions step_alone = options_of({{"duration", 0.2}, {"step", 1e-4}});
    EXPECT_EQ(step_alone.method->kind, "newmark") << "a step alone is one of newmark";
    EXPECT_EQ(options_of({{"duration", 0.2}, {"method", table({{"family", "method"}, {"kind", "event_driven"}})}}).method->kind,
              "event_driven");
}

// Few coordinates with friction: event_driven, whose steps end where they stick and slip. Its steps in a mesh follow the fastest
// mode.
TEST(Choice, OfModelsWithFrictionDependsOnTheirSize) {
    const auto rub = [](Model model, const char* node, std::array<double, 3> direction) {
        model.add("friction",
                  table({{"name", "slide"},
                         {"node", node},
                         {"direction", vector(direction[0], direction[1], direction[2])},
                         {"normal_force", 1.0},
                         {"friction", table({{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", 0.1}})}}),
                  {});
        return model;
    };
    const Model few = rub(bouncer(), "mass", {1, 0, 0});
    EXPECT_EQ(record::choices(*system_of(few), free_options()).front().options.method->kind, "event_driven");
    EXPECT_LT(difference(run(few, free_options()), exact(few)), 1e-3);
    const std::vector<Choice> many = record::choices(*system_of(rub(cantilever(), "beam[11]", {0, 1, 0})), free_options());
    ASSERT_EQ(many.size(), 1U);
    EXPECT_EQ(many.front().options.method->kind, "newmark");
    EXPECT_LE(many.front().options.step, 1.0 / 20 / 3000) << "a load of 20 Hz";
}

TEST(Choice, IsShownByTheRun) {
    const record::Run done = run(bouncer(), free_options());
    EXPECT_NE(done.summary_text().find("\n  chosen      "), std::string::npos) << done.summary_text();
    EXPECT_NE(done.summary().find("chosen"), nullptr);
    EXPECT_EQ(exact(bouncer()).summary().find("chosen"), nullptr) << "control";
}

// A load that fails when it is sampled for the choice and in the middle of the first method's run: the second one takes over,
// into the same folder.
TEST(Choice, IsMadeAnewWhereTheMethodFails) {
    const Folder folder;
    int failures = 0;
    bool marches = false;
    const auto load = std::make_shared<Function>([&](double t) -> double {
        if (t > 0.1 && (!marches || failures++ == 0)) throw computation_failed("gone");
        return 0;
    });
    RunOptions options = free_options();
    options.output = "out";
    options.checkpoint_on = false;  // whose identity would sample the load
    record::Session session = session_in(folder.path);
    std::vector<std::string> lines;
    session.log = [&](const std::string& line) {
        lines.push_back(line);
        marches = marches || line.starts_with("chosen: ");
    };
    const record::Run done = record::execute(system_of(bouncer(Value(std::shared_ptr<const Callable>(load)))), options, session);
    ASSERT_GE(failures, 1);
    EXPECT_NE(done.summary_text().find("replaces newmark"), std::string::npos) << done.summary_text();
    EXPECT_TRUE(std::ranges::any_of(lines, [](const std::string& line) { return line.starts_with("chosen anew: "); }));
    EXPECT_LT(difference(done, exact(bouncer())), 1e-3);
    EXPECT_EQ(Csv(folder.path / "out" / "impacts.csv").rows.size(), done.impacts().size());
}

// Interrupted while the second method stands in, the run goes on by that one, and not by the first, which it would begin with.
// Reference: the second method without an interrupt, bit by bit.
TEST(Choice, OfTheMethodThatStandsInIsResumed) {
    const Folder folder;
    RunOptions options = options_of({{"duration", 0.2},
                                     {"output", "out"},
                                     {"checkpoint", Value(table({{"every_steps", 40}}))},
                                     {"record", Value(table({{"probes", words({"mass.ux"})}}))}});
    record::Session session = session_in(folder.path);
    const auto system = system_of(bouncer());
    const std::vector<Choice> chosen = record::choices(*system, options);
    ASSERT_EQ(chosen.size(), 2U);
    int asked = 0;
    session.interrupted = [&asked] { return ++asked > 8; };
    ASSERT_TRUE(record::execute(system, chosen[1].options, session).interrupted());
    session.interrupted = {};
    session.outputs->clear();
    session.resume = true;
    std::string log;
    session.log = [&log](const std::string& line) { log += line + "\n"; };
    const record::Run resumed = record::execute(system, options, session);
    EXPECT_NE(log.find("resumes at t = "), std::string::npos) << log;
    EXPECT_NE(resumed.summary_text().find("by " + chosen[1].options.method->describe()), std::string::npos);
    RunOptions whole = chosen[1].options;
    whole.output.clear();
    EXPECT_EQ(resumed.series("mass.ux"), run(bouncer(), whole).series("mass.ux"));

    // Control: a method that the script names is no choice, and stays refused.
    session.outputs->clear();
    session.interrupted = [&asked] { return ++asked > 8; };
    session.resume = false;
    asked = 0;
    ASSERT_TRUE(record::execute(system, chosen[1].options, session).interrupted());
    session.interrupted = {};
    session.outputs->clear();
    session.resume = true;
    EXPECT_THROW((void)record::execute(system, chosen[0].options, session), Error);
}

record::Course course_of(const Model& model, double duration) {
    const auto system = system_of(model);
    const RunOptions options = free_options(duration);
    const State start = record::start_of(*system, options);
    return record::course(*system, start, options, time::step_basis(*system, start, duration));
}

/// 1 kg on a spring of 1e4 N/m (100 rad/s), at rest, a stop of its own clearance, and a load.
Model loaded_mass(const Value& signal, double clearance) {
    Model model("mass");
    model.add("point", table({{"name", "mass"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", words({"ux"})}}), {});
    model.add("spring", table({{"from", "mass"}, {"direction", vector(1, 0, 0)}, {"stiffness", 1e4}}), {});
    const Value law = table({{"family", "law"}, {"kind", "hooke"}, {"stiffness", 1e8}});
    model.add("gap",
              table({{"name", "stop"}, {"node", "mass"}, {"direction", vector(1, 0, 0)}, {"clearance", clearance}, {"law", law}}),
              {});
    model.add("load", table({{"nodes", "mass"}, {"direction", vector(1, 0, 0)}, {"force", signal}}), {});
    return model;
}

// A sine of 20 Hz has 4 periods in 0.2 s, a sweep from 20 to 60 Hz its mean frequency times the time; both last. A half sine of
// 1 ms (500 Hz) has half a period, and the mass then vibrates at its own 100 rad/s. Control: at the frequency of the pulse
// throughout there would be 100 periods.
TEST(Course, CountsTheFrequencyOfALoadWhileItLasts) {
    const Value sine = table({{"family", "signal"}, {"kind", "sine"}, {"amplitude", 20}, {"frequency", 20}});
    const Value sweep = table({{"family", "signal"},
                               {"kind", "sweep"},
                               {"amplitude", 20},
                               {"from_frequency", 20},
                               {"to_frequency", 60},
                               {"duration", 0.2}});
    const Value half_sine =
        table({{"family", "signal"}, {"kind", "half_sine"}, {"amplitude", 50}, {"duration", 1e-3}, {"start", 5e-3}});
    const record::Course driven = course_of(loaded_mass(sine, 1e-3), 0.2);
    EXPECT_NEAR(driven.periods, 4, 1e-9);
    EXPECT_FALSE(driven.thrown);
    EXPECT_NEAR(driven.drive, 2, 0.05) << "20 N/1e4 N/m over 1 mm; the peak is that of 64 samples";
    EXPECT_NEAR(course_of(loaded_mass(sweep, 1e-3), 0.2).periods, 8, 0.02 * 8) << "40 Hz, in 64 parts";
    const record::Course thrown = course_of(loaded_mass(half_sine, 1e-3), 0.2);
    EXPECT_TRUE(thrown.thrown);
    EXPECT_NEAR(thrown.periods, 100 * 0.2 / (2 * M_PI), 1e-6) << "its own vibration";
    EXPECT_EQ(thrown.drive, 0);
}

// A hundred masses of a chain of springs, every second one with an initial velocity: half of the kinetic energy is in the fastest
// modes, near 2 sqrt(k/m), whose displacements are small. Those of the first mode, pi sqrt(k/m)/n for both ends held, prevail:
// sum v_i^2/sum (v_i/w_i)^2 with v_i^2 proportional to 1/i^2 for odd i, and as much again in the fast ones.
TEST(Course, OfAStartIsThatOfItsDisplacements) {
    constexpr int masses = 100;
    Model model("chain");
    for (int i = 0; i < masses; ++i) {
        const std::string name = "p" + std::to_string(i), before = "p" + std::to_string(i - 1);
        model.add("point", table({{"name", name}, {"at", vector(i, 0, 0)}, {"mass", 1}, {"free", words({"ux"})}}), {});
        if (i == 0) {
            model.add("spring", table({{"from", name}, {"direction", vector(1, 0, 0)}, {"stiffness", 1e4}}), {});
        } else {
            model.add("spring", table({{"from", before}, {"to", name}, {"direction", vector(1, 0, 0)}, {"stiffness", 1e4}}), {});
        }
        if (i % 2 == 1) model.add("initial", table({{"nodes", name}, {"velocity", vector(1, 0, 0)}}), {});
    }
    model.add("spring", table({{"from", "p99"}, {"direction", vector(1, 0, 0)}, {"stiffness", 1e4}}), {});
    const auto system = system_of(model);
    const RunOptions options = free_options(1);
    const State start = record::start_of(*system, options);
    const time::StepBasis basis = time::step_basis(*system, start, 1);
    const double first = 2 * 100 * std::sin(M_PI / (2.0 * (masses + 1)));
    // The sums over 1, 3, 5, ...: of 1/i^2 pi^2/8, of 1/i^4 pi^4/96; their ratio 12/pi^2, and twice as much with the fast modes.
    const double expected = first * std::sqrt(2 * 12 / (M_PI * M_PI)) / (2 * M_PI);
    EXPECT_NEAR(record::course(*system, start, options, basis).periods, expected, 0.03 * expected) << "ends of the chain";
    EXPECT_GT(basis.start / (2 * M_PI), 10 * expected) << "control: the velocities' own quotient";
}

// A start from rest shows no contact: a sine that begins at zero, or a load along another coordinate, gives the gap no speed.
TEST(ContactTimes, KnowWhatAStartFromRestDoesNotShow) {
    Model model("at rest");
    model.add("point", table({{"name", "mass"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", words({"ux"})}}), {});
    model.add("point", table({{"name", "driven"}, {"at", vector(1, 0, 0)}, {"mass", 1}, {"free", words({"ux"})}}), {});
    model.add("spring", table({{"from", "mass"}, {"to", "driven"}, {"direction", vector(1, 0, 0)}, {"stiffness", 1e3}}), {});
    const Value law = table({{"family", "law"}, {"kind", "hooke"}, {"stiffness", 1e8}});
    model.add("gap",
              table({{"name", "stop"}, {"node", "mass"}, {"direction", vector(1, 0, 0)}, {"clearance", 1e-3}, {"law", law}}), {});
    const Value sweep = table({{"family", "signal"},
                               {"kind", "sweep"},
                               {"amplitude", 1.0},
                               {"from_frequency", 1.0},
                               {"to_frequency", 20.0},
                               {"duration", 1.0}});
    model.add("load", table({{"nodes", "driven"}, {"direction", vector(1, 0, 0)}, {"force", sweep}}), {});
    const auto system = system_of(model);
    State start = time::initial_state(*system);
    const auto times = time::contact_times(*system, start, 1);
    ASSERT_EQ(times.size(), 1U);
    EXPECT_NEAR(times[0].speed, 2 * M_PI * 20 * 1e-3, 1e-9) << "omega d";
    EXPECT_NEAR(times[0].node, M_PI * std::sqrt(1 / 1e8), 0.07 * M_PI * 1e-4) << "2.94 for pi";
    EXPECT_GT(times[0].body, 1.3 * times[0].node) << "the other mass comes along with a slow push: sqrt 2";
    const auto advice = time::recommended_step(*system, start, 1, false);
    ASSERT_TRUE(advice);
    EXPECT_EQ(advice->step, times[0].node / 20);
}

}  // namespace
}  // namespace jounce::test::choice_test
