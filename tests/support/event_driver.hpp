// A march whose contacts are noted as they begin, turn and end.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "time/march/march.hpp"
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

/// Closes each open side at which the step of `stepper` that led to `state` ended, and opens each closed one.
inline void switch_located(const time::Stepper& stepper, State& state) {
    for (const int k : stepper.located()) {
        SideState& side = state.sides[static_cast<std::size_t>(k)];
        side.memory.closed = !side.memory.closed;
        side.memory.impact_speed = side.motion.rate;
    }
}

/// Notes the contacts of a march.
template <class Seen>
class Touches final : public time::Observer {
  public:
    Touches(EventRun& run, const Seen& seen) : run_(run), seen_(seen) {}

    void begin(const System& system, const State& state) override {
        if (!running_.empty()) return;  // goes on
        running_.assign(static_cast<std::size_t>(system.sides), -1);
        for (int k = 0; k < system.sides; ++k) {
            if (state.sides[static_cast<std::size_t>(k)].memory.closed) open(k, state);
        }
        seen_(state);
    }
    void accepted(const time::AcceptedStep& step) override {
        ++run_.steps;
        run_.evaluations += step.report.evaluations;
        run_.trials += step.report.iterations;
        for (std::size_t k = 0; k < running_.size(); ++k) {
            if (running_[k] < 0) continue;
            Touch& touch = run_.touches[static_cast<std::size_t>(running_[k])];
            if (step.after.sides[k].motion.indentation > touch.max_indentation) {
                touch.max_indentation = step.after.sides[k].motion.indentation;
                touch.turn = step.after.time;
            }
            touch.max_force = std::max(touch.max_force, step.after.sides[k].response.force);
        }
        seen_(step.after);
    }
    void switched(const time::SwitchedState& event) override {
        for (const time::Switch& change : event.switches) {
            int& running = running_[static_cast<std::size_t>(change.side)];
            if (change.what == time::Switch::What::closed && running < 0) open(change.side, event.after);
            if (change.what != time::Switch::What::opened || running < 0) continue;
            Touch& touch = run_.touches[static_cast<std::size_t>(running)];
            touch.time_out = event.after.time;
            touch.speed_out = -event.after.sides[static_cast<std::size_t>(change.side)].motion.rate;
            running = -1;
        }
        seen_(event.after);
    }

  private:
    void open(int k, const State& state) {
        const SideState& side = state.sides[static_cast<std::size_t>(k)];
        running_[static_cast<std::size_t>(k)] = static_cast<int>(run_.touches.size());
        run_.touches.push_back({k, side.memory.onset_time, side.memory.impact_speed});
    }

    EventRun& run_;
    const Seen& seen_;
    std::vector<int> running_;
};

/// \param output instants at which steps end besides the events; the last one is the end of the run
/// \param seen called with each accepted state, and with each that an event has changed
template <class Seen>
EventRun run_events(const System& system, const time::Method& method, const std::vector<double>& output, const Seen& seen) {
    const auto stepper = method.bind(system, time::Events::locate);
    EventRun run;
    run.end = time::initial_state(system);
    Touches<Seen> touches(run, seen);
    time::Observer* const observers[] = {&touches};
    for (const double end : output) {
        time::MarchOptions options;
        options.order = method.order();
        options.begun = end != output.front();
        options.step = options.duration = end - run.end.time;
        (void)time::march(system, *stepper, options, run.end, observers);
    }
    return run;
}

inline EventRun run_events(const System& system, const time::Method& method, const std::vector<double>& output) {
    return run_events(system, method, output, [](const State&) {});
}

}  // namespace jounce::test
