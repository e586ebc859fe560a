// A slider-crank with a worn pin: time of a run, and how right it is.
// SPDX-License-Identifier: BSD-3-Clause
#include "slider_crank.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>

#include "entries.hpp"
#include "system/model/model.hpp"
#include "system/probes/probe.hpp"
#include "time/account/energy.hpp"
#include "time/account/impacts.hpp"
#include "time/march/march.hpp"
#include "time/methods/event_driven.hpp"
#include "time/start/start.hpp"

namespace jounce::bench {

namespace {

constexpr double turn = 60.0 / 177;

/// Crank's speeds, in percent above 177 rpm. The motion is chaotic: one run says more about its orbit than about the method.
constexpr int most_percent = 7;

System slider_crank(int percent = 0) {
    Model model("slider-crank");
    const Origin here{"bench", 4};
    model.add("body", table({{"name", "crank"}, {"mass", 1.0}, {"inertia", 1e-3}, {"points", table({{"A", point(0.05, 0)}})}}),
              here);
    model.add("body",
              table({{"name", "rod"},
                     {"mass", 0.21},
                     {"inertia", 0.21 * 0.3 * 0.3 / 12},
                     {"points", table({{"A", point(-0.15, 0)}, {"C", point(0.15, 0)}})}}),
              here);
    model.add("body", table({{"name", "slider"}, {"mass", 1.0}, {"inertia", 1e-3}}), here);
    model.add("revolute", table({{"name", "O"}, {"between", List{point(0, 0), "crank"}}}), here);
    model.add("revolute", table({{"name", "A"}, {"between", List{"crank.A", "rod.A"}}}), here);
    model.add("translational", table({{"name", "guide"}, {"body", "slider"}}), here);
    model.add(
        "revolute_clearance",
        table(
            {{"name", "C"},
             {"bearing", "rod.C"},
             {"journal", "slider"},
             {"bearing_radius", 0.010},
             {"journal_radius", 0.009},
             {"law", table({{"family", "law"}, {"kind", "lankarani_nikravesh"}, {"stiffness", 6.61e10}, {"restitution", 0.9}})}}),
        here);
    model.add("drive", table({{"joint", "O"}, {"speed", (1 + 0.01 * percent) * 2 * std::numbers::pi / turn}}), here);
    return assemble(model);
}

}  // namespace

std::vector<Measurement> measure_slider_crank(int repeats) {
    // event_driven at tolerances 1e-11 and 1e-12 agree in 0.472367326.
    constexpr double reference = 0.472367327, instant = 0.2;
    std::vector<System> systems;
    for (int percent = 0; percent <= most_percent; ++percent) systems.push_back(slider_crank(percent));
    std::vector<Measurement> out;
    const auto add = [&](const std::string& name, const time::MethodPointer& method, double step, std::size_t runs) {
        double mean = 0, velocity = 0;
        long steps = 0;
        for (std::size_t k = 0; k < runs; ++k) {
            const System& system = systems[k];
            double best = 1e9;
            long taken = 0;
            for (int i = 0; i < repeats; ++i) {
                const auto stepper = method->bind(system, time::Events::locate);
                State state = time::initial_state(system);
                time::ImpactLog impacts;
                time::EnergyAccount energy;
                std::vector<time::Observer*> observers = {&impacts, &energy};
                const auto begin = std::chrono::steady_clock::now();
                taken = time::march(system, *stepper, {.step = step, .duration = instant}, state, observers).steps;
                if (k == 0) velocity = evaluate(resolve_probe(system, "slider.ux_velocity"), system, state);
                taken +=
                    time::march(system, *stepper, {.step = step, .duration = 4 * turn - instant, .begun = true}, state, observers)
                        .steps;
                best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
            }
            mean += best / static_cast<double>(runs);
            steps += taken;
        }
        out.push_back({"slider-crank, four revolutions",
                       fmt::format("{}: {:.3f} s, error {:.1e} m/s at 0.2 s", name, mean, std::abs(velocity - reference)), 7,
                       steps, mean * static_cast<double>(runs) / static_cast<double>(steps), 0});
    };
    for (const double tolerance : {1e-6, 1e-7, 1e-8, 1e-10})
        add(fmt::format("event_driven {:.0e}", tolerance), time::event_driven({tolerance}), 0.1, systems.size());
    add("generalized_alpha 0.8 step 1e-5", time::method_family.find("generalized_alpha")->make(table({{"spectral_radius", 0.8}})),
        1e-5, 1);
    return out;
}

}  // namespace jounce::bench
