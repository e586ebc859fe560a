// A march from a model to its end, with the account and the impacts, and what the nodes do.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <vector>

#include "system/models.hpp"
#include "time/account/energy.hpp"
#include "time/account/impacts.hpp"
#include "time/march/march.hpp"
#include "time/methods/newmark.hpp"
#include "time/start/start.hpp"

namespace jounce::test {

/// Full-model displacement, velocity of one dof, supports' motion included.
struct DofMotion {
    double displacement = 0, velocity = 0;
};
inline DofMotion motion_of(const System& system, const State& state, const std::string& node, int dof) {
    const int row = full_dof(system, node, dof);
    DofMotion out{recovered(system, state.q)[row], recovered(system, state.v)[row]};
    for (const PrescribedMotion& support : system.recovery.prescribed) {
        const SignalSample s = support.signal->sample(state.time);
        out.displacement += support.pattern[row] * s.value;
        out.velocity += support.pattern[row] * s.first;
    }
    return out;
}

struct Outcome {
    State end;
    std::vector<time::Impact> impacts;
    time::EnergyTerms energy;
    double largest_remainder = 0, work_done = 0;
};

/// Average acceleration; `watch` sees every accepted state.
inline Outcome march(const System& system, double step, double duration, const std::function<void(const State&)>& watch = {}) {
    struct Watcher final : time::Observer {
        void accepted(const time::AcceptedStep& accepted) override {
            (void)account->terms(accepted.after);  // which keeps the largest remainder
            if (*watch) (*watch)(accepted.after);
        }
        time::EnergyAccount* account = nullptr;
        const std::function<void(const State&)>* watch = nullptr;
    };
    const auto stepper = time::newmark({})->bind(system, time::Events::locate);
    State state = time::initial_state(system);
    time::ImpactLog log;
    time::EnergyAccount account;
    Watcher watcher;
    watcher.account = &account;
    watcher.watch = &watch;
    std::vector<time::Observer*> observers = {&log, &account, &watcher};
    (void)time::march(system, *stepper, {.step = step, .duration = duration}, state, observers);
    return {state, log.impacts(), account.terms(state), account.largest_remainder(), account.work_done()};
}

inline Value sine(double amplitude, double frequency) {
    return table({{"family", "signal"}, {"kind", "sine"}, {"amplitude", amplitude}, {"frequency", frequency}});
}

}  // namespace jounce::test
