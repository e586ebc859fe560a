// SPDX-License-Identifier: BSD-3-Clause
#include "friction_matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string_view>

#include "friction_reference.hpp"
#include "mechanisms.hpp"
#include "time/contact/rigid_stops.hpp"
#include "time/start/mechanism_stepper.hpp"

namespace jounce::test::friction_matrix {

using matrix::Judgement;

namespace {

// Speeds, forces and times for which slip passes through the speeds of all samples and, by most of them, comes to rest.
constexpr double pressing = 4, radius = 0.01, stiffness = 4e6;
constexpr double contact_duration = 0.01;  // of Hertz's impact of 0.5 kg, nearly
constexpr int coarse_steps = 150, places = 10;

Value hertz() { return table({{"family", "law"}, {"kind", "hertz"}, {"stiffness", stiffness}}); }

/// The onset falls on fifths of a step, which a refinement by four permutes: see contact_matrix.cpp.
double clearance(int place) { return (20 + 0.2 * place) / coarse_steps * 2 * contact_duration * speed; }
/// What comes to rest does so anywhere within a step.
double start(const Scene& scene, int place) { return scene.hits ? speed : speed * (1 + 0.0137 * place); }

void pressed(Script& m, const char* node, const Value& friction) {
    m.add(
        "friction",
        {{"name", "brake"}, {"node", node}, {"direction", vector(1, 0, 0)}, {"normal_force", pressing}, {"friction", friction}});
}

void point(Script& m, const Value& friction, double v, double spring) {
    m.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", list({"ux"})}});
    if (spring > 0) m.add("spring", {{"from", "p"}, {"direction", vector(1, 0, 0)}, {"stiffness", spring}});
    pressed(m, "p", friction);
    m.add("initial", {{"node", "p"}, {"velocity", vector(v, 0, 0)}});
}

void beam(Script& m, const Value& friction, double v) {
    add_loaded_rod(m, 1);
    pressed(m, "rod[3]", friction);
    m.add("initial", {{"node", "rod[3]"}, {"velocity", vector(v, 0, 0)}});
}

void gap(Script& m, const Value& friction, int place) {
    m.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 0.5}, {"free", list({"ux", "uy"})}});
    m.add("gap", {{"name", "wall"},
                  {"node", "p"},
                  {"direction", vector(1, 0, 0)},
                  {"tangent", vector(0, 1, 0)},
                  {"clearance", clearance(place)},
                  {"sides", "positive"},
                  {"law", hertz()},
                  {"friction", friction}});
    m.add("initial", {{"node", "p"}, {"velocity", vector(speed, speed, 0)}});
}

/// The mass of `point` in a plane, with springs along both axes: it keeps to the line along which it begins.
void plane(Script& m, const Value& friction, double v, double spring) {
    m.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", list({"ux", "uy"})}});
    m.add("spring", {{"from", "p"}, {"direction", vector(1, 0, 0)}, {"stiffness", spring}});
    m.add("spring", {{"from", "p"}, {"direction", vector(0, 1, 0)}, {"stiffness", spring}});
    m.add("friction", {{"name", "brake"},
                       {"node", "p"},
                       {"directions", list({vector(1, 0, 0), vector(0, 1, 0)})},
                       {"normal_force", pressing},
                       {"friction", friction}});
    m.add("initial", {{"node", "p"}, {"velocity", vector(0.6 * v, 0.8 * v, 0)}});
}

Value rigid() { return table({{"family", "law"}, {"kind", "rigid"}, {"restitution", 0}}); }

/// The mass of `point`, pressed onto a rigid stop instead of by a force that is given.
void stop(Script& m, const Value& friction, double v) {
    m.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", list({"ux", "uy"})}});
    m.add("gap", {{"name", "floor"},
                  {"node", "p"},
                  {"direction", vector(0, -1, 0)},
                  {"tangent", vector(1, 0, 0)},
                  {"clearance", 0},
                  {"sides", "positive"},
                  {"law", rigid()},
                  {"friction", friction}});
    m.add("load", {{"node", "p"}, {"direction", vector(0, -1, 0)}, {"force", pressing}});
    m.add("initial", {{"node", "p"}, {"velocity", vector(v, 0, 0)}});
}

