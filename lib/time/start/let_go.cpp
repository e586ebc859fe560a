// SPDX-License-Identifier: BSD-3-Clause
#include "time/start/let_go.hpp"

#include "contact/friction/friction.hpp"

namespace jounce::time {

namespace {

/// Positive outside the cone [N]; zero for a slip.
double excess(const System& system, const State& state, std::size_t f) {
    constexpr double beyond_cone = 1e-9;
    const FrictionState& now = state.frictions[f];
    if (now.status != FrictionStatus::stick) return 0;
    return contact::norm(now.force) - stick_bound(*system.frictions[f].law->cone, now) * (1 + beyond_cone);
}

}  // namespace

bool let_go_outside_cone(const System& system, State& state, std::size_t f) {
    if (!(excess(system, state, f) > 0)) return false;
    slip_along(*system.frictions[f].law->cone, state.frictions[f].force, state.frictions[f]);
    return true;
}

bool let_go_of_worst_stick(const System& system, State& state, int least_directions) {
    std::size_t worst = state.frictions.size();
    double most = 0;
    for (std::size_t f = 0; f < state.frictions.size(); ++f) {
        if (system.frictions[f].directions < least_directions) continue;
        const double beyond = excess(system, state, f);
        if (beyond <= most) continue;
        most = beyond;
        worst = f;
    }
    return worst < state.frictions.size() && let_go_outside_cone(system, state, worst);
}

}  // namespace jounce::time
