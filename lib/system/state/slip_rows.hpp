// The slip velocity of a Friction from the rows of B, and its force on these rows. The sign is defined here.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "system/state/state.hpp"
#include "system/state/system.hpp"

namespace jounce {

/// s_k = sum_l share[k][l] v[row[l]], and f[row[l]] = sum_k share[k][l] F_k.
struct SlipRows {
    static constexpr int most = 4;  // two of a circular gap, its spin, its axis
    int count = 0;
    std::array<int, most> row{};
    std::array<std::array<double, most>, 2> share{};
};

/// \param normal of the gap's first side; used by circular gaps only
[[nodiscard]] inline SlipRows slip_rows(const System& system, const Friction& friction,
                                        const std::array<double, 2>& normal) noexcept {
    SlipRows out;
    const auto add = [&out](int row, std::size_t component, double share) {
        out.row[static_cast<std::size_t>(out.count)] = row;
        out.share[component][static_cast<std::size_t>(out.count++)] = share;
    };
    int own = friction.first_row;
    if (friction.around) {
        const int first = system.contacts[static_cast<std::size_t>(friction.contact)].first_row;
        add(first, 0, -normal[1]);
        add(first + 1, 0, normal[0]);
        if (friction.spins) add(own++, 0, 1);
    } else {
        add(own++, 0, 1);
    }
    if (friction.directions == 2) add(own, 1, 1);
    return out;
}

[[nodiscard]] inline SlipRows slip_rows(const System& system, const State& state, const Friction& friction) noexcept {
    if (!friction.around) return slip_rows(system, friction, std::array<double, 2>{});
    const Contact& contact = system.contacts[static_cast<std::size_t>(friction.contact)];
    return slip_rows(system, friction, state.sides[static_cast<std::size_t>(contact.first_side)].normal);
}

/// Slip velocity of a friction at the time, q and v of a state, around a circular gap with its normal [m/s].
[[nodiscard]] inline contact::Slip slip_velocity(const System& system, const State& state, const Friction& friction) {
    const SlipRows rows = slip_rows(system, state, friction);
    contact::Slip out{};
    for (std::size_t l = 0; l < static_cast<std::size_t>(rows.count); ++l) {
        const SparseRow& row = system.rows[static_cast<std::size_t>(rows.row[l])];
        double speed = 0;
        for (std::size_t e = 0; e < row.index.size(); ++e) speed += row.coefficient[e] * state.v[row.index[e]];
        for (std::size_t e = 0; e < row.prescribed.size(); ++e) {
            speed += row.prescribed_coefficient[e] *
                     system.recovery.prescribed[static_cast<std::size_t>(row.prescribed[e])].signal->sample(state.time).first;
        }
        for (std::size_t k = 0; k < 2; ++k) out[k] += rows.share[k][l] * speed;
    }
    return out;
}

/// Calls add(row, force) for every row on which the frictions of a state act (left-hand side).
template <class Add>
void for_each_friction_force(const System& system, const State& state, Add&& add) {
    for (std::size_t i = 0; i < state.frictions.size(); ++i) {
        const contact::Slip& F = state.frictions[i].force;
        if (F[0] == 0 && F[1] == 0) continue;
        const SlipRows rows = slip_rows(system, state, system.frictions[i]);
        for (std::size_t l = 0; l < static_cast<std::size_t>(rows.count); ++l)
            add(rows.row[l], rows.share[0][l] * F[0] + rows.share[1][l] * F[1]);
    }
}

}  // namespace jounce