/// A block of the same mass, pressed onto the lower face of its rigid guide: two corners share the force, as the friction at its
/// sole and the height of its centre ask; their sum is the force.
void sole(Mechanisms& m, const Value& friction, double v) {
    // With these lengths the corners begin outside of their face, by the rounding of their places.
    constexpr double play = 1e-3, length = 0.1, height = 0.02;
    m.body("p", 1, 4e-4, {});
    m.add("initial", {{"node", "p"}, {"y", -play}, {"vx", v}});
    m.add("translational_clearance", {{"name", "floor"},
                                      {"body", "p"},
                                      {"length", length},
                                      {"height", height},
                                      {"clearance", play},
                                      {"law", rigid()},
                                      {"friction", friction}});
    m.add("load", {{"node", "p"}, {"direction", vector(0, -1, 0)}, {"force", pressing}});
}

/// A mass of two coordinates meets a ring as the mass of `journal` does.
void ring(Script& m, const Value& friction, int place) {
    const double across = std::sqrt(2.0) * clearance(place), play = across / 0.8;
    m.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 0.5}, {"free", list({"ux", "uy"})}});
    m.add("circular_gap", {{"name", "wall"},
                           {"node", "p"},
                           {"axis", vector(0, 0, 1)},
                           {"clearance", play},
                           {"law", hertz()},
                           {"friction", friction}});
    m.add("initial",
          {{"node", "p"}, {"displacement", vector(0, 0.6 * play, 0)}, {"velocity", vector(std::sqrt(2.0) * speed, 0, 0)}});
}

void body(Mechanisms& m, double inertia) {
    m.body("p", 0.5, inertia, {});
    m.add("initial", {{"node", "p"}, {"vx", speed}, {"vy", speed}});
}

void guide(Mechanisms& m, const Value& friction) {
    m.body("p", 0.5, 1e-4, {});
    m.add("initial", {{"node", "p"}, {"vx", speed}});
    m.add("translational", {{"name", "guide"}, {"body", "p"}});
    pressed(m, "p", friction);
}

/// It begins at 0.6 of the clearance beside the centre and flies across: at the wall its velocity is 0.8 along the normal.
void journal(Mechanisms& m, const Value& friction, int place, double inertia) {
    const double across = std::sqrt(2.0) * clearance(place), play = across / 0.8;
    m.body("p", 0.5, inertia, {});
    m.add("initial", {{"node", "p"}, {"y", 0.6 * play}, {"vx", std::sqrt(2.0) * speed}});
    m.add("revolute_clearance", {{"name", "wall"},
                                 {"bearing", pair_of(0, 0)},
                                 {"journal", "p"},
                                 {"bearing_radius", radius + play},
                                 {"journal_radius", radius},
                                 {"law", hertz()},
                                 {"friction", friction}});
}

void slot(Mechanisms& m, const Value& friction, int place, double inertia) {
    constexpr double behind = 0.01;
    body(m, inertia);
    m.add("slot", {{"name", "wall"},
                   {"pin", "p"},
                   {"from", pair_of(-behind, -0.1)},
                   {"to", pair_of(-behind, 0.1)},
                   {"width", 2 * (radius + clearance(place) + behind)},
                   {"pin_radius", radius},
                   {"law", hertz()},
                   {"friction", friction}});
}

void block(Mechanisms& m, const Value& friction, int place) {
    m.body("p", 0.5, 4e-4, {});
    m.add("initial", {{"node", "p"}, {"vx", speed}, {"vy", speed}, {"vangle", 0.01}});
    m.add("translational_clearance", {{"name", "wall"},
                                      {"body", "p"},
                                      {"length", 0.1},
                                      {"height", 0.02},
                                      {"clearance", clearance(place)},
                                      {"law", hertz()},
                                      {"friction", friction}});
}

Outcome outcome(const Scene& scene, const System& system, const State& state) {
    Outcome out;
    for (const char* motion : scene.motions) {
        const std::string name = std::string(scene.mover) + "." + motion;
        out.places.push_back(probe(system, state, name));
        out.speeds.push_back(probe(system, state, name + "_velocity"));
    }
    return out;
}

