// Physics: runs that begin with a static equilibrium stay there; two runs in sequence are one long run.
// Reference: the equilibrium itself, and the long run of the same method on the same grid.
// Tolerance: round-off. At rest the accelerations are the rounding of the balance, 1e-16 of the load over the mass, which the
// integrators keep at that size; in sequence the instants differ by rounding of the time, carried through a few impacts.
// Control: without the equilibrium the body moves; a run of generalized-alpha that has to begin its history anew differs.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/start/continuation.hpp"

#include <cmath>

#include "record/run/run.hpp"
#include "small_cases.hpp"
#include "time/statics/static.hpp"

namespace jounce::test::continuation_test {
namespace {

using record::execute;
using record::RunOptions;
using record::Session;
using time::InitialState;

Value law(const char* kind, double stiffness) { return table({{"family", "law"}, {"kind", kind}, {"stiffness", stiffness}}); }

/// Two masses in a row on springs, the outer one against a wall, pushed by a constant force.
Model row(const Value& stop, double force) {
    Model model("row");
    model.add("point", table({{"name", "inner"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", words({"ux"})}}), {});
    model.add("point", table({{"name", "outer"}, {"at", vector(1, 0, 0)}, {"mass", 2}, {"free", words({"ux"})}}), {});
    model.add("spring", table({{"from", "inner"}, {"direction", vector(1, 0, 0)}, {"stiffness", 1e4}}), {});
    model.add("spring", table({{"from", "inner"}, {"to", "outer"}, {"direction", vector(1, 0, 0)}, {"stiffness", 2e4}}), {});
    model.add("gap",
              table({{"name", "wall"},
                     {"node", "outer"},
                     {"direction", vector(1, 0, 0)},
                     {"clearance", 1e-3},
                     {"sides", "positive"},
                     {"law", stop}}),
              {});
    model.add("load", table({{"nodes", "outer"}, {"direction", vector(1, 0, 0)}, {"force", force}}), {});
    return model;
}

RunOptions options(const char* method, double step, double duration) {
    return options_of({{"method", table({{"family", "method"}, {"kind", method}})},
                       {"step", step},
                       {"duration", duration},
                       {"record", table({{"probes", words({"inner.ux", "outer.ux", "outer.ux_velocity"})}})}});
}

record::Beginning rest_of(const std::shared_ptr<const System>& system) {
    auto out = std::make_shared<InitialState>();
    out->system = system;
    out->state = time::equilibrium(*system, 0).state;
    out->description = "static equilibrium";
    return {out, false};
}

TEST(Continuation, AnEquilibriumStaysAtRest) {
    // The place of the masses is 5 mm, a rounding of it 1e-18 m; through a stop of 1e7 N/m that is 1e-11 N.
    for (const Value& stop : {law("hertz", 1e9), law("hooke", 1e7), Value(table({{"family", "law"}, {"kind", "rigid"}}))}) {
        const auto system = system_of(row(stop, 200));
        for (const char* method : {"newmark", "generalized_alpha", "event_driven"}) {
            RunOptions o = options(method, 1e-5, 0.05);
            o.initial = rest_of(system);
            const record::Run run = execute(system, o, Session{});
            const double inner = o.initial.state->state.q[0];
            const double outer = o.initial.state->state.q[1];
            EXPECT_GT(outer, 1e-3 - 1e-15);
            for (const double t : {0.01, 0.025, 0.05}) {
                EXPECT_NEAR(run.at("inner.ux", t), inner, 1e-15) << method;
                EXPECT_NEAR(run.at("outer.ux", t), outer, 1e-15) << method;
            }
            EXPECT_LT(run.peak("outer.ux_velocity", 0), 1e-12) << method;
            EXPECT_EQ(run.impacts().size(), 1u);
            // Control: from the model's own initial values the masses swing.
            o.initial = {};
            EXPECT_GT(execute(system, o, Session{}).peak("outer.ux_velocity", 0), 1e-2);
        }
    }
}

double largest_difference(const record::Run& part, const record::Run& whole, const char* probe) {
    const auto [times, values] = part.series(probe);
    const auto [all_times, all] = whole.series(probe);
    const std::size_t shift = all.size() - values.size();
    double largest = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        EXPECT_NEAR(times[i], all_times[shift + i], 1e-14);
        largest = std::max(largest, std::abs(values[i] - all[shift + i]));
    }
    return largest;
}

RunOptions bounce(const char* method, double duration) {
    return options_of({{"method", table({{"family", "method"}, {"kind", method}})},
                       {"step", 1e-4},
                       {"duration", duration},
                       {"record", table({{"probes", words({"mass.ux", "mass.ux_velocity"})}})}});
}

Value shaking() { return table({{"family", "signal"}, {"kind", "sine"}, {"amplitude", 50}, {"frequency", 30}}); }

TEST(Continuation, TwoRunsAreOneLongRun) {
    const auto system = system_of(bouncer(shaking()));
    for (const char* method : {"newmark", "generalized_alpha", "precise", "event_driven"}) {
        const record::Run whole = execute(system, bounce(method, 0.06), Session{});
        int cut_in_contact = 0;
        for (const double first : {0.0113, 0.0118, 0.0123, 0.02, 0.0317}) {
            RunOptions o = bounce(method, first);
            const record::Run before = execute(system, o, Session{});
            o = bounce(method, 0.06 - first);
            o.initial = {before.end(), false};
            for (const SideState& side : o.initial.state->state.sides) cut_in_contact += side.memory.closed ? 1 : 0;
            const record::Run after = execute(system, o, Session{});
            EXPECT_LT(largest_difference(after, whole, "mass.ux"), 1e-13) << method << " " << first;
            EXPECT_LT(largest_difference(after, whole, "mass.ux_velocity"), 1e-10) << method << " " << first;
        }
        EXPECT_GT(cut_in_contact, 0) << "no run was cut within a contact";
    }
}

/// A mass on a spring that slides on a table which it leaves: for `weight` below zero it is lifted at once and never touches it.
Model slider(const Value& stop, const Value& friction, bool ring, double weight) {
    Model model("slider");
    model.add("point", table({{"name", "mass"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", words({"ux", "uz"})}}), {});
    model.add("spring", table({{"from", "mass"}, {"direction", vector(1, 0, 0)}, {"stiffness", 200}}), {});
    model.add("load",
              table({{"nodes", "mass"},
                     {"direction", vector(0, 0, -1)},
                     {"force",
                      table({{"family", "signal"}, {"kind", "sine"}, {"amplitude", 8}, {"frequency", 8}, {"offset", weight}})}}),
              {});
    Table gap = table({{"name", "table"}, {"node", "mass"}, {"clearance", 1e-3}, {"law", stop}, {"friction", friction}});
    if (ring) {
        gap.set("axis", vector(0, 1, 0));
    } else {
        gap.set("direction", vector(0, 0, -1));
        gap.set("sides", "positive");
        gap.set("tangent", vector(1, 0, 0));
    }
    model.add(ring ? "circular_gap" : "gap", gap, {});
    if (!ring) model.add("initial", table({{"node", "mass"}, {"velocity", vector(0.5, 0, 0)}}), {});
    return model;
}

Value friction(const char* kind, Table settings) {
    settings.set("family", "friction");
    settings.set("kind", kind);
    settings.set("coefficient", 0.3);
    return settings;
}

// Cut in flights, too: the first step of the second run has no contact, and no start has prepared its frictions.
TEST(Continuation, FrictionOfAnOpenContactContinues) {
    const std::vector<Value> frictions = {friction("coulomb", {}), friction("karnopp", table({{"dead_band", 5e-3}})),
                                          friction("lugre", table({{"bristle_stiffness", 3e3}, {"bristle_damping", 20}}))};
    int cut_in_flight = 0, cut_in_contact = 0;
    for (const bool ring : {false, true}) {
        for (const double weight : {6.0, -20.0}) {
            for (const Value& law_of_friction : frictions) {
                const auto system = system_of(slider(law("hooke", 3e4), law_of_friction, ring, weight));
                for (const char* method : {"newmark", "generalized_alpha", "precise", "event_driven"}) {
                    const record::Run whole = execute(system, bounce(method, 0.12), Session{});
                    for (const double first : {0.005, 0.05, 0.0713}) {
                        const record::Run before = execute(system, bounce(method, first), Session{});
                        RunOptions o = bounce(method, 0.12 - first);
                        o.initial = {before.end(), false};
                        const bool closed = o.initial.state->state.sides[0].memory.closed;
                        ++(closed ? cut_in_contact : cut_in_flight);
                        const record::Run after = execute(system, o, Session{});
                        EXPECT_LT(largest_difference(after, whole, "mass.ux"), 1e-9) << method << " " << first << " " << ring;
                    }
                }
            }
        }
    }
    EXPECT_GT(cut_in_flight, 50);
    EXPECT_GT(cut_in_contact, 5);
}

// Control: what a method carries beyond displacement and velocity is in the state, and matters.
TEST(Continuation, AnotherModelOfTheSameKindBeginsItsHistoryAnew) {
    const auto system = system_of(bouncer(shaking()));
    const auto twin = system_of(bouncer(shaking()));
    const record::Run whole = execute(system, bounce("generalized_alpha", 0.04), Session{});
    RunOptions o = bounce("generalized_alpha", 0.02);
    const record::Run before = execute(system, o, Session{});
    o.initial = {before.end(), false};
    EXPECT_LT(largest_difference(execute(system, o, Session{}), whole, "mass.ux"), 1e-13);
    const double anew = largest_difference(execute(twin, o, Session{}), whole, "mass.ux");
    EXPECT_GT(anew, 1e-12);
    EXPECT_LT(anew, 1e-4);
}

// From modal coordinates and back: the motion goes on where it was, to round-off.
TEST(Continuation, MethodsHandOverToEachOther) {
    const auto system = system_of(row(law("hertz", 1e9), 200));
    for (const char* from : {"newmark", "precise", "event_driven"}) {
        for (const char* to : {"generalized_alpha", "precise", "event_driven"}) {
            const record::Run before = execute(system, options(from, 1e-5, 0.0123), Session{});
            RunOptions o = options(to, 2e-5, 0.002);
            o.initial = {before.end(), false};
            const record::Run after = execute(system, o, Session{});
            for (const char* probe : {"inner.ux", "outer.ux", "outer.ux_velocity"}) {
                const double last = before.at(probe, before.series(probe).first.back());
                const double scale = before.peak(probe, 0);
                EXPECT_NEAR(after.at(probe, after.series(probe).first.front()), last, 1e-14 * scale) << from << " " << to;
            }
        }
    }
}

TEST(Continuation, RefusesOtherCoordinatesAndGaps) {
    const auto system = system_of(row(law("hertz", 1e9), 200));
    const auto other = system_of(bouncer());
    RunOptions o = bounce("newmark", 0.01);
    o.initial = rest_of(system);
    EXPECT_EQ(error_of([&] { (void)execute(other, o, Session{}); }),
              "run: 'initial' (static equilibrium, of model 'row') has no coordinate 'mass.ux', which model 'oscillator' has");
    const auto without = system_of(oscillator(100));
    o.initial = rest_of(without);
    EXPECT_EQ(error_of([&] { (void)execute(other, o, Session{}); }),
              "run: 'initial' (static equilibrium, of model 'oscillator') has no gap 'stop', which model 'oscillator' has");
}

}  // namespace
}  // namespace jounce::test::continuation_test
