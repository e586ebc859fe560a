// A slider-crank with clearance in two pins and in the guide: contacts that a strong damper makes last.
// SPDX-License-Identifier: BSD-3-Clause
#include "three_clearances.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
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

namespace three_clearances {
namespace {

constexpr double turn = 60.0 / 200;
constexpr int turns = 20;

Value tan(double stiffness) {
    return kind("law", "tan", {{"restitution", 0.55}, {"elastic", kind("law", "hertz", {{"stiffness", stiffness}})}});
}

System mechanism() {
    Model model("slider-crank with three clearances");
    const Origin here{"bench", 6};
    const auto body = [&](const char* name, double mass, double inertia, const Table& points) {
        model.add("body", table({{"name", name}, {"mass", mass}, {"inertia", inertia}, {"points", points}}), here);
    };
    body("crank", 1.5261, 3.596e-3, table({{"O", point(-0.075, 0)}, {"B", point(0.075, 0)}}));
    body("rod", 0.6115, 6.1e-3, table({{"B", point(-0.2705, 0)}, {"C", point(0.2705, 0)}}));
    body("slider", 1.0205, 7.57e-4, {});
    model.add("revolute", table({{"name", "O"}, {"between", List{point(0, 0), "crank.O"}}}), here);
    // 4/3 E* sqrt(R1 R2/(R1 - R2)) of aluminium in aluminium, and 4/3 E* sqrt(R) of a corner of 1 um on a face.
    const double journal = 11.5e-3, bearing = 12e-3, modulus = 70e9 / (2 * (1 - 0.33 * 0.33));
    const double pin = 4.0 / 3 * modulus * std::sqrt(bearing * journal / (bearing - journal));
    const double corner = 4.0 / 3 * modulus * std::sqrt(1e-6);
    const Value friction = kind("friction", "coulomb", {{"coefficient", 0.01}, {"regularisation_speed", 1e-3}});
    const auto clearance = [&](const char* name, const char* of_bearing, const char* of_journal) {
        model.add("revolute_clearance",
                  table({{"name", name},
                         {"bearing", of_bearing},
                         {"journal", of_journal},
                         {"bearing_radius", bearing},
                         {"journal_radius", journal},
                         {"law", tan(pin)},
                         {"friction", friction}}),
                  here);
    };
    clearance("B", "rod.B", "crank.B");
    clearance("C", "rod.C", "slider");
    model.add("translational_clearance",
              table({{"name", "D"},
                     {"body", "slider"},
                     {"length", 0.08},
                     {"height", 0.05},
                     {"clearance", 0.5e-3},
                     {"corner_radius", 1e-6},
                     {"law", tan(corner)},
                     {"friction", friction}}),
              here);
    model.add("gravity", table({{"acceleration", vector(0, -9.81, 0)}}), here);
    model.add("drive", table({{"joint", "O"}, {"speed", 2 * std::numbers::pi / turn}}), here);
    return assemble(model);
}

struct Outcome {
    double seconds = std::numeric_limits<double>::infinity(), speed = 0;
    long steps = 0;
};

Outcome march(const System& system, double tolerance, int revolutions, int repeats) {
    const auto method = time::event_driven({tolerance});
    const auto stepper = method->bind(system, time::Events::locate);
    Outcome out;
    for (int i = 0; i < repeats; ++i) {
        State state = time::initial_state(system);
        time::ImpactLog impacts;
        time::EnergyAccount energy;
        std::vector<time::Observer*> observers = {&impacts, &energy};
        const auto begin = std::chrono::steady_clock::now();
        out.steps = time::march(system, *stepper, {.step = turn, .duration = turn}, state, observers).steps;
        out.speed = evaluate(resolve_probe(system, "slider.vx"), system, state);
        if (revolutions > 1) {
            out.steps += time::march(system, *stepper, {.step = turn, .duration = (revolutions - 1) * turn, .begun = true}, state,
                                     observers)
                             .steps;
        }
        out.seconds = std::min(out.seconds, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    }
    return out;
}

}  // namespace
}  // namespace three_clearances

std::vector<Measurement> measure_three_clearances(int repeats) {
    using namespace three_clearances;
    const System system = mechanism();
    const double exact = march(system, 1e-12, 1, 1).speed;
    std::vector<Measurement> out;
    for (const double tolerance : {1e-6, 1e-7, 1e-8, 1e-9}) {
        const Outcome timed = march(system, tolerance, turns, repeats);
        out.push_back({fmt::format("slider-crank with three clearances, {} revolutions", turns),
                       fmt::format("event_driven {:.0e}: {:.3f} s, error {:.1e} m/s after one revolution", tolerance,
                                   timed.seconds, std::abs(timed.speed - exact)),
                       system.size(), timed.steps, timed.seconds / static_cast<double>(timed.steps), 0});
    }
    return out;
}

}  // namespace jounce::bench