Outcome run(const Scene& scene, const std::shared_ptr<const System>& built, const time::Method& method, time::Events events,
            double steps) {
    const auto system = method.prepare(built);
    time::require_joints_known(method, *system);
    time::require_located_rigid_stops(*system, events, "run");
    const auto stepper = method.bind(*system, events);
    State state = time::initial_state(*system);
    time::MarchOptions options;
    options.step = scene.duration / steps;
    options.duration = scene.duration;
    options.order = method.order();
    options.events = events;
    (void)time::march(*system, *stepper, options, state, {});
    return outcome(scene, *system, state);
}

/// Speeds at which the formula of a law may change: all that it is given, and of bristles the reversal, where |v| has a kink.
std::vector<double> bends(const Case& law) {
    std::vector<double> out;
    for (const auto& [name, value] : *law.settings.table())
        if (name.ends_with("_speed")) out.push_back(*value.number());
    if (law.law->has_bristle) out.push_back(0);
    return out;
}

/// A set-valued force jumps where the slip reverses or ends: first order where that instant is not located. The slopes of other
/// laws and of Hertz's force have kinks at most, which leave second order.
/// The default gains of baumgarte grow with 1/step and feed the drift of a stick back into its force: the instant at which it
/// breaks is of first order (with fixed gains of that of the scheme), which shows where the force jumps there.
double expected_order(const Case& law, const time::Method& method, std::string_view kind, time::Events events) {
    const auto& cone = law.law->cone;
    if (cone && events == time::Events::stepwise) return 1;
    if (cone && kind == "baumgarte" && cone->static_coefficient > cone->coefficient) return 1;
    return std::min(method.order(), 2);
}

}  // namespace

const std::vector<Case>& cases() {
    static const std::vector<Case> cases = [] {
        std::vector<Case> out;
        for (const contact::FrictionKind* kind : contact::friction_kinds()) {
            const auto& samples = friction_samples().at(kind->name);
            for (std::size_t i = 0; i < samples.size(); ++i) {
                Table settings = samples[i];
                settings.set("family", "friction");
                settings.set("kind", kind->name);
                out.push_back({kind->name, i, settings, contact::friction_family.make(settings, "matrix", "friction")});
            }
        }
        return out;
    }();
    return cases;
}

const std::vector<Scene>& scenes() {
    static const std::vector<Scene> all = {{"brake", "p", {"ux"}, 0.15},
                                           {"spring", "p", {"ux"}, 0.075},
                                           {"beam", "rod[3]", {"ux"}, 0.15},
                                           {"wall", "p", {"ux", "uy"}, 2 * contact_duration, false, true},
                                           {"guide", "p", {"ux"}, 0.15, true},
                                           {"journal", "p", {"ux", "uy", "rz"}, 2 * contact_duration, true, true},
                                           {"slot", "p", {"ux", "uy", "rz"}, 2 * contact_duration, true, true},
                                           {"block", "p", {"ux", "uy", "rz"}, 2 * contact_duration, true, true},
                                           {"heavy_slot", "p", {"ux", "uy"}, 2 * contact_duration, true, true},
                                           {"plane", "p", {"ux", "uy"}, 0.075, false, false, "spring", {0.6, 0.8}},
                                           {"stop", "p", {"ux"}, 0.15, false, false, "brake"},
                                           {"sole", "p", {"ux"}, 0.15, false, false, "brake"},
                                           {"ring", "p", {"ux", "uy"}, 2 * contact_duration, true, true},
                                           {"heavy_journal", "p", {"ux", "uy"}, 2 * contact_duration, true, true}};
    return all;
}

const Scene& scene_named(const std::string& name) {
    return *std::ranges::find_if(scenes(), [&](const Scene& scene) { return scene.name == name; });
}

