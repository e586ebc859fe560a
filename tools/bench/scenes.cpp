// The shaft with three stops in three sizes and the single mass with two stops, each beside a hand-written loop.
// SPDX-License-Identifier: BSD-3-Clause
#include "scenes.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <numbers>

#include "cantilever.hpp"
#include "continuation.hpp"
#include "entries.hpp"
#include "forced_mass.hpp"
#include "hand_loop.hpp"
#include "law_evaluation.hpp"
#include "linalg/sparse/ordering.hpp"
#include "modal/reduction.hpp"
#include "record/run/run.hpp"
#include "roller.hpp"
#include "slider_crank.hpp"
#include "sweep.hpp"
#include "system/model/model.hpp"
#include "three_clearances.hpp"
#include "time/account/energy.hpp"
#include "time/account/impacts.hpp"
#include "time/march/march.hpp"
#include "time/methods/newmark.hpp"
#include "time/start/start.hpp"
#include "verlet_loop.hpp"

namespace jounce::bench {

namespace {

using Clock = std::chrono::steady_clock;

double seconds(const std::function<void()>& work) {
    const Clock::time_point begin = Clock::now();
    work();
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

constexpr double omega = 20 * std::numbers::pi;
constexpr double hertz = 1.5e11;
constexpr double shaft_clearance = 3e-3;
constexpr double step = 1e-5;

/// The shaft of Xu et al. (2022, doi 10.3390/machines10090814), 2100 N in all, Rayleigh 1 % at the first two bending modes of
/// 20 elements, three two-sided Hertz stops.
System shaft(int elements, double clearance = shaft_clearance) {
    Model model("shaft");
    const Origin here{"bench", 1};
    const Handle beam = model.add(
        "beam",
        table({{"name", "shaft"},
               {"from", vector(0, 0, 0)},
               {"to", vector(0, 0, 1)},
               {"elements", elements},
               {"theory", "timoshenko"},
               {"section", kind("section", "tube", {{"outer_diameter", 0.19}, {"wall", 5e-3}, {"shear_factor", 2 * 1.3 / 4.9}})},
               {"material", kind("material", "isotropic", {{"E", 207e9}, {"nu", 0.3}, {"density", 34410.0}})}}),
        here);
    List nodes(beam.nodes.begin(), beam.nodes.end());
    model.add("fix", table({{"nodes", nodes}, {"dofs", List{"uy", "uz", "rx", "rz"}}}), here);
    const Value law = kind("law", "hertz", {{"stiffness", hertz}});
    const int places[] = {0, elements / 2, elements};
    for (const int place : places) {
        model.add("gap",
                  table({{"name", "stop " + std::to_string(place)},
                         {"node", nodes[static_cast<std::size_t>(place)]},
                         {"direction", vector(1, 0, 0)},
                         {"clearance", clearance},
                         {"sides", "both"},
                         {"law", law}}),
                  here);
    }
    model.add("damping",
              table({{"damping", kind("damping", "rayleigh", {{"alpha", 41.11282993909048}, {"beta", 2.0996245524225093e-6}})}}),
              here);
    model.add("load",
              table({{"nodes", nodes},
                     {"direction", vector(1, 0, 0)},
                     {"force", kind("signal", "sine", {{"amplitude", 2100.0 / (elements + 1)}, {"frequency", 10}})}}),
              here);
    return assemble(model);
}

/// 100 kg at 8 m/s between two Hertz walls. \param spring also held by a spring and a damper
System mass_between_walls(double clearance, bool spring) {
    Model model("mass between walls");
    const Origin here{"bench", 2};
    model.add("point", table({{"name", "block"}, {"at", vector(0, 0, 0)}, {"mass", 100}, {"free", List{"ux"}}}), here);
    if (spring) {
        model.add("spring", table({{"from", "block"}, {"direction", vector(1, 0, 0)}, {"stiffness", 1e6}, {"damping", 200}}),
                  here);
    }
    model.add("gap",
              table({{"name", "walls"},
                     {"node", "block"},
                     {"direction", vector(1, 0, 0)},
                     {"clearance", clearance},
                     {"sides", "both"},
                     {"law", kind("law", "hertz", {{"stiffness", hertz}})}}),
              here);
    model.add("initial", table({{"node", "block"}, {"velocity", vector(8, 0, 0)}}), here);
    return assemble(model);
}
System single_mass() { return mass_between_walls(5e-3, true); }
System free_mass() { return mass_between_walls(0.18, false); }

double jounce_seconds(const System& system, double h, long steps, bool account) {
    const auto method = time::newmark({});
    const auto stepper = method->bind(system, time::Events::locate);
    State state = time::initial_state(system);
    time::ImpactLog impacts;
    time::EnergyAccount energy;
    std::vector<time::Observer*> observers = {&impacts};
    if (account) observers.push_back(&energy);
    time::MarchReport report;
    const double total = seconds([&] {
        report = time::march(system, *stepper, {.step = h, .duration = h * static_cast<double>(steps)}, state, observers);
    });
    return total / static_cast<double>(report.steps);
}

struct Entry {
    const char* variant;
    time::MethodPointer method;
    time::Events events = time::Events::locate;
};

/// Several methods on one System side by side, the repeats interleaved so that a noisy moment hits all of them; no account, no
/// probes. The ratio is to the first entry. \param share receives the share of steps in contact under the first entry
std::vector<Measurement> race(const std::string& name, const std::shared_ptr<const System>& system, double h, long steps,
                              int repeats, const std::vector<Entry>& entries, double* share = nullptr) {
    std::vector<double> best(entries.size(), 1e9);
    std::vector<std::shared_ptr<const System>> prepared;
    prepared.reserve(entries.size());
    for (const Entry& entry : entries) prepared.push_back(entry.method->prepare(system));
    for (int repeat = 0; repeat < repeats; ++repeat) {
        for (std::size_t i = 0; i < entries.size(); ++i) {
            const auto stepper = entries[i].method->bind(*prepared[i], entries[i].events);
            State state = time::initial_state(*prepared[i]);
            time::MarchOptions options{.step = h, .duration = h * static_cast<double>(steps)};
            options.events = entries[i].events;
            options.order = entries[i].method->order();
            time::MarchReport report;
            const double total = seconds([&] { report = time::march(*prepared[i], *stepper, options, state, {}); });
            best[i] = std::min(best[i], total / static_cast<double>(steps));
            if (share != nullptr && i == 0)
                *share = static_cast<double>(report.steps_in_contact) / static_cast<double>(report.steps);
        }
    }
    std::vector<Measurement> out;
    for (std::size_t i = 0; i < entries.size(); ++i)
        out.push_back({name, entries[i].variant, system->size(), steps, best[i], best[i] / best[0]});
    return out;
}

double probes_seconds(const std::shared_ptr<const System>& system, double h, long steps, const std::vector<std::string>& probes) {
    const std::filesystem::path folder = std::filesystem::temp_directory_path() / "jounce-bench";
    record::RunOptions options;
    options.method = time::newmark({});
    options.step = h;
    options.duration = h * static_cast<double>(steps);
    options.record_every = 10;
    options.energy_every = 10;
    options.probes = probes;
    options.output = folder.string();
    record::Session session;
    session.case_file = "bench";
    session.force = true;
    session.quiet = true;
    const double total = seconds([&] { (void)record::execute(system, options, session); });
    std::filesystem::remove_all(folder);
    return total / static_cast<double>(steps);
}

double least(int repeats, const std::function<double()>& once) {
    double best = once();
    for (int i = 1; i < repeats; ++i) best = std::min(best, once());
    return best;
}

/// The repeats of all variants interleaved, as in `race`.
std::vector<Measurement> compare(const std::string& name, const std::shared_ptr<const System>& system, double h, long steps,
                                 const std::vector<std::string>& probes, int repeats, const std::function<double(bool)>& loop) {
    struct Variant {
        const char* name;
        std::function<double()> once;
        int base;  // that the ratio is to; -1: none
        double best = 1e9;
    };
    std::vector<Variant> variants = {
        {"loop", [&] { return loop(true); }, -1},
        {"loop without account", [&] { return loop(false); }, -1},
        {"jounce", [&] { return jounce_seconds(*system, h, steps, true); }, 0},
        {"jounce without account", [&] { return jounce_seconds(*system, h, steps, false); }, 1},
        {"jounce with probes", [&] { return probes_seconds(system, h, steps, probes); }, 0},
    };
    for (int repeat = 0; repeat < repeats; ++repeat) {
        for (Variant& v : variants) v.best = std::min(v.best, v.once());
    }
    std::vector<Measurement> out;
    for (const Variant& v : variants) {
        const double ratio = v.base >= 0 ? v.best / variants[static_cast<std::size_t>(v.base)].best : 0.0;
        out.push_back({name, v.name, system->size(), steps, v.best, ratio});
    }
    return out;
}

std::vector<Measurement> measure_shaft(int elements, int repeats) {
    const auto system = std::make_shared<const System>(shaft(elements));
    const long steps = elements <= 20 ? 400000 : elements <= 200 ? 50000 : 10000;
    std::vector<HandStop> stops;
    for (const SparseRow& row : system->rows) stops.push_back({row.index[0], shaft_clearance, hertz});
    const auto loop = [&](bool account) {
        HandResult result;
        const double total = seconds([&] {
            result = hand_loop<3>(system->linear.M, system->linear.C, system->linear.K, stops, system->loads[0].pattern * 1.0,
                                  omega, step, steps, system->v0, account);
        });
        if (!(std::abs(result.last) < 1)) std::fprintf(stderr, "the hand-written loop diverged\n");
        return total / static_cast<double>(steps);
    };
    const std::string middle = "stop " + std::to_string(elements / 2);
    return compare(
        "shaft " + std::to_string(elements), system, step, steps,
        {"stop 0.ux", middle + ".ux", "stop " + std::to_string(elements) + ".ux", "stop 0.force", middle + ".ux_acceleration"},
        repeats, loop);
}

std::vector<Measurement> measure_mass(int repeats) {
    const auto system = std::make_shared<const System>(single_mass());
    const long steps = 2000000;
    const double h = 1e-6;
    const std::vector<HandStop> stops = {{0, 5e-3, hertz}};
    const auto loop = [&](bool account) {
        HandResult result;
        const double total = seconds([&] {
            result = hand_loop<0>(system->linear.M, system->linear.C, system->linear.K, stops, linalg::Vector::Zero(1), 1, h,
                                  steps, system->v0, account);
        });
        if (!(std::abs(result.last) < 1)) std::fprintf(stderr, "the hand-written loop diverged\n");
        return total / static_cast<double>(steps);
    };
    const double verlet = least(repeats, [&] {
        VerletMass mass;
        const double total = seconds([&] { mass.run(h, steps); });
        if (!(std::abs(mass.q) < 1)) std::fprintf(stderr, "the Verlet loop diverged\n");
        return total / static_cast<double>(steps);
    });
    std::vector<Measurement> out = compare("single mass", system, h, steps, {"block.ux"}, repeats, loop);
    out.insert(out.begin(), {"single mass", "bare Verlet", 1, steps, verlet, 0});
    return out;
}

/// The ratio is to the full model with account; "reduce" is the time of the reduction itself.
std::vector<Measurement> measure_reduced(int repeats) {
    const auto full = std::make_shared<const System>(shaft(200));
    const long steps = 50000;
    modal::ReductionSettings settings;
    settings.modes = 60;
    std::shared_ptr<const System> reduced;
    const double reducing = least(repeats, [&] { return seconds([&] { reduced = modal::reduce(*full, settings).system; }); });
    const double whole = least(repeats, [&] { return jounce_seconds(*full, step, steps, true); });
    const std::string name = "reduced shaft";
    std::vector<Measurement> out = {{name, "full model", full->size(), steps, whole, 0},
                                    {name, "reduce", reduced->size(), 1, reducing, 0}};
    const auto add = [&](const char* variant, double value) {
        out.push_back({name, variant, reduced->size(), steps, value, value / whole});
    };
    add("jounce", least(repeats, [&] { return jounce_seconds(*reduced, step, steps, true); }));
    add("jounce without account", least(repeats, [&] { return jounce_seconds(*reduced, step, steps, false); }));
    add("jounce with probes", least(repeats, [&] {
            return probes_seconds(reduced, step, steps, {"stop 0.ux", "stop 100.ux", "stop 100.ux_acceleration"});
        }));
    return out;
}

std::vector<Measurement> measure_methods(int repeats) {
    const auto method = [](const char* kind_name, std::initializer_list<std::pair<const char*, Value>> settings) {
        return time::method_family.find(kind_name)->make(table(settings));
    };
    const std::vector<Entry> entries = {
        {"newmark", time::newmark({})},
        {"newmark stepwise", time::newmark({}), time::Events::stepwise},
        {"generalized_alpha 0.8", method("generalized_alpha", {})},
        {"precise 3", method("precise", {})},
        {"precise implicit", method("precise", {{"contact", "implicit"}})},
    };
    std::vector<Measurement> out;
    const auto add = [&](const std::vector<Measurement>& lines) { out.insert(out.end(), lines.begin(), lines.end()); };
    add(race("single mass", std::make_shared<const System>(single_mass()), 1e-6, 1000000, repeats, entries));
    add(race("shaft 20", std::make_shared<const System>(shaft(20)), step, 200000, repeats, entries));
    add(race("shaft 200", std::make_shared<const System>(shaft(200)), step, 40000, repeats, entries));
    return out;
}

/// What locating the events costs where one step in a hundred is in contact. The ratio is to stepwise.
std::vector<Measurement> measure_events(int repeats) {
    const std::vector<Entry> entries = {
        {"stepwise", time::newmark({}), time::Events::stepwise},
        {"located", time::newmark({}), time::Events::locate},
    };
    std::vector<Measurement> out;
    const auto add = [&](const std::string& name, const System& system, double h, long steps) {
        double share = 0;
        const std::vector<Measurement> lines =
            race(name, std::make_shared<const System>(system), h, steps, repeats, entries, &share);
        std::fprintf(stderr, "%s: %.2f %% of the steps in contact\n", name.c_str(), 100 * share);
        out.insert(out.end(), lines.begin(), lines.end());
    };
    add("free mass", free_mass(), step, 1000000);
    add("shaft 20, 7.6 mm", shaft(20, 7.6e-3), step, 200000);
    add("shaft 200, 8.1 mm", shaft(200, 8.1e-3), step, 40000);
    return out;
}

}  // namespace

const std::vector<Scene>& scenes() {
    static const std::vector<Scene> table = {
        {"mass", "one mass between two Hertz stops, step 1e-6", measure_mass},
        {"shaft_20", "hollow shaft, 20 elements, three two-sided stops, step 1e-5", [](int r) { return measure_shaft(20, r); }},
        {"shaft_200", "hollow shaft, 200 elements", [](int r) { return measure_shaft(200, r); }},
        {"shaft_tolerance", "hollow shaft, 20 elements, stops at 0.3 mm, by tolerance and step, with the error at the end",
         [](int r) {
             return measure_by_tolerance("shaft 20, 0.3 mm", std::make_shared<const System>(shaft(20, 3e-4)), "stop 10.ux", 0.05,
                                         r);
         }},
        {"reduced_shaft", "hollow shaft, 200 elements, reduced to 60 modes and its gaps", measure_reduced},
        {"forced_mass", "1613 impacts of a forced mass, time per impact, beside SUNDIALS", measure_forced_mass},
        {"roller", "20 000 forcing periods of a vibratory roller, time per period", measure_roller},
        {"cantilever", "the cantilever of the README, by tolerance and step, with the error at the end", measure_cantilever},
        {"cantilever_friction", "the same with friction at its tip, by law and tolerance", measure_cantilever_friction},
        {"slider_crank",
         "four revolutions with a worn pin, mean of eight crank speeds, event_driven by tolerance; the error at 0.2 s",
         measure_slider_crank},
        {"three_clearances", "twenty revolutions of a slider-crank with clearance in two pins and the guide, by tolerance",
         measure_three_clearances},
        {"laws", "one evaluation of every contact law with its derivatives; ns_per_step is per evaluation",
         measure_law_evaluation},
        {"methods", "integrators side by side on the mass and two shafts; ratio to newmark", measure_methods},
        {"sweep", "200 points of 100 ms on one and two processes; ratio to the even part of what the points compute",
         measure_sweep},
        {"continuation", "branches of periodic orbits, processor time per point; ratio of the finer mesh to the coarser one",
         measure_continuation},
        {"orbit", "periodic orbits of a beam in all its coordinates", measure_orbit},
        {"events", "located events beside stepwise ones, one step in a hundred in contact; ratio to stepwise", measure_events},
        {"shaft_2000", "hollow shaft, 2000 elements", [](int r) { return measure_shaft(2000, r); }},
    };
    return table;
}

}  // namespace jounce::bench
