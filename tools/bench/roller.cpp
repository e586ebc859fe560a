// The vibratory roller of case II with located events: time per forcing period.
// SPDX-License-Identifier: BSD-3-Clause
#include "roller.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>

#include "entries.hpp"
#include "system/model/model.hpp"
#include "time/account/energy.hpp"
#include "time/account/impacts.hpp"
#include "time/march/march.hpp"
#include "time/methods/event_driven.hpp"
#include "time/methods/newmark.hpp"
#include "time/start/start.hpp"

namespace jounce::bench {

namespace {

constexpr double forcing_period = 0.05;

System roller(const char* transition) {
    Model model("roller II");
    const Origin here{"bench", 3};
    const double m2 = 2000, k = 2e8;
    model.add("point", table({{"name", "roller"}, {"at", vector(0, 0, 0)}, {"mass", m2}, {"free", List{"uz"}}}), here);
    model.add("point", table({{"name", "frame"}, {"at", vector(0, 0, 1)}, {"mass", 1000}, {"free", List{"uz"}}}), here);
    model.add("spring",
              table({{"from", "roller"}, {"to", "frame"}, {"direction", vector(0, 0, 1)}, {"stiffness", 1e6}, {"damping", 1e4}}),
              here);
    model.add("gap",
              table({{"name", "soil"},
                     {"node", "roller"},
                     {"direction", vector(0, 0, 1)},
                     {"clearance", 0},
                     {"sides", "negative"},
                     {"law", table({{"family", "law"},
                                    {"kind", "kelvin_voigt"},
                                    {"stiffness", k},
                                    {"damping", 0.8 * std::sqrt(m2 * k)},
                                    {"transition", transition}})}}),
              here);
    model.add("gravity", table({{"acceleration", vector(0, 0, -9.81)}}), here);
    model.add(
        "load",
        table({{"nodes", List{"roller"}},
               {"direction", vector(0, 0, 1)},
               {"force",
                table({{"family", "signal"}, {"kind", "sine"}, {"amplitude", 58.8e3}, {"frequency", 1 / forcing_period}})}}),
        here);
    return assemble(model);
}

}  // namespace

std::vector<Measurement> measure_roller(int repeats) {
    constexpr long periods = 20000;
    std::vector<Measurement> out;
    const auto time_of = [&](const char* transition, const time::MethodPointer& method, double step, long count) {
        const auto system = method->prepare(std::make_shared<const System>(roller(transition)));
        double best = 1e9;
        for (int i = 0; i < repeats; ++i) {
            const auto stepper = method->bind(*system, time::Events::locate);
            State state = time::initial_state(*system);
            time::ImpactLog impacts;
            time::EnergyAccount energy;
            std::vector<time::Observer*> observers = {&impacts, &energy};
            const auto begin = std::chrono::steady_clock::now();
            (void)time::march(*system, *stepper, {.step = step, .duration = forcing_period * static_cast<double>(count)}, state,
                              observers);
            best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
        }
        return best / static_cast<double>(count);
    };
    for (const char* transition : {"distance", "force", "distance_force", "relaxation"}) {
        const double seconds = time_of(transition, time::event_driven({1e-10}), 10 * forcing_period, periods);
        out.push_back({"roller, forcing periods", std::string("event_driven 1e-10, ") + transition, 2, periods, seconds, 0});
    }
    const double seconds = time_of("distance_force", time::newmark({}), forcing_period / 400, periods / 10);
    out.push_back({"roller, forcing periods", "newmark, 400 steps, distance_force", 2, periods / 10, seconds, 0});
    return out;
}

}  // namespace jounce::bench
