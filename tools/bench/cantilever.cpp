// The cantilever of the README on its stop: a structure whose mesh vibrates far faster than its contacts.
// SPDX-License-Identifier: BSD-3-Clause
#include "cantilever.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>

#include "entries.hpp"
#include "system/model/model.hpp"
#include "system/probes/probe.hpp"
#include "time/account/energy.hpp"
#include "time/account/impacts.hpp"
#include "time/march/march.hpp"
#include "time/methods/event_driven.hpp"
#include "time/methods/newmark.hpp"
#include "time/start/start.hpp"

namespace jounce::bench {

namespace {

constexpr double duration = 0.1;

/// What touches the tip.
struct Stop {
    const char* name = "";
    Value law = kind("law", "flores", {{"stiffness", 1e9}, {"restitution", 0.7}});
    Value friction;  // none: nil
};

System cantilever(int elements, const Stop& stop = {}) {
    Model model("cantilever on a stop");
    const Origin here{"bench", 5};
    const std::string tip = fmt::format("beam[{}]", elements + 1);
    model.add("beam",
              table({{"name", "beam"},
                     {"from", vector(0, 0, 0)},
                     {"to", vector(0.5, 0, 0)},
                     {"elements", elements},
                     {"section", kind("section", "rectangle", {{"width", 0.02}, {"height", 0.005}})},
                     {"material", kind("material", "isotropic", {{"E", 210e9}, {"nu", 0.3}, {"density", 7850.0}})}}),
              here);
    model.add("fix", table({{"node", "beam[1]"}}), here);
    Table gap = table({{"name", "stop"},
                       {"node", tip},
                       {"direction", vector(0, 0, 1)},
                       {"clearance", 1e-3},
                       {"sides", "both"},
                       {"law", stop.law}});
    if (!stop.friction.is_nil()) {
        gap.set("friction", stop.friction);
        gap.set("tangent", vector(1, 0, 0));
        model.add("load",
                  table({{"node", tip},
                         {"direction", vector(1, 0, 0)},
                         {"force", kind("signal", "sine", {{"amplitude", 200.0}, {"frequency", 33.0}})}}),
                  here);
    }
    model.add("gap", gap, here);
    model.add("base_motion",
              table({{"direction", vector(0, 0, 1)},
                     {"acceleration", kind("signal", "sine", {{"amplitude", 30.0}, {"frequency", 17.0}})}}),
              here);
    model.add("damping", table({{"damping", kind("damping", "rayleigh", {{"ratio", 0.01}, {"frequencies", List{17.0, 100.0}}})}}),
              here);
    return assemble(model);
}

struct Timed {
    double seconds = 1e9, place = 0;
    long steps = 0;
};

Timed run(const std::shared_ptr<const System>& given, const time::MethodPointer& method, double step, int repeats,
          const std::string& probe = "stop.uz", double end = duration) {
    const auto system = method->prepare(given);
    const auto stepper = method->bind(*system, time::Events::locate);
    Timed out;
    for (int i = 0; i < repeats; ++i) {
        State state = time::initial_state(*system);
        time::ImpactLog impacts;
        time::EnergyAccount energy;
        std::vector<time::Observer*> observers = {&impacts, &energy};
        const auto begin = std::chrono::steady_clock::now();
        out.steps = time::march(*system, *stepper, {.step = step, .duration = end}, state, observers).steps;
        out.seconds = std::min(out.seconds, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
        out.place = evaluate(resolve_probe(*system, probe), *system, state);
    }
    return out;
}

}  // namespace

std::vector<Measurement> measure_by_tolerance(const std::string& scene, const std::shared_ptr<const System>& system,
                                              const std::string& probe, double end, int repeats) {
    std::vector<Measurement> out;
    const double exact = run(system, time::event_driven({1e-13}), 1e-3, 1, probe, end).place;
    const auto add = [&](const std::string& name, const time::MethodPointer& method, double step) {
        const Timed timed = run(system, method, step, repeats, probe, end);
        out.push_back({scene, fmt::format("{}, error {:.1e} m", name, std::abs(timed.place - exact)), system->size(), timed.steps,
                       timed.seconds / static_cast<double>(timed.steps), 0});
    };
    for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10, 1e-12})
        add(fmt::format("event_driven {:.0e}", tolerance), time::event_driven({tolerance}), 1e-3);
    for (const double step : {1e-5, 1e-6}) add(fmt::format("newmark {:.0e} s", step), time::newmark({}), step);
    return out;
}

std::vector<Measurement> measure_cantilever(int repeats) {
    std::vector<Measurement> out;
    for (const int elements : {20, 100}) {
        const auto system = std::make_shared<const System>(cantilever(elements));
        const auto of = measure_by_tolerance(fmt::format("cantilever on a stop, {} elements", elements), system, "stop.uz",
                                             duration, repeats);
        out.insert(out.end(), of.begin(), of.end());
    }
    return out;
}

std::vector<Measurement> measure_cantilever_friction(int repeats) {
    std::vector<Measurement> out;
    const Value coulomb = kind("friction", "coulomb", {{"coefficient", 0.3}});
    const Value smooth = kind("friction", "coulomb_regularised", {{"coefficient", 0.3}, {"transition_speed", 1e-3}});
    const Value damper = kind("law", "kelvin_voigt", {{"stiffness", 1e6}, {"damping", 3e4}});
    const Stop stops[] = {{.name = "Coulomb", .friction = coulomb},
                          {.name = "smooth", .friction = smooth},
                          {.name = "damper and Coulomb", .law = damper, .friction = coulomb},
                          {.name = "damper and smooth", .law = damper, .friction = smooth}};
    for (const int elements : {20, 60}) {
        for (const Stop& stop : stops) {
            const auto system = std::make_shared<const System>(cantilever(elements, stop));
            const double exact = run(system, time::event_driven({1e-12}), 1e-3, 1).place;
            for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
                const Timed timed = run(system, time::event_driven({tolerance}), 1e-3, repeats);
                out.push_back({fmt::format("cantilever with friction ({}), {} elements", stop.name, elements),
                               fmt::format("event_driven {:.0e}, error {:.1e} m", tolerance, std::abs(timed.place - exact)),
                               system->size(), timed.steps, timed.seconds / static_cast<double>(timed.steps), 0});
            }
        }
    }
    return out;
}

}  // namespace jounce::bench
