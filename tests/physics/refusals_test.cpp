// The table of refused combinations: every row is made by a combination that is refused, most of them by cells of the matrices
// of contact laws and of frictions. Control: a message that no row makes is found.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/fields/refusals.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "contact_matrix.hpp"
#include "friction_matrix.hpp"
#include "mechanisms.hpp"
#include "nonlinear/orbits/orbit_checks.hpp"
#include "record/run/run.hpp"
#include "support/small_system.hpp"
#include "system/mechanism/mechanism.hpp"

namespace jounce::test::refusals_test {
namespace {

void add_refused(const std::vector<matrix::Cell>& cells, std::vector<std::string>& messages) {
    for (const auto& [name, cell] : cells) {
        if (cell.verdict == matrix::Judgement::Verdict::refused) messages.push_back(cell.text);
    }
}

record::RunOptions run_options(const char* method, const std::pair<const char*, Value>& option) {
    return record::read_run_options(Value(table({{"method", table({{"family", "method"}, {"kind", method}})},
                                                 {"step", 1e-3},
                                                 {"duration", 1},
                                                 {option.first, option.second}})));
}

/// What the matrices do not ask for: analyses, options of runs, interference, and transitions that a law does not take.
std::vector<std::string> refused_elsewhere() {
    const Value rigid = table({{"family", "law"}, {"kind", "rigid"}});
    std::vector<std::string> out;
    out.push_back(error_of([&] {
        Script m;
        m.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", list({"ux"})}});
        m.add("gap", {{"name", "wall"}, {"node", "p"}, {"direction", vector(1, 0, 0)}, {"interference", 1e-5}, {"law", rigid}});
    }));
    for (const auto& [kind, samples] : law_samples()) {
        Table relaxing = samples.front();
        relaxing.set("transition", "relaxation");
        out.push_back(error_of([&, &name = kind] { (void)make_law(name, relaxing); }));
    }
    out.push_back(error_of([] { (void)run_options("event_driven", {"events", "stepwise"}); }));
    out.push_back(error_of([] { (void)run_options("precise", {"tolerance", 1e-6}); }));
    Table pulling = law_samples().at("kelvin_voigt").front();
    pulling.set("transition", "force");
    pulling.set("adhesion", true);
    out.push_back(error_of([&] { (void)make_law("kelvin_voigt", pulling); }));
    out.push_back(error_of([] {
        Mechanisms m;
        m.body("p", 1, 1e-4, {});
        refuse_mechanism(m.system(), "modes");
    }));
    const auto refused_stop = [&](const char* name, const Table& settings) {
        System system = linear_system(scalar(1), scalar(0), scalar(1));
        add_contact(system, "stop", stop(1), make_law(name, settings), {linalg::Vector::Ones(1)});
        out.push_back(error_of([&] { nonlinear::require_differentiable(system, "orbit"); }));
    };
    refused_stop("gharib_hurmuzlu_second", table({{"stiffness", 1e4}, {"restitution", 0.7}}));
    refused_stop("kelvin_voigt", table({{"stiffness", 100}, {"damping", 1}, {"transition", "latched"}}));
    out.push_back(error_of([&] {
        Script m;
        m.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", list({"ux", "uy"})}});
        m.add("circular_gap", {{"name", "ring"}, {"node", "p"}, {"axis", vector(0, 0, 1)}, {"clearance", 0}, {"law", rigid}});
    }));
    out.push_back(error_of([] {
        Script m;
        m.add("point",
              {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"inertia", vector(1, 1, 1)}, {"free", list({"ux", "uy"})}});
        m.add("circular_gap", {{"name", "ring"},
                               {"node", "p"},
                               {"axis", vector(0, 0, 1)},
                               {"clearance", 1e-3},
                               {"surface_radius", 0.02},
                               {"friction", table({{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", 0.3}})},
                               {"law", table({{"family", "law"}, {"kind", "hertz"}, {"stiffness", 1e8}})}});
        (void)m.system();
    }));
    return out;
}

TEST(Refusals, EveryRowIsReached) {
    std::vector<std::string> messages = refused_elsewhere();
    bool rigid = false, apart = false;
    for (const matrix::LawCase& law : matrix::law_cases()) {
        const bool first_rigid = law.law->rigid && !rigid, first_apart = contact::force_closes_apart(*law.law) && !apart;
        if (!first_rigid && !first_apart) continue;
        rigid = rigid || first_rigid;
        apart = apart || first_apart;
        for (const matrix::Scene& scene : matrix::scenes()) add_refused(cells(law, scene), messages);
    }
    for (const friction_matrix::Scene& scene : friction_matrix::scenes()) {
        const auto set_valued = [](const friction_matrix::Case& law) { return law.law->cone.has_value(); };
        add_refused(cells(*std::ranges::find_if(friction_matrix::cases(), set_valued), scene), messages);
    }
    for (const Refusal* row : all_refusals()) {
        const auto made = [&](const std::string& message) { return row->made(message); };
        EXPECT_TRUE(std::ranges::any_of(messages, made)) << "nothing is refused by the row of " << row->combination;
    }
    EXPECT_FALSE(matrix::in_refusal_table("'step' must be positive, got 0"));
    EXPECT_FALSE(matrix::in_refusal_table("law.hooke: unknown key 'stifness'; known are stiffness"));
}

// The rows that name methods, transitions and laws, over all of them. Control: what they do not name is taken.
TEST(Refusals, OptionsOfRunsAreRefusedForTheMethodsThatTheRowsName) {
    for (const char* method :
         {"newmark", "central_difference", "generalized_alpha", "hht", "wbz", "event_driven", "precise", "baumgarte"}) {
        SCOPED_TRACE(method);
        const std::string name = method;
        const bool own_steps = name == "event_driven", one_step = !own_steps && name != "precise" && name != "baumgarte";
        const std::string stepwise = error_of([&] { (void)run_options(method, {"events", "stepwise"}); });
        const std::string tolerance = error_of([&] { (void)run_options(method, {"tolerance", 1e-6}); });
        EXPECT_EQ(refusals::own_steps_stepwise.made(stepwise), own_steps) << stepwise;
        EXPECT_EQ(stepwise.empty(), !own_steps) << stepwise;
        EXPECT_EQ(refusals::tolerance_without_estimate.made(tolerance), !one_step) << tolerance;
        EXPECT_EQ(tolerance.empty(), one_step) << tolerance;
    }
}

TEST(Refusals, AdhesionHasTheTransitionDistanceOnly) {
    for (const char* transition : {"force", "distance_force", "latched", "relaxation", "distance"}) {
        Table settings = law_samples().at("kelvin_voigt").front();
        settings.set("transition", transition);
        EXPECT_EQ(error_of([&] { (void)make_law("kelvin_voigt", settings); }), "") << transition;
        settings.set("adhesion", true);
        const std::string error = error_of([&] { (void)make_law("kelvin_voigt", settings); });
        EXPECT_EQ(refusals::adhesion_with_transition.made(error), transition != std::string("distance")) << error;
    }
}

TEST(Refusals, LawsWithoutADampingForceHaveNoTransition) {
    for (const char* law : {"hooke", "hertz", "rigid", "esdu_78035", "johnson", "adams_impact", "gharib_hurmuzlu_second",
                            "lankarani_nikravesh_1994", "kelvin_voigt", "hunt_crossley"}) {
        Table settings = law_samples().at(law).front();
        settings.set("transition", "distance");
        const std::string error = error_of([&] { (void)make_law(law, settings); });
        const bool damped = law == std::string("kelvin_voigt") || law == std::string("hunt_crossley");
        EXPECT_EQ(refusals::law_without_transition.made(error), !damped) << law << ": " << error;
        EXPECT_EQ(error.empty(), damped) << law << ": " << error;
    }
}

}  // namespace
}  // namespace jounce::test::refusals_test