System build(const Scene& scene, const Value& friction, int place) {
    Mechanisms m;
    const std::string name = scene.name;
    if (name == "brake") point(m, friction, start(scene, place), 0);
    if (name == "spring") point(m, friction, start(scene, place), 1e4);
    if (name == "beam") beam(m, friction, start(scene, place));
    if (name == "wall") gap(m, friction, place);
    if (name == "guide") guide(m, friction);
    if (name == "journal") journal(m, friction, place, 2.5e-5);
    if (name == "heavy_journal") journal(m, friction, place, 1e6);
    if (name == "slot") slot(m, friction, place, 2.5e-5);
    if (name == "heavy_slot") slot(m, friction, place, 1e6);
    if (name == "block") block(m, friction, place);
    if (name == "plane") plane(m, friction, start(scene, place), 1e4);
    if (name == "stop") stop(m, friction, start(scene, place));
    if (name == "sole") sole(m, friction, start(scene, place));
    if (name == "ring") ring(m, friction, place);
    return m.system();
}

double error(const Scene& scene, const Outcome& got, const Outcome& want) {
    double sum = 0;
    for (std::size_t i = 0; i < want.speeds.size(); ++i) {
        const double length = scene.motions[i] == std::string("rz") ? radius : 1;
        sum += std::pow(length * (got.speeds[i] - want.speeds[i]) / speed, 2);
        sum += std::pow(length * (got.places[i] - want.places[i]) / (speed * scene.duration), 2);
    }
    return std::sqrt(sum);
}

Outcome reference(const Case& law, const Scene& scene, int place, double tolerance) {
    if (scene.curved) {
        const auto system = std::make_shared<System>(build(scene, law.settings, place));
        return run(scene, system, *events(tolerance), time::Events::locate, 10);
    }
    if (scene.witness != nullptr) {
        const Outcome line = reference(law, scene_named(scene.witness), place, tolerance);
        Outcome out;
        for (const double share : scene.along) {
            out.places.push_back(share * line.places.front());
            out.speeds.push_back(share * line.speeds.front());
        }
        return out;
    }
    const System system = build(scene, law.settings, place);
    const auto [q, v] = FrictionReference(system, pressing, bends(law)).after(scene.duration, speed, tolerance);
    State state = time::initial_state(system);
    state.q = q;
    state.v = v;
    return outcome(scene, system, state);
}

double end_error(const Case& law, const Scene& scene, const time::Method& method, int place) {
    const auto system = std::make_shared<System>(build(scene, law.settings, place));
    return error(scene, run(scene, system, method, time::Events::locate, 10), reference(law, scene, place));
}

std::vector<matrix::Cell> cells(const Case& law, const Scene& scene) {
    const std::string name = fmt::format("{} ({}), {}", law.kind, law.sample, scene.name);
    std::vector<matrix::Cell> out;
    std::vector<std::shared_ptr<const System>> systems(places);
    std::vector<std::optional<Outcome>> references(places);
    for (const time::MethodKind* kind : time::method_family.kinds()) {
        for (const time::Events events : {time::Events::locate, time::Events::stepwise}) {
            const auto method = kind->make(Table{});
            out.push_back({fmt::format("{}, {}, {}", name, kind->name, matrix::word(events)), {}});
            Judgement& cell = out.back().judgement;
            matrix::judge_order(cell, *method, expected_order(law, *method, kind->name, events), events, [&](double refined) {
                double sum = 0;
                for (int i = 0; i < places; ++i) {
                    const auto at = static_cast<std::size_t>(i);
                    if (!systems[at]) systems[at] = std::make_shared<System>(build(scene, law.settings, i));
                    const Outcome got = run(scene, systems[at], *method, events, coarse_steps * refined);
                    if (!references[at]) references[at] = reference(law, scene, i);
                    sum += std::pow(error(scene, got, *references[at]), 2) / places;
                    cell.end =
                        fmt::format("{} at {:.9g}, not {:.9g}, with {:.9g}, not {:.9g}", scene.motions.back(), got.places.back(),
                                    references[at]->places.back(), got.speeds.back(), references[at]->speeds.back());
                }
                return std::sqrt(sum);
            });
        }
    }
    return out;
}

const std::vector<const char*>& known_faults() {
    static const std::vector<const char*> rows = {};
    return rows;
}

std::vector<std::string> wrong_cells(const Case& law, const Scene& scene) {
    return matrix::wrong_cells(cells(law, scene), known_faults());
}

}  // namespace jounce::test::friction_matrix
