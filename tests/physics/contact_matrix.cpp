// SPDX-License-Identifier: BSD-3-Clause
#include "contact_matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "contact/impacts/free_impact.hpp"
#include "mechanisms.hpp"
#include "time/contact/rigid_stops.hpp"
#include "time/start/mechanism_stepper.hpp"

namespace jounce::test::matrix {

namespace {

constexpr double mass = 0.5, speed = 2, radius = 0.01;
// Steps that a contact lasts.
constexpr double coarse_steps = 150;
/// Free flight before the contact, in coarse steps. An onset within a step gives an error h^p g(phase), so places of the onset
/// must have the same phases at both step sizes for their errors to tell p: multiples of a fifth are permuted by a refinement of
/// four. The first flight begins the contact on a step's end: an event that falls on the end of a step must not be missed.
constexpr double flights[] = {46, 46.2, 46.4, 46.6, 46.8};

void point(Script& m, const Value& law, double clearance) {
    m.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", mass}, {"free", list({"ux"})}});
    m.add("gap", {{"name", "wall"},
                  {"node", "p"},
                  {"direction", vector(1, 0, 0)},
                  {"clearance", clearance},
                  {"sides", "positive"},
                  {"law", law}});
    m.add("initial", {{"node", "p"}, {"velocity", vector(speed, 0, 0)}});
}

void ring(Script& m, const Value& law, double clearance) {
    m.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", mass}, {"free", list({"ux", "uy"})}});
    m.add("circular_gap", {{"name", "wall"}, {"node", "p"}, {"axis", vector(0, 0, 1)}, {"clearance", clearance}, {"law", law}});
    m.add("initial", {{"node", "p"}, {"velocity", vector(speed, 0, 0)}});
}

/// The tip of a soft light cantilever carries the mass: its bending is slow beside the contact.
void beam(Script& m, const Value& law, double clearance) {
    add_loaded_rod(m, mass);
    m.add("gap", {{"name", "wall"},
                  {"node", "rod[3]"},
                  {"direction", vector(1, 0, 0)},
                  {"clearance", clearance},
                  {"sides", "positive"},
                  {"law", law}});
    m.add("initial", {{"node", "rod[3]"}, {"velocity", vector(speed, 0, 0)}});
}

void body(Mechanisms& m) {
    m.body("p", mass, 1e-4, {});
    m.add("initial", {{"node", "p"}, {"vx", speed}});
}

void guide(Mechanisms& m, const Value& law, double clearance) {
    body(m);
    m.add("translational", {{"name", "guide"}, {"body", "p"}});
    m.add("gap", {{"name", "wall"},
                  {"node", "p"},
                  {"direction", vector(1, 0, 0)},
                  {"clearance", clearance},
                  {"sides", "positive"},
                  {"law", law}});
}

void journal(Mechanisms& m, const Value& law, double clearance) {
    body(m);
    m.add("revolute_clearance", {{"name", "wall"},
                                 {"bearing", pair_of(0, 0)},
                                 {"journal", "p"},
                                 {"bearing_radius", radius + clearance},
                                 {"journal_radius", radius},
                                 {"law", law}});
}

/// The other face is so far behind that a damper acting before the touch does not reach it.
void slot(Mechanisms& m, const Value& law, double clearance) {
    constexpr double behind = 0.01;
    body(m);
    m.add("slot", {{"name", "wall"},
                   {"pin", "p"},
                   {"from", pair_of(-behind, -0.1)},
                   {"to", pair_of(-behind, 0.1)},
                   {"width", 2 * (radius + clearance + behind)},
                   {"pin_radius", radius},
                   {"law", law}});
}

/// A block that meets its guide with two corners at once. It is turned by a right angle, so that they differ by rounding.
void block(Mechanisms& m, const Value& law, double clearance) {
    m.body("p", mass, 1e-4, {});
    m.add("initial", {{"node", "p"}, {"angle", 0.5 * pi}, {"vx", speed}});
    m.add("translational_clearance", {{"name", "wall"},
                                      {"body", "p"},
                                      {"axis", pair_of(0, 1)},
                                      {"length", 0.1},
                                      {"height", 0.02},
                                      {"clearance", clearance},
                                      {"law", law}});
}

System build(const Scene& scene, const Value& law, double clearance) {
    Mechanisms m;
    const std::string name = scene.name;
    if (name == "point") point(m, law, clearance);
    if (name == "ring") ring(m, law, clearance);
    if (name == "beam") beam(m, law, clearance);
    if (name == "guide") guide(m, law, clearance);
    if (name == "journal") journal(m, law, clearance);
    if (name == "slot") slot(m, law, clearance);
    if (name == "block") block(m, law, clearance);
    return m.system();
}

/// \param contact its duration [s] \param steps that it lasts
Outcome run(const Scene& scene, const std::shared_ptr<const System>& built, const time::Method& method, time::Events events,
            double contact, double steps) {
    const auto system = method.prepare(built);
    time::require_joints_known(method, *system);
    const auto stepper = method.bind(*system, events);
    State state = time::initial_state(*system);
    time::ImpactLog log;
    std::vector<time::Observer*> observers = {&log};
    time::MarchOptions options;
    options.step = contact / steps;
    // A rigid stop takes no time: the run ends before a journal has crossed its bearing to the other side.
    options.duration = (built->contacts.front().law->rigid ? 0.9 : 1.7) * contact;
    options.order = method.order();
    options.events = events;
    (void)time::march(*system, *stepper, options, state, observers);
    Outcome out;
    const std::string mover = scene.mover;
    out.speed = -probe(*system, state, mover + ".ux_velocity");
    out.place = probe(*system, state, mover + ".ux");
    out.impacts = static_cast<int>(log.impacts().size());
    if (out.impacts > 0) out.restitution = log.impacts()[0].restitution_delivered();
    return out;
}

/// The exponent s of the force t^s at the onset: 0 for a jump.
double onset_exponent(const contact::Law& law, double contact) {
    contact::ContactMemory memory;
    memory.closed = true;
    memory.impact_speed = speed;
    const auto force = [&](double depth) { return closed_response(law, {depth, speed}, memory).force; };
    const double depth = 1e-6 * contact * speed;
    return std::log2(force(2 * depth) / force(depth));
}

/// The order that a method has in an impact by a law whose force begins as t^s: min(method's, 2, 1 + s) with events located, as
/// memory, kinks and the square root of an elastic law bound the order of those above two; min(method's, 3) where the force is
/// analytic during the contact; 1 stepwise where the force jumps.
double expected_order(const contact::Law& law, const time::Method& method, time::Events events, double contact) {
    const double order = method.order();
    if (law.rigid) return order;
    const double s = onset_exponent(law, contact);
    const bool jumps = s < 0.01 || !law.transition->opens_by_force || law.adhesion;
    const bool whole = std::abs(s - std::round(s)) < 1e-3;
    if (events == time::Events::stepwise) return jumps ? 1 : std::min({order, 2.0, 1 + s});
    if (law.smooth_onset && law.kinks.empty() && !law.turning_point) return std::min(order, 3.0);
    return whole ? std::min(order, 2.0) : std::min({order, 2.0, 1 + s});
}

double error(const Outcome& got, const Outcome& want, double contact) {
    double out = std::hypot((got.speed - want.speed) / speed, (got.place - want.place) / (speed * contact));
    if (got.restitution && want.restitution) out = std::hypot(out, *got.restitution - *want.restitution);
    return out;
}

}  // namespace

const std::vector<LawCase>& law_cases() {
    static const std::vector<LawCase> cases = [] {
        std::vector<LawCase> out;
        for (const contact::LawKind* kind : contact::law_kinds()) {
            int number = 0;
            for (const Table& sample : law_samples().at(kind->name)) {
                for (const contact::Transition* transition : contact::transition_kinds()) {
                    Table settings = sample;
                    const bool any =
                        std::ranges::any_of(kind->fields.fields, [](const Field& f) { return f.name == "transition"; });
                    if (any) settings.set("transition", transition->name);
                    settings.set("family", "law");
                    settings.set("kind", kind->name);
                    try {
                        contact::LawPointer law = contact::law_family.make(settings, "matrix", "law");
                        const std::string name = law->transition->name;
                        out.push_back({kind->name, number, name, settings, std::move(law)});
                    } catch (const Error&) {
                        // The law does not take this transition: said where it is made, and tested there.
                    }
                    if (!any) break;
                }
                ++number;
            }
        }
        return out;
    }();
    return cases;
}

const std::vector<Scene>& scenes() {
    static const std::vector<Scene> all = {
        {"point", "p", false, true},  {"ring", "p", false, true}, {"beam", "rod[3]", false, false}, {"guide", "p", true, true},
        {"journal", "p", true, true}, {"slot", "p", true, true},  {"block", "p", true, false}};
    return all;
}

Bench::Bench(const LawCase& law) : law_(law), duration_(1e-3) {
    if (law.law->rigid) {
        restitution_ = law.law->restitution_asked.value_or(1);
        return;
    }
    contact::FreeImpact hit;
    try {
        hit = free_impact(*law.law, mass, speed);
    } catch (const Error&) {
        // A law that ends at some depth has no answer beyond it: nothing to compare.
        if (!std::isfinite(law.law->end.indentation)) throw;
        beyond_the_law_ = true;
        return;
    }
    duration_ = hit.duration;
    if (!hit.released) duration_ = 4 * hit.turning_time;
    restitution_ = hit.restitution;
}

const std::vector<std::shared_ptr<const System>>& Bench::systems(const Scene& scene) {
    std::vector<std::shared_ptr<const System>>& kept = systems_[scene.name];
    if (kept.empty()) {
        for (const double flight : flights)
            kept.push_back(std::make_shared<System>(build(scene, law_.settings, flight / coarse_steps * duration_ * speed)));
    }
    return kept;
}

const std::vector<Outcome>& Bench::reference(const Scene& scene) {
    std::vector<Outcome>& kept = scene.alone ? point_ : others_[scene.name];
    if (kept.empty()) {
        const Scene& model = scene.alone ? scenes()[0] : scene;
        const auto method = events(1e-12);
        for (const std::shared_ptr<const System>& system : systems(model))
            kept.push_back(run(model, system, *method, time::Events::locate, duration_, 10));
    }
    return kept;
}

std::string Bench::reference_fault() {
    for (const Outcome& want : reference(scenes()[0])) {
        if (law_.transition != "distance_force") return "";
        const double off = want.speed / speed - restitution_;
        if (std::abs(off) > 1e-9) return fmt::format("event_driven {:.9g}, free impact {:.9g}", want.speed / speed, restitution_);
    }
    return "";
}

Judgement Bench::judge(const Scene& scene, const std::string& method_name, time::Events events) {
    Judgement out;
    const auto method = time::method_family.find(method_name)->make(Table{});
    const double expected = expected_order(*law_.law, *method, events, duration_);
    judge_order(out, *method, expected, events, [&](double refined) {
        double sum = 0;
        const std::vector<std::shared_ptr<const System>>& places = systems(scene);
        for (std::size_t i = 0; i < places.size(); ++i) {
            time::require_located_rigid_stops(*places[i], events, "run");
            const Outcome got = run(scene, places[i], *method, events, duration_, coarse_steps * refined);
            const Outcome& want = reference(scene)[i];
            sum += std::pow(error(got, want, duration_), 2);
            out.end = fmt::format("ends at {:.9g} m/s, not {:.9g}", got.speed, want.speed);
            // Stepwise, two touches within a step are one.
            const bool merged = events == time::Events::stepwise && got.impacts > 0 && got.impacts < want.impacts;
            if (refined > 1 && got.impacts != want.impacts && !merged && out.text.empty())
                out.text = fmt::format("{} impacts, not {}", got.impacts, want.impacts);
        }
        return std::sqrt(sum / static_cast<double>(places.size()));
    });
    return out;
}

const std::vector<const char*>& known_faults() {
    static const std::vector<const char*> rows = {};
    return rows;
}

bool sampled(std::size_t number, std::size_t scene) {
    const LawCase& law = law_cases()[number];
    if (law.law->turning_point) return law.sample == 0;
    if (law.law->smooth_onset && law.transition == "force" && law.sample == 0) return true;
    return (number + number / contact::transition_kinds().size()) % scenes().size() == scene;
}

std::vector<Cell> cells(const LawCase& law, const Scene& scene) {
    const std::string name = fmt::format("{} ({}), {}, {}", law.kind, law.sample, law.transition, scene.name);
    std::vector<Cell> out;
    const auto fail = [&](const std::string& text) {
        out.push_back({name, {}});
        out.back().judgement.verdict = Judgement::Verdict::wrong;
        out.back().judgement.text = text;
    };
    try {
        Bench bench(law);
        if (bench.beyond_the_law()) return out;
        if (const std::string fault = bench.reference_fault(); !fault.empty()) fail("reference: " + fault);
        for (const time::MethodKind* method : time::method_family.kinds()) {
            for (const time::Events events : {time::Events::locate, time::Events::stepwise}) {
                out.push_back(
                    {fmt::format("{}, {}, {}", name, method->name, word(events)), bench.judge(scene, method->name, events)});
            }
        }
    } catch (const Error& error) {
        fail(error.what());
    }
    return out;
}

std::vector<std::string> wrong_cells(const LawCase& law, const Scene& scene) {
    return wrong_cells(cells(law, scene), known_faults());
}

}  // namespace jounce::test::matrix
