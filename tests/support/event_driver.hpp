// Drives a stepper that locates events and switches the sides it names: the march reduced to what an exact method needs.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "time/start/start.hpp"
#include "time/stepper/integrator.hpp"

namespace jounce::test {

struct Touch {
    int side = 0;
    double time_in = 0, speed_in = 0;      // s, m/s
    double turn = 0, max_indentation = 0;  // where the rate last passed zero; deepest accepted state
    double time_out = -1, speed_out = 0;
    double max_force = 0;  // of the accepted states
};

struct EventRun {
    State end;
    std::vector<Touch> touches;
    std::int64_t steps = 0, evaluations = 0, trials = 0;
};

/// \param output instants at which steps end besides the events; the last one is the end of the run
/// \param seen called with each accepted state
template <class Seen>
EventRun run_events(const System& system, const time::Method& method, const std::vector<double>& output, const Seen& seen) {
    const auto stepper = method.bind(system, time::Events::locate);
    State now = time::initial_state(system);
    stepper->start(now);
    State next = now;
    EventRun run;
    std::vector<int> running(static_cast<std::size_t>(system.sides), -1);
    const auto open_touch = [&](int k) {
        const SideState& side = now.sides[static_cast<std::size_t>(k)];
        running[static_cast<std::size_t>(k)] = static_cast<int>(run.touches.size());
        run.touches.push_back({k, side.memory.onset_time, side.memory.impact_speed});
    };
    for (int k = 0; k < system.sides; ++k) {
        if (now.sides[static_cast<std::size_t>(k)].memory.closed) open_touch(k);
    }
    seen(now);
    for (const double end : output) {
        int still = 0;
        while (now.time < end) {
            const time::StepReport report = stepper->step(now, next, end - now.time, end);
            if (!report.converged) throw std::runtime_error("a step did not converge");
            ++run.steps;
            run.evaluations += report.evaluations;
            run.trials += report.iterations;
            still = next.time > now.time ? 0 : still + 1;
            if (still > 20) throw std::runtime_error("the run does not move on");
            for (std::size_t k = 0; k < running.size(); ++k) {
                if (running[k] < 0) continue;
                Touch& touch = run.touches[static_cast<std::size_t>(running[k])];
                if (next.sides[k].motion.indentation > touch.max_indentation) {
                    touch.max_indentation = next.sides[k].motion.indentation;
                    touch.turn = next.time;
                }
                touch.max_force = std::max(touch.max_force, next.sides[k].response.force);
            }
            std::swap(now, next);
            for (const int k : stepper->located()) {
                SideState& side = now.sides[static_cast<std::size_t>(k)];
                side.memory.closed = !side.memory.closed;
                if (side.memory.closed) {
                    side.memory.impact_speed = side.motion.rate;
                    side.memory.onset_time = now.time;
                    side.memory.max_indentation = 0;
                    open_touch(k);
                } else {
                    Touch& touch = run.touches[static_cast<std::size_t>(running[static_cast<std::size_t>(k)])];
                    touch.time_out = now.time;
                    touch.speed_out = -side.motion.rate;
                    running[static_cast<std::size_t>(k)] = -1;
                }
            }
            if (!stepper->located().empty()) stepper->restart(now);
            seen(now);
        }
    }
    run.end = now;
    return run;
}

inline EventRun run_events(const System& system, const time::Method& method, const std::vector<double>& output) {
    return run_events(system, method, output, [](const State&) {});
}

}  // namespace jounce::test
