// The rate of the acceleration, for smooth interpolation of accelerations and forces between two states.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/state/jerk.hpp"

#include <algorithm>

namespace jounce {

bool has_jerk(const System& system) {
    for (int j = 0; j < system.linear.M.outerSize(); ++j) {
        for (SparseMatrix::InnerIterator it(system.linear.M, j); it; ++it) {
            if (it.value() != (it.row() == it.col() ? 1.0 : 0.0)) return false;
        }
    }
    const auto known = [](const Contact& c) { return c.gap.shape == contact::GapShape::plane && !c.law->rigid; };
    const auto plain = [](const Load& load) { return load.derivative == 0; };
    return system.recovery.prescribed.empty() && system.frictions.empty() && std::ranges::all_of(system.contacts, known) &&
           std::ranges::all_of(system.loads, plain);
}

void jerk(const System& system, const State& state, linalg::Vector& jerk) {
    jerk.setZero();
    jerk.noalias() -= system.linear.C * state.a;
    jerk.noalias() -= system.linear.K * state.v;
    for (const Load& load : system.loads) {
        if (const double rate = load.signal->sample(state.time).first; rate != 0) jerk.noalias() += rate * load.pattern;
    }
    for (const Contact& contact : system.contacts) {
        const SparseRow& row = system.rows[static_cast<std::size_t>(contact.first_row)];
        double acceleration = 0;
        for (std::size_t e = 0; e < row.index.size(); ++e) acceleration += row.coefficient[e] * state.a[row.index[e]];
        for (int s = 0; s < contact.gap.sides(); ++s) {
            const SideState& side = state.sides[static_cast<std::size_t>(contact.first_side + s)];
            if (!side.memory.closed) continue;
            const double sign = contact.gap.sign(s);
            const double rate = side.response.stiffness * side.motion.rate + side.response.damping * sign * acceleration;
            for (std::size_t e = 0; e < row.index.size(); ++e) jerk[row.index[e]] -= sign * rate * row.coefficient[e];
        }
    }
}

}  // namespace jounce
