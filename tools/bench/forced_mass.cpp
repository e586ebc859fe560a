// A forced mass between two stops over 1613 impacts: the event-driven method beside SUNDIALS' explicit Runge-Kutta method.
// SPDX-License-Identifier: BSD-3-Clause
#include "forced_mass.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <memory>
#include <utility>

#include "base/fields/value.hpp"
#include "system/model/model.hpp"
#include "time/methods/event_driven.hpp"
#include "time/start/start.hpp"

namespace jounce::bench {

namespace {

std::shared_ptr<const System> forced_system() {
    using namespace forced_mass;
    const auto table = [](std::initializer_list<std::pair<const char*, Value>> entries) {
        Table out;
        for (const auto& [key, value] : entries) out.set(key, value);
        return out;
    };
    const auto kind = [&](const char* family, const char* name, std::initializer_list<std::pair<const char*, Value>> entries) {
        Table out = table(entries);
        out.set("family", family);
        out.set("kind", name);
        return out;
    };
    Model model("forced mass");
    const Origin here{"bench", 1};
    model.add("point", table({{"name", "block"}, {"at", List{0.0, 0.0, 0.0}}, {"mass", mass}, {"free", List{"ux"}}}), here);
    model.add("spring", table({{"from", "block"}, {"direction", List{1.0, 0.0, 0.0}}, {"stiffness", spring}}), here);
    model.add("gap",
              table({{"name", "wall"},
                     {"node", "block"},
                     {"direction", List{1.0, 0.0, 0.0}},
                     {"clearance", gap},
                     {"sides", "both"},
                     {"law", kind("law", "lankarani_nikravesh", {{"stiffness", stop}, {"restitution", 0.9}})}}),
              here);
    model.add("load",
              table({{"node", "block"},
                     {"direction", List{1.0, 0.0, 0.0}},
                     {"force", kind("signal", "sine", {{"amplitude", force}, {"frequency", 20.0}})}}),
              here);
    model.add("initial", table({{"node", "block"}, {"velocity", List{speed, 0.0, 0.0}}}), here);
    return std::make_shared<const System>(assemble(model));
}

ForcedRun jounce_run(const std::shared_ptr<const System>& system, double tolerance) {
    const auto method = time::event_driven({tolerance});
    ForcedRun run;
    run.impact_speeds.reserve(4096);
    const auto begin = std::chrono::steady_clock::now();
    const auto modal = method->prepare(system);
    const auto stepper = method->bind(*modal, time::Events::locate);
    State now = time::initial_state(*modal);
    stepper->start(now);
    State next = now;
    while (now.time < forced_mass::duration) {
        const double left = forced_mass::duration - now.time;
        if (!stepper->step(now, next, left, forced_mass::duration).converged) break;
        std::swap(now, next);
        if (stepper->located().empty()) continue;
        for (const int k : stepper->located()) {
            SideState& side = now.sides[static_cast<std::size_t>(k)];
            side.memory.closed = !side.memory.closed;
            if (!side.memory.closed) continue;
            side.memory.impact_speed = side.motion.rate;
            side.memory.onset_time = now.time;
            run.impact_speeds.push_back(side.motion.rate);
        }
        stepper->restart(now);
    }
    run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return run;
}

double largest_error(const ForcedRun& run, const ForcedRun& reference) {
    if (run.impact_speeds.size() != reference.impact_speeds.size()) return std::numeric_limits<double>::infinity();
    double largest = 0;
    for (std::size_t i = 0; i < run.impact_speeds.size(); ++i) {
        largest = std::max(largest, std::abs(run.impact_speeds[i] / reference.impact_speeds[i] - 1));
    }
    return largest;
}

}  // namespace

std::vector<Measurement> measure_forced_mass(int repeats) {
    const auto system = forced_system();
    const ForcedRun reference = jounce_run(system, 1e-13);
    struct Variant {
        std::string name;
        std::function<ForcedRun()> run;
        ForcedRun best = {};
    };
    std::vector<Variant> variants;
    for (const double tolerance : {1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-6}) {
        variants.push_back({fmt::format("event_driven {:.0e}", tolerance), [=] { return jounce_run(system, tolerance); }});
    }
    for (const int order : {4, 5, 6, 8}) {
        for (const double tolerance : {1e-6, 1e-9}) {
            variants.push_back({fmt::format("sundials erk {} {:.0e}", order, tolerance),
                                [=] { return sundials_forced_mass(tolerance, order); }});
        }
    }
    // Interleaved, so that a machine that is slow for a while is slow for all.
    for (int i = 0; i < repeats; ++i) {
        for (Variant& variant : variants) {
            ForcedRun run = variant.run();
            if (i == 0 || run.seconds < variant.best.seconds) variant.best = std::move(run);
        }
    }
    std::vector<Measurement> out;
    for (const auto& [name, run, best] : variants) {
        if (best.impact_speeds.empty()) continue;
        const long impacts = static_cast<long>(best.impact_speeds.size());
        std::fprintf(stderr, "%s: %ld impacts in %.2f ms, largest relative error of an impact speed %.1e\n", name.c_str(),
                     impacts, 1e3 * best.seconds, largest_error(best, reference));
        out.push_back({"forced mass", name, 1, impacts, best.seconds / static_cast<double>(impacts), 0});
    }
    return out;
}

}  // namespace jounce::bench
